import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import type { AuditSource } from '../../foundation/audit/model/audit-origin.js';

/** Whose place in groups, or whose standing, has just changed, and by what kind of request. */
export interface RoleTrigger {
  organizationId: string;
  userIds: readonly string[];
  source: AuditSource;
}

type Resolution = (tx: Tx, trigger: RoleTrigger) => Promise<void>;

/**
 * Port for roles that follow from groups (05 §4.3). Whoever admits somebody or changes who they are asks here, under the
 * organization's lock; the module that has the mappings answers. With none registered roles stay as they are.
 */
@Injectable()
export class MappedRoles {
  private resolution: Resolution = () => Promise.resolve();

  register(resolution: Resolution): void {
    this.resolution = resolution;
  }

  /** Never fails the request that asks (05 §4.3.6). */
  apply(tx: Tx, trigger: RoleTrigger): Promise<void> {
    return trigger.userIds.length === 0 ? Promise.resolve() : this.resolution(tx, trigger);
  }
}
