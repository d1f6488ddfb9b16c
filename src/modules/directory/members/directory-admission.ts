import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { OwnedIdentities } from '../../people/identity/accounts/owned-identities.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import { InvitationsService } from '../../people/invitations/invitations.service.js';
import { memberAudit } from '../../people/organizations/member.audit.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import { Seats } from '../../people/organizations/seats.js';

export interface AdmittedPerson {
  organizationId: string;
  email: string;
  /** Never overwrites the name of an account that exists. */
  name: string | null;
  /** How they come, for the audit log of an invitation that is closed by it; who comes by themselves has its role. */
  via: 'api' | 'scim' | 'sso';
  by: AuditActor;
  /** What else the audit log says of how they came. */
  told?: Readonly<Record<string, unknown>>;
}

export interface Admitted {
  userId: string;
  /** Nobody had the address: the account has the name that was given, and is in no other organization. */
  created: boolean;
}

/**
 * Somebody becomes a member without being asked (05 §2.9): an account that exists joins, otherwise one without any way
 * to sign in is made. The caller holds person and organization, and has seen that they are no member.
 */
@Injectable()
export class DirectoryAdmission {
  constructor(
    private readonly epochs: Epochs,
    private readonly organizations: OrganizationsService,
    private readonly seats: Seats,
    private readonly users: UsersService,
    private readonly identities: OwnedIdentities,
    private readonly invitations: InvitationsService,
  ) {}

  /** The invitation first: its seat is the one the person takes. */
  async admit(tx: Tx, { organizationId, email, name, via, by, told }: AdmittedPerson): Promise<Admitted> {
    const invited = await this.invitations.closeByJoining(tx, { organizationId, email, via, by });
    const role = (via === 'sso' && invited) || 'member';
    await this.seats.requireRoom(tx, organizationId);
    const { person, created } = await this.users.ensureFor(tx, organizationId, { email, name });
    await this.organizations.admit(tx, organizationId, person.id, role);
    // Somebody this organization sent away once, with their sign-in, comes back with it.
    if (!created) await this.identities.switchOn(tx, { organizationId, userId: person.id });
    await this.epochs.raise(tx, { organization: organizationId });
    const metadata = {
      targetUserId: person.id,
      email,
      userCreated: created,
      ...(via === 'sso' && { role }),
      ...told,
    };
    await memberAudit.record(tx, { organizationId, by }, 'create', metadata);
    return { userId: person.id, created };
  }
}
