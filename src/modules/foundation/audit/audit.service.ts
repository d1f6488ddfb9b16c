import { Injectable, Logger } from '@nestjs/common';
import { asksToRunAgain, type Tx } from '../../../kernel/database/database.js';
import type { AuditEvent } from './audit-event.js';
import { AUDITED_SERVICES } from './audit-vocabulary.js';

const INSERT_EVENT = `
  INSERT INTO audit_log (organization_id, workspace_id, user_id, user_email, action, service, status, source, metadata)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

@Injectable()
export class AuditService {
  private readonly logger = new Logger(AuditService.name);

  /**
   * Writes the event in the caller's transaction, so that a mutation and its audit row commit together.
   * Behind a savepoint: an event that cannot be written is logged and undoes nothing else (01 §24.1).
   * A deadlock is no such failure: the transaction runs again, with its event.
   */
  async record(tx: Tx, event: AuditEvent): Promise<void> {
    try {
      await tx.savepoint(() => tx.query(INSERT_EVENT, parametersOf(event)));
    } catch (error) {
      if (asksToRunAgain(error)) throw error;
      const { action, service, organizationId, workspaceId } = event;
      this.logger.error(
        { err: error, action, service, organizationId, workspaceId },
        'audit event was not written',
      );
    }
  }
}

function parametersOf(event: AuditEvent): unknown[] {
  if (!AUDITED_SERVICES.includes(event.service)) throw new Error(`No module declares ${event.service}`);
  return [
    event.organizationId ?? null,
    event.workspaceId ?? null,
    event.by.userId,
    event.by.userEmail,
    event.action,
    event.service,
    event.status ?? 'success',
    event.by.source,
    event.metadata === undefined ? null : JSON.stringify(event.metadata),
  ];
}
