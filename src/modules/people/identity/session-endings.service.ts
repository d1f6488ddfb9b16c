import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AuditService } from '../../foundation/audit/audit.service.js';
import { type SessionHolder, SessionsService } from './sessions.service.js';

/** People ending their own sessions; each ending that removed something is audited. */
@Injectable()
export class SessionEndings {
  constructor(
    private readonly db: Database,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
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
      await this.audit.record(tx, {
        by: { userId, userEmail: email, source: 'app' },
        action: 'delete',
        service: 'session',
        metadata: { reason, sessions },
      });
    });
  }
}
