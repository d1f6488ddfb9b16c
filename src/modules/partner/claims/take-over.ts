import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { actingPerson } from '../../foundation/audit/audit-origin.js';
import { organizationAudit } from '../../foundation/operator/organization.audit.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import type { Person } from '../../people/identity/person.js';
import { UsersService } from '../../people/identity/users.service.js';
import { InvitationsService } from '../../people/invitations/invitations.service.js';
import { Ownership } from '../../people/organizations/ownership.js';
import { PrincipalRemovals } from '../../people/organizations/principal-removals.js';
import { WorkspaceBindings } from '../../people/workspaces/workspace-bindings.js';
import {
  type PartnerOrganization,
  PartnerOrganizationsStore,
} from '../partners/partner-organizations.store.js';

/** What makes an organization the claimer's (07 A7.4). Everything in it stays as it is, keys and tokens too. */
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
    private readonly policySets: PolicySetsService,
  ) {}

  /** Partner, organization and person are locked, and nobody has claimed it. */
  async perform(tx: Tx, person: Person, organization: PartnerOrganization): Promise<void> {
    const { id, partnerId, organizationId, workspaceId: projectId } = organization;
    const hands = { from: organization.placeholderUserId!, to: person.id };
    await this.ownership.handOver(tx, organizationId, hands);
    await this.bindings.handOverAll(tx, organizationId, hands);
    await this.apiKeys.handOverAll(tx, organizationId, hands);
    await this.erase(tx, organizationId, hands.from);
    await this.users.completeOnboarding(tx, person.id);
    const { email } = person;
    await this.store.markClaimed(tx, id, { userId: person.id, email });
    const by = actingPerson(person.id, email, 'api');
    await this.invitations.closeByJoining(tx, { organizationId, email, via: 'claim', by });
    await organizationAudit.record(tx, { organizationId, by }, 'claim', { email, projectId });
    await organizationAudit.record(tx, { partnerId, by }, 'claim', { organizationId, email });
  }

  /** Nothing refers to it any more; what it wrote keeps its address as text. */
  private async erase(tx: Tx, organizationId: string, placeholder: string): Promise<void> {
    await this.users.delete(tx, placeholder);
    await this.policySets.removeUser(tx, organizationId, placeholder);
    await this.removals.announce(tx, { organizationId, type: 'user', id: placeholder });
    await this.epochs.raise(tx, { organization: organizationId });
  }
}
