import { Injectable } from '@nestjs/common';
import { isPlaceholderAddress } from '../../../domain/naming/placeholder-address.js';
import type { OrganizationCaller } from '../../../kernel/access/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import { actorOf, organizationOriginOf } from '../../foundation/audit/audit-origin.js';
import { OwnedIdentities } from '../../people/identity/owned-identities.js';
import { UsersService } from '../../people/identity/users.service.js';
import { invitationErrors } from '../../people/invitations/invitation.errors.js';
import { InvitationsService } from '../../people/invitations/invitations.service.js';
import { OnboardingService } from '../../people/onboarding/onboarding.service.js';
import { AdministratorLock } from '../../people/organizations/administrator-lock.js';
import { memberAudit } from '../../people/organizations/member.audit.js';
import { MembersService } from '../../people/organizations/members.service.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import { Seats } from '../../people/organizations/seats.js';
import type { CreatedMemberResponse } from './dto/member.dto.js';
import type { CreateMemberRequest } from './dto/member-requests.dto.js';

/** People an administrator puts into the organization without asking them (05 §2.4, §2.9). */
@Injectable()
export class MemberCreation {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly administrators: AdministratorLock,
    private readonly organizations: OrganizationsService,
    private readonly members: MembersService,
    private readonly seats: Seats,
    private readonly users: UsersService,
    private readonly identities: OwnedIdentities,
    private readonly invitations: InvitationsService,
    private readonly onboarding: OnboardingService,
  ) {}

  /** `already_a_member` in any status. Nobody is written to, and no workspace is made before they sign in. */
  create(caller: OrganizationCaller, request: CreateMemberRequest): Promise<CreatedMemberResponse> {
    if (isPlaceholderAddress(request.email)) throw invalidRequest('email must be an address people can have');
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.onboarding.lockPerson(tx, request.email);
      await this.administrators.take(tx, caller);
      const { userId, created } = await this.admit(tx, caller, request);
      await this.epochs.raise(tx, { organization: organizationId });
      const metadata = { targetUserId: userId, email: request.email, userCreated: created };
      await memberAudit.record(tx, organizationOriginOf(caller), 'create', metadata);
      const { email, name, joinedAt } = await this.members.require(tx, organizationId, userId);
      return { userId, email, name, role: 'member', status: 'active', joinedAt: joinedAt.toISOString() };
    });
  }

  /** The invitation first: its seat is the one the person takes. */
  private async admit(
    tx: Tx,
    caller: OrganizationCaller,
    { email, name }: CreateMemberRequest,
  ): Promise<{ userId: string; created: boolean }> {
    const { organizationId } = caller;
    if (await this.organizations.hasMemberWithEmail(tx, organizationId, email))
      throw new AppError(invitationErrors.already_a_member);
    await this.invitations.closeByJoining(tx, { organizationId, email, via: 'api', by: actorOf(caller) });
    await this.seats.requireRoom(tx, organizationId);
    const { person, created } = await this.users.ensureFor(tx, organizationId, {
      email,
      name: name ?? null,
    });
    await this.organizations.admit(tx, organizationId, person.id, 'member');
    // Somebody this organization sent away once, with their sign-in, comes back with it.
    await this.identities.switchOn(tx, { organizationId, userId: person.id });
    return { userId: person.id, created };
  }
}
