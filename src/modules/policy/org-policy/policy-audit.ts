import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/caller.js';
import type { Tx } from '../../../kernel/database/database.js';
import { actorOf } from '../../foundation/audit/audit-event.js';
import { type AuditAction, declareAudited } from '../../foundation/audit/audit-vocabulary.js';
import { AuditService } from '../../foundation/audit/audit.service.js';

declareAudited('policy');

/** Writes to the organization's rules belong to no workspace and outlive all of them (01 §24). */
@Injectable()
export class PolicyAudit {
  constructor(private readonly audit: AuditService) {}

  record(
    tx: Tx,
    caller: OrganizationCaller,
    action: AuditAction,
    metadata: Record<string, unknown>,
  ): Promise<void> {
    const { organizationId } = caller;
    return this.audit.record(tx, {
      organizationId,
      by: actorOf(caller),
      action,
      service: 'policy',
      metadata,
    });
  }
}
