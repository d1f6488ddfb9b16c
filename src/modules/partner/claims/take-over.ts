import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { actingPerson } from '../../foundation/audit/model/audit-origin.js';
import { organizationAudit } from '../../foundation/operator/organization.audit.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { ScimTokensService } from '../../directory/scim-tokens/scim-tokens.service.js';
import type { Person } from '../../people/identity/users/person.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import { InvitationsService } from '../../people/invitations/invitations.service.js';
import { Ownership } from '../../people/organizations/ownership.js';
import { isPlaceholder } from '../../people/organizations/placeholders.js';
import { PrincipalRemovals } from '../../people/organizations/principal-removals.js';
import { WorkspaceBindings } from '../../people/workspaces/workspace-bindings.js';
import {
  type PartnerOrganization,
  PartnerOrganizationsStore,
} from '../partners/partner-organizations.store.js';
import type { PartnerKeys } from './dto/claim.dto.js';

interface Hands {
  from: string;
  to: string;
}

/** What makes an organization the claimer's (07 A7.4). Everything in it stays as it is but the keys the partner knows. */
@Injectable()
export class TakeOver {
  constructor(
    private readonly epochs: Epochs,
    private readonly store: PartnerOrganizationsStore,
    private readonly users: UsersService,
    private readonly ownership: Ownership,
    private readonly removals: PrincipalRemovals,
    private readonly invitations: InvitationsService,
    private readonly bindings: WorkspaceBindings,
    private readonly apiKeys: ApiKeysService,
    private readonly scimTokens: ScimTokensService,
    private readonly policySets: PolicySetsService,
  ) {}

  /** Partner, organization and person are locked, and nobody has claimed it. */
  async perform(
    tx: Tx,
    person: Person,
    { organization, partnerKeys }: { organization: PartnerOrganization; partnerKeys: PartnerKeys },
  ): Promise<void> {
    const { id, partnerId, organizationId, workspaceId: projectId } = organization;
    const hands = { from: organization.placeholderUserId!, to: person.id };
    await this.ownership.handOver(tx, organizationId, hands);
    await this.bindings.handOverAll(tx, organizationId, hands);
    const keysEnded = partnerKeys === 'end' ? await this.endKeys(tx, organizationId, hands) : 0;
    if (partnerKeys === 'keep') await this.apiKeys.handOverAll(tx, organizationId, hands);
    await this.erase(tx, organizationId, hands.from);
    await this.users.completeOnboarding(tx, person.id);
    const { email } = person;
    await this.store.markClaimed(tx, id, { userId: person.id, email });
    const by = actingPerson(person.id, email, 'api');
    await this.invitations.closeByJoining(tx, { organizationId, email, via: 'claim', by });
    await organizationAudit.record(tx, { organizationId, by }, 'claim', {
      email,
      projectId,
      partnerKeys,
      keysEnded,
    });
    await organizationAudit.record(tx, { partnerId, by }, 'claim', { organizationId, email });
  }

  /**
   * Those of the placeholder, and of accounts that were prepared with its key: whoever prepared one has seen its key. Its
   * SCIM tokens write people and groups, so they end as well.
   */
  private async endKeys(tx: Tx, organizationId: string, { from }: Hands): Promise<number> {
    const prepared = await tx.query<{ userId: string }>(
      `SELECT u.id AS "userId" FROM memberships m JOIN users u ON u.id = m.user_id
       WHERE m.organization_id = $1 AND ${isPlaceholder('u.email')} ORDER BY u.id`,
      [organizationId],
    );
    let ended = await this.scimTokens.revokeMadeBy(tx, { organizationId, userId: from });
    for (const userId of new Set([from, ...prepared.map((each) => each.userId)])) {
      await this.apiKeys.lockAllOf(tx, userId, organizationId);
      ended += await this.apiKeys.revokeAll(tx, { organizationId, userId });
    }
    return ended;
  }

  /** Nothing refers to it any more; what it wrote keeps its address as text. */
  private async erase(tx: Tx, organizationId: string, placeholder: string): Promise<void> {
    await this.users.delete(tx, placeholder);
    await this.policySets.removeUser(tx, organizationId, placeholder);
    await this.removals.announce(tx, { organizationId, type: 'user', id: placeholder });
    await this.epochs.raise(tx, { organization: organizationId });
  }
}
