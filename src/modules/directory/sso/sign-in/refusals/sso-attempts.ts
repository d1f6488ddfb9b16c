import { Injectable } from '@nestjs/common';
import { Database } from '../../../../../kernel/database/database.js';
import { actingPerson } from '../../../../foundation/audit/model/audit-origin.js';
import { authAudit } from '../../../../people/identity/model/auth.audit.js';
import type { UsableConnection } from '../../connections/store/sso-connections.service.js';
import { SsoRefused } from './sso-refused.js';

/** Sign-ins that failed stand in the organization's audit log, and leave nothing else behind (05 §8.7). */
@Injectable()
export class SsoAttempts {
  constructor(private readonly db: Database) {}

  /** Runs what finishes a sign-in; passes on what it throws. */
  async audited<T>(usable: UsableConnection, finish: () => Promise<T>): Promise<T> {
    try {
      return await finish();
    } catch (error) {
      if (error instanceof SsoRefused) await this.record(usable, error);
      throw error;
    }
  }

  private async record({ connection, organizationId }: UsableConnection, refused: SsoRefused): Promise<void> {
    const { userId = null, email = null, conflict } = refused.attempt;
    const by = actingPerson(userId, email, 'sso-login');
    const { code, message: reason } = refused;
    const metadata = { method: 'sso', connectionId: connection.id, refused: code, reason };
    const rejected = conflict && { ...metadata, decision: 'reject', ...conflict };
    await this.db.tx((tx) =>
      authAudit.record(
        tx,
        { organizationId, by },
        rejected ? 'update' : 'verify',
        rejected ?? metadata,
        'failure',
      ),
    );
  }
}
