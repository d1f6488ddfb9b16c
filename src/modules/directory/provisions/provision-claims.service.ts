import { Injectable } from '@nestjs/common';
import { provisionedWorkspaceName } from '../../../domain/text/provisioned-names.js';
import type { Caller } from '../../../kernel/access/declaration/caller.js';
import { StandingCredential } from '../../../kernel/access/declaration/standing-credential.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { identityErrors } from '../../people/identity/model/identity.errors.js';
import type { Person } from '../../people/identity/users/person.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import { InvitationsService } from '../../people/invitations/invitations.service.js';
import { OnboardingService } from '../../people/onboarding/onboarding.service.js';
import { MappedRoles } from '../../people/organizations/mapped-roles.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import { WorkspaceBindings } from '../../people/workspaces/workspace-bindings.js';
import type { ClaimedProvisionResponse } from './dto/provision.dto.js';
import { provisionAudit } from './provision.audit.js';
import { provisionErrors } from './provision.errors.js';
import { type Provision, ProvisionStore } from './provision-store.js';
import { ProvisionTeardown } from './provision-teardown.service.js';

type Claimable = Provision & { workspaceId: string };

/** Taking a prepared account over (05 §11.4, §11.5). */
@Injectable()
export class ProvisionClaims {
  constructor(
    private readonly db: Database,
    private readonly store: ProvisionStore,
    private readonly teardown: ProvisionTeardown,
    private readonly standing: StandingCredential,
    private readonly users: UsersService,
    private readonly organizations: OrganizationsService,
    private readonly mappedRoles: MappedRoles,
    private readonly invitations: InvitationsService,
    private readonly onboarding: OnboardingService,
    private readonly bindings: WorkspaceBindings,
    private readonly apiKeys: ApiKeysService,
  ) {}

  /** One of several claims at once wins. The mark of an overdue link is committed, so its refusal leaves as a value. */
  async claim(caller: Caller, token: string): Promise<ClaimedProvisionResponse> {
    const claimed = await this.db.tx(async (tx) => {
      const { person, provision } = await this.lock(tx, caller, token);
      if (provision.overdue) {
        await this.store.markExpired(tx, provision.id);
        return null;
      }
      if (provision.workspaceId === null) throw new AppError(provisionErrors.claim_refused);
      await this.takeOver(tx, caller, person, provision as Claimable);
      const { organizationId } = provision;
      return { organizationId, organizationName: await this.organizations.nameOf(tx, organizationId) };
    });
    if (claimed === null) throw new AppError(provisionErrors.claim_refused);
    return claimed;
  }

  /** The organization is only known from the link, so the link is read again once the organization is locked. */
  private async lock(
    tx: Tx,
    caller: Caller,
    token: string,
  ): Promise<{ person: Person; provision: Provision }> {
    await this.onboarding.lockPerson(tx, caller.email);
    const found = await this.store.findByToken(tx, token);
    if (found === null) throw new AppError(provisionErrors.claim_refused);
    await this.organizations.lockOrganization(tx, found.organizationId);
    await this.standing.lock(tx, caller);
    const person = await this.users.lock(tx, caller.userId);
    if (person === null) throw new AppError(identityErrors.session_missing);
    const provision = await this.store.findByToken(tx, token);
    if (provision?.status !== 'pending') throw new AppError(provisionErrors.claim_refused);
    return { person, provision };
  }

  /** A membership there is, of any status, stays as it is: a link is no way back in (05 §11.5.1). */
  private async takeOver(tx: Tx, caller: Caller, person: Person, provision: Claimable): Promise<void> {
    const { id: provisionId, organizationId, workspaceId, role, userId: placeholder } = provision;
    const by = actorOf(caller);
    await this.organizations.admit(tx, organizationId, person.id, role);
    const hands = { from: placeholder, to: person.id };
    const name = provisionedWorkspaceName(person);
    await this.bindings.handOver(tx, workspaceId, { ...hands, name });
    await this.apiKeys.handOver(tx, { organizationId, workspaceId }, hands);
    await this.teardown.erasePlaceholder(tx, provision);
    if (provision.skipOnboarding) await this.users.completeOnboarding(tx, person.id);
    const { email } = person;
    await this.invitations.closeByJoining(tx, { organizationId, email, via: 'claim', by });
    const metadata = { provisionId, userId: person.id, workspaceId, role, email };
    await provisionAudit.record(tx, { organizationId, by }, 'accept', metadata);
    await this.mappedRoles.apply(tx, { organizationId, userIds: [person.id], source: by.source });
  }
}
