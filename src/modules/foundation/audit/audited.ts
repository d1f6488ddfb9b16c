import { Logger } from '@nestjs/common';
import { asksToRunAgain, type Tx } from '../../../kernel/database/database.js';
import { intoOutbox, momentIn } from '../event-export/outbox.js';
import type { AuditOrigin } from './model/audit-origin.js';
import { type AuditAction, AUDITED_SERVICES } from './model/audit-vocabulary.js';

/**
 * By the clock and not by the transaction's start: of writes that waited for each other the order is that of the lock.
 * What is written here also waits for the operator's SIEM, where there is one (ADR 84).
 */
const INSERT_ENTRY = `
  WITH entry AS (
    INSERT INTO audit_log
      (organization_id, workspace_id, user_id, user_email, action, service, status, source, metadata, partner_id, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp()) RETURNING *)
  ${intoOutbox(`
    SELECT 1 AS n, json_build_object('stream', 'audit', 'kind', 'entry', 'id', id, 'time', ${momentIn('created_at')},
      'organizationId', organization_id, 'workspaceId', workspace_id, 'partnerId', partner_id,
      'userId', user_id, 'userEmail', user_email,
      'action', action, 'service', service, 'status', status, 'source', source, 'metadata', metadata) AS event
    FROM entry`)}`;

/** Writes the entries about one kind of thing. */
export class Audited {
  private readonly logger = new Logger(Audited.name);

  private constructor(readonly service: string) {}

  static declare(service: string): Audited {
    if (!AUDITED_SERVICES.includes(service)) AUDITED_SERVICES.push(service);
    AUDITED_SERVICES.sort();
    return new Audited(service);
  }

  /**
   * Writes an entry in the caller's transaction, so that a mutation and its audit row commit together. Metadata are
   * ids, names, counts and markers; never a value, key, token or password (01 §24.2). Failures are audited by few: sign-ins, and what comes to nobody's answer.
   * Behind a savepoint: an entry that cannot be written is logged and undoes nothing else (01 §24.1).
   * A deadlock is no such failure: the transaction runs again, with its entry.
   */
  async record(
    tx: Tx,
    { organizationId = null, workspaceId = null, partnerId = null, by }: AuditOrigin,
    action: AuditAction,
    metadata: Record<string, unknown> | null = null,
    status: 'success' | 'failure' = 'success',
  ): Promise<void> {
    const { service } = this;
    try {
      await tx.savepoint(() => {
        const { userId, userEmail, source } = by;
        const all = by.told === undefined ? metadata : { ...metadata, ...by.told };
        const told = all && JSON.stringify(all);
        const place = [organizationId, workspaceId, userId, userEmail];
        return tx.query(INSERT_ENTRY, [...place, action, service, status, source, told, partnerId]);
      });
    } catch (error) {
      if (asksToRunAgain(error)) throw error;
      this.logger.error(
        { err: error, action, service, organizationId, workspaceId, partnerId },
        'audit event could not be written',
      );
    }
  }
}

/**
 * What a module writes entries about, once where the module is loaded; several modules may write about the same.
 * Nothing else makes a writer, so no entry is about what no module declares.
 */
export const declareAudited = (service: string): Audited => Audited.declare(service);
