import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { MappedRoles } from '../../people/organizations/mapped-roles.js';
import { PrincipalRemovals } from '../../people/organizations/principal-removals.js';
import { groupAudit } from './group.audit.js';
import { GroupStore } from './group-store.js';

export interface RemovedGroup {
  organizationId: string;
  groupId: string;
  name: string;
  by: AuditActor;
}

/** The end of a group with all that named it (05 §3.5), whoever ends it; under the organization's lock. */
@Injectable()
export class GroupRemoval {
  constructor(
    private readonly epochs: Epochs,
    private readonly store: GroupStore,
    private readonly policySets: PolicySetsService,
    private readonly removals: PrincipalRemovals,
    private readonly mappedRoles: MappedRoles,
  ) {}

  /** No rule comes to stand for everybody by it: one that named nobody else is switched off (05 §3.6). */
  async remove(tx: Tx, { organizationId, groupId, name, by }: RemovedGroup): Promise<void> {
    const userIds = await this.store.delete(tx, groupId);
    const disabledRules = await this.policySets.removeGroup(tx, organizationId, groupId);
    await this.removals.announce(tx, { organizationId, type: 'group', id: groupId });
    await this.epochs.raise(tx, { organization: organizationId });
    await groupAudit.record(tx, { organizationId, by }, 'delete', { groupId, name, disabledRules });
    await this.mappedRoles.apply(tx, { organizationId, userIds, source: by.source });
  }
}
