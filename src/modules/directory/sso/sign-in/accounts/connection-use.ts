import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../../kernel/database/database.js';
import { actingPerson } from '../../../../foundation/audit/model/audit-origin.js';
import { ssoConnectionAudit } from '../../connections/sso-connection.audit.js';
import type { UsableConnection } from '../../connections/store/sso-connections.service.js';

/** What a sign-in makes of its connection: used, and active once for all (05 §8.3). */
@Injectable()
export class ConnectionUse {
  /** The organization is locked, so of several first sign-ins one is the first. */
  async note(
    tx: Tx,
    { connection, organizationId, providerName }: UsableConnection,
    { userId, email }: { userId: string; email: string },
  ): Promise<void> {
    await tx.query(`UPDATE sso_connections SET last_login_at = now() WHERE id = $1`, [connection.id]);
    const promoted = await tx.query(
      `UPDATE sso_connections SET status = 'active', status_when_enabled = 'active', updated_at = now()
       WHERE id = $1 AND status = 'pending' RETURNING 1`,
      [connection.id],
    );
    if (promoted.length === 0) return;
    const by = actingPerson(userId, email, 'sso-jit');
    await ssoConnectionAudit.record(tx, { organizationId, by }, 'update', {
      connectionId: connection.id,
      providerName,
      type: connection.type,
      status: 'active',
      trigger: 'first-sso-login',
    });
  }
}
