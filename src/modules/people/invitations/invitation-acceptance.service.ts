import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/access/declaration/caller.js';
import { StandingCredential } from '../../../kernel/access/declaration/standing-credential.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { invitationAudit } from './invitation.audit.js';
import type { Person } from '../identity/users/person.js';
import { UsersService } from '../identity/users/users.service.js';
import { OnboardingService } from '../onboarding/onboarding.service.js';
import { MappedRoles } from '../organizations/mapped-roles.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import type { AcceptedInvitationResponse } from './dto/invitation.dto.js';
import { type Invitation, InvitationStore } from './invitation-store.js';
import { invitationErrors } from './invitation.errors.js';
import { identityErrors } from '../identity/model/identity.errors.js';

/** Joining an organization by invitation (01 §15.4 to 15.6). */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly store: InvitationStore,
    private readonly users: UsersService,
    private readonly organizations: OrganizationsService,
    private readonly mappedRoles: MappedRoles,
    private readonly onboarding: OnboardingService,
    private readonly standing: StandingCredential,
  ) {}

  /**
   * Membership, personal workspace and the invitation's end commit together. An overdue invitation is marked expired
   * and refused: the mark must be committed, so it leaves the transaction as a value and not as an error.
   */
  async accept(caller: Caller, token: string): Promise<AcceptedInvitationResponse> {
    const accepted = await this.db.tx(async (tx) => {
      const { person, invitation } = await this.lock(tx, caller, token);
      if (invitation.overdue) {
        await this.store.close(tx, invitation.id, 'expired');
        return null;
      }
      if (person.email !== invitation.email) throw new AppError(invitationErrors.invitation_of_another);
      await this.join(tx, person, invitation);
      await this.store.close(tx, invitation.id, 'accepted');
      const { id, organizationId, organizationName, role } = invitation;
      await invitationAudit.record(tx, { organizationId, by: actorOf(caller) }, 'accept', {
        invitationId: id,
        role,
      });
      return { organizationId, organizationName };
    });
    if (accepted === null) throw new AppError(invitationErrors.invitation_unusable);
    return accepted;
  }

  /**
   * The pending invitation and the person, neither of whom can change until the transaction ends. The organization
   * is only known from the invitation, so the invitation is read again once the organization is locked.
   */
  private async lock(
    tx: Tx,
    caller: Caller,
    token: string,
  ): Promise<{ person: Person; invitation: Invitation }> {
    await this.onboarding.lockPerson(tx, caller.email);
    const found = await this.store.findByToken(tx, token);
    if (found === null) throw new AppError(invitationErrors.invitation_unusable);
    await this.organizations.lockOrganization(tx, found.organizationId);
    await this.standing.lock(tx, caller);
    const person = await this.users.lock(tx, caller.userId);
    if (person === null) throw new AppError(identityErrors.session_missing);
    const invitation = await this.store.findByToken(tx, token);
    if (invitation?.status !== 'pending') throw new AppError(invitationErrors.invitation_unusable);
    return { person, invitation };
  }

  /** A membership of any status is left as it is: an invitation is no way back in (05 §2.11.3). */
  private async join(tx: Tx, person: Person, { organizationId, role }: Invitation): Promise<void> {
    if (!(await this.organizations.admit(tx, organizationId, person.id, role))) return;
    await this.onboarding.provisionWorkspace(tx, person, organizationId, { joins: true });
    // Groups a directory put them into before they came decide over the invited role (05 §2.11.4).
    await this.mappedRoles.apply(tx, { organizationId, userIds: [person.id], source: 'app' });
    await this.epochs.raise(tx, { organization: organizationId });
  }
}
