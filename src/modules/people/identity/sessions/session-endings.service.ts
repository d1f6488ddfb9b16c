import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { actingPerson } from '../../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../../foundation/audit/audited.js';
import { type SessionHolder, SessionsService } from './sessions.service.js';

const sessionAudit = declareAudited('session');

/** People ending their own sessions; each ending that removed something is audited. */
@Injectable()
export class SessionEndings {
  constructor(
    private readonly db: Database,
    private readonly sessions: SessionsService,
  ) {}

  signOut(holder: SessionHolder): Promise<void> {
    return this.end(holder, 'sign-out', (tx) => this.sessions.endById(tx, holder.sessionId));
  }

  /** An alias of nobody, or of somebody else, ends nothing. */
  revoke(holder: SessionHolder, handle: string): Promise<void> {
    return this.end(holder, 'revoke', (tx) => this.sessions.endByHandle(tx, holder.userId, handle));
  }

  revokeOthers(holder: SessionHolder): Promise<void> {
    return this.end(holder, 'revoke-others', (tx) => this.sessions.endOthers(tx, holder));
  }

  revokeAll(holder: SessionHolder): Promise<void> {
    return this.end(holder, 'revoke-all', (tx) => this.sessions.endAll(tx, holder.userId));
  }

  private async end(
    { userId, email }: SessionHolder,
    reason: string,
    remove: (tx: Tx) => Promise<number>,
  ): Promise<void> {
    await this.db.tx(async (tx) => {
      const sessions = await remove(tx);
      if (sessions === 0) return;
      await sessionAudit.record(tx, { by: actingPerson(userId, email) }, 'delete', { reason, sessions });
    });
  }
}
