import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { apiKeyAudit } from '../../foundation/api-keys/api-key.audit.js';
import { OwnedIdentities } from '../identity/accounts/owned-identities.js';
import { memberAudit } from '../organizations/member.audit.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { PrincipalRemovals } from '../organizations/principal-removals.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import {
  workspacesToDelete,
  lockDoomedWorkspaces,
  type Member,
  withChannelApps,
} from './workspaces-to-delete.js';
import type { DepartingWorkspaceResponse } from './dto/member-removal.dto.js';

/** Who ends the membership and how the trail words it (01 §18.7 rule 5). */
export interface MembershipEnd {
  by: AuditActor;
  metadata:
    | { removedUserId: string }
    | { targetUserId: string; email: string }
    | { leftOrganization: true; accountDeleted?: true };
  /** The organization sends the person away, so an identity that is its own ends as well (05 §2.7.6). */
  sentAway?: true;
}

/**
 * What ending a membership takes along, whoever ends it: the person themselves, an administrator, or the deletion
 * of the account (01 §18.7, 05 §2.7). What the person made in workspaces that stay, stays.
 */
@Injectable()
export class MemberRemovalService {
  constructor(
    private readonly configuration: Configuration,
    private readonly epochs: Epochs,
    private readonly apiKeys: ApiKeysService,
    private readonly organizations: OrganizationsService,
    private readonly policySets: PolicySetsService,
    private readonly workspaces: WorkspacesService,
    private readonly identities: OwnedIdentities,
    private readonly removals: PrincipalRemovals,
  ) {}

  /** The workspaces `depart` would delete, oldest first. */
  async preview(q: Queryable, member: Member): Promise<DepartingWorkspaceResponse[]> {
    return withChannelApps(q, await workspacesToDelete(q, member));
  }

  /**
   * Ends the membership of somebody who is not the owner. The caller has locked the organization
   * (`OrganizationsService.lockOrganization`) and has made sure that there is a membership to end.
   *
   * The membership goes first: whoever is giving the person a key, a workspace or a place in a rule has locked that row,
   * so all of it is either finished, and found here, or refused.
   */
  async depart(tx: Tx, member: Member, { by, metadata, sentAway }: MembershipEnd): Promise<void> {
    const { organizationId, userId } = member;
    const revocation = sentAway && (await this.identities.switchOff(tx, member));
    // Before the membership, like `switchOff`: a call holds the key it came with and then asks for the membership.
    await this.apiKeys.lockAllOf(tx, userId, organizationId);
    await this.organizations.endMembership(tx, organizationId, userId);
    for (const { id } of await lockDoomedWorkspaces(tx, member))
      await this.workspaces.deleteWithin(tx, { organizationId, workspaceId: id }, by);
    const revokedCount = await this.apiKeys.revokeAll(tx, member);
    await this.workspaces.unbind(tx, organizationId, userId);
    const disabledRules = await this.policySets.removeUser(tx, organizationId, userId);
    await this.removals.announce(tx, { organizationId, type: 'user', id: userId });
    // Whom agents act for and who holds their workspace has changed, in workspaces that stay too (R13).
    await this.epochs.raise(tx, { organization: organizationId });
    if (revokedCount > 0) {
      const revoked = { reason: 'member_removed', revokedCount };
      await apiKeyAudit.record(tx, { organizationId, by }, 'delete', revoked);
    }
    await memberAudit.record(tx, { organizationId, by }, 'delete', {
      ...metadata,
      ...(sentAway && this.configuration.entitled && { revocation }),
      ...(disabledRules.length > 0 && { disabledRules }),
    });
  }
}
