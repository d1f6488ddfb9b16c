import { Injectable } from '@nestjs/common';
import { RunAgain, type Tx } from '../../../../../kernel/database/database.js';
import type { Person } from '../../../../people/identity/users/person.js';
import { UsersService } from '../../../../people/identity/users/users.service.js';
import { OnboardingService } from '../../../../people/onboarding/onboarding.service.js';
import { OrganizationsService } from '../../../../people/organizations/organizations.service.js';
import { DomainsService } from '../../../domains/domains.service.js';
import { SsoIdentities } from '../../../sso-identities/sso-identities.service.js';
import { SsoConnections } from '../../connections/store/sso-connections.service.js';
import { identityHash, type ProvedIdentity } from './proved-identity.js';
import { type SsoRefusalCode, SsoRefused } from '../refusals/sso-refused.js';

/** Who it is, when they may come in. */
export interface Recognised {
  /** Null for somebody who has no account yet. */
  person: Person | null;
  /** The account is known by the subject, and not by its address alone. */
  linked: boolean;
  /** They become a member by this sign-in. */
  joins: boolean;
}

/**
 * Decides whose sign-in it is and whether it is one (05 §8.7 steps 1 to 6). From here on the person and the
 * organization are locked: of several first sign-ins of one person the second finds what the first made.
 */
@Injectable()
export class SsoRecognition {
  constructor(
    private readonly connections: SsoConnections,
    private readonly domains: DomainsService,
    private readonly identities: SsoIdentities,
    private readonly users: UsersService,
    private readonly organizations: OrganizationsService,
    private readonly onboarding: OnboardingService,
  ) {}

  /** Throws `SsoRefused`. */
  async of(tx: Tx, proved: ProvedIdentity): Promise<Recognised> {
    const { organizationId, connectionId, email } = proved;
    const holder = await this.lock(tx, proved);
    // It may have been disabled or deleted while the person was at the provider.
    const usable = await this.connections.byId(connectionId, tx);
    if (usable === null) throw refused('sso_unavailable', 'The connection is no longer in use', email);
    // Whoever owns a domain is trusted with the accounts on it, and nobody else is (05 §8.7 step 2).
    const domain = email.slice(email.lastIndexOf('@') + 1);
    if (!(await this.domains.isVerified(tx, organizationId, domain)))
      throw refused('sso_domain_not_verified', 'The organization has not verified the domain', email);
    const person = holder ?? (await this.byEmail(tx, proved));
    const joins = await this.judgeMembership(tx, proved, { person, jitEnabled: usable.jitEnabled });
    return { person, linked: holder !== null, joins };
  }

  /** The account of the subject, locked with everything that a sign-in may change; null when there is none. */
  private async lock(
    tx: Tx,
    { organizationId, issuer, subject, email }: ProvedIdentity,
  ): Promise<Person | null> {
    const holder = () => this.holder(tx, { organizationId, issuer, subject });
    const known = (await holder())?.email ?? email;
    const emails = [...new Set([email, known])].sort();
    for (const each of emails) await this.onboarding.lockPerson(tx, each);
    await this.organizations.lockAround(tx, organizationId, emails);
    const person = await holder();
    if (person === null) return null;
    const locked = await this.users.lock(tx, person.id);
    if (locked === null || !emails.includes(locked.email))
      throw new RunAgain('The account changed while it was being locked');
    return locked;
  }

  private async holder(
    tx: Tx,
    identity: Pick<ProvedIdentity, 'organizationId' | 'issuer' | 'subject'>,
  ): Promise<Person | null> {
    const userId = await this.identities.holder(tx, identity);
    return userId === null ? null : this.users.find(tx, userId);
  }

  /** A recycled address must not inherit an account: its own subject stays with it (05 §8.7 step 4). */
  private async byEmail(tx: Tx, { organizationId, issuer, email }: ProvedIdentity): Promise<Person | null> {
    const found = await this.users.findByEmail(tx, email);
    if (found === null) return null;
    const person = await this.users.lock(tx, found.id);
    if (person?.email !== email) throw new RunAgain('The account changed while it was being locked');
    const other = await this.identities.of(tx, { organizationId, userId: person.id });
    if (other?.issuer === issuer)
      throw new SsoRefused('sso_identity_conflict', 'The account is linked to another subject', {
        attempt: { userId: person.id, email, conflict: { previousIdentity: identityHash(other) } },
      });
    return person;
  }

  /** Whether they are no member yet and may become one. */
  private async judgeMembership(
    tx: Tx,
    { organizationId, email }: ProvedIdentity,
    { person, jitEnabled }: { person: Person | null; jitEnabled: boolean },
  ): Promise<boolean> {
    const membership = person && (await this.organizations.membership(tx, organizationId, person.id));
    const userId = person?.id;
    if (membership?.status === 'suspended')
      throw refused('sso_suspended', 'The membership is suspended', email, userId);
    const joins = membership === null;
    // Whom this organization sent away, with their sign-in, it lets in again by letting them join.
    const byItself = joins && person?.deactivatedByOrganizationId === organizationId;
    if (person !== null && person.deactivatedAt !== null && !byItself)
      throw refused('sso_suspended', 'The sign-in of the account is switched off', email, userId);
    if (joins && !jitEnabled)
      throw refused('sso_not_provisioned', 'Nobody joins by signing in here', email, userId);
    return joins;
  }
}

function refused(code: SsoRefusalCode, reason: string, email: string, userId?: string): SsoRefused {
  return new SsoRefused(code, reason, { attempt: { email, ...(userId !== undefined && { userId }) } });
}
