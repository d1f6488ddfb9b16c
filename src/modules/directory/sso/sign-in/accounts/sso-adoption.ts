import { Injectable } from '@nestjs/common';
import { RunAgain, type Tx } from '../../../../../kernel/database/database.js';
import { AppError } from '../../../../../kernel/errors/app-error.js';
import { fromConstraintViolation } from '../../../../../kernel/errors/constraint-violation.js';
import { actingPerson } from '../../../../foundation/audit/model/audit-origin.js';
import { editionErrors } from '../../../../foundation/editions/edition.errors.js';
import { authAudit } from '../../../../people/identity/model/auth.audit.js';
import { EmailChanges } from '../../../../people/identity/password-reset/email-changes.js';
import { identityErrors } from '../../../../people/identity/model/identity.errors.js';
import { ManagedAccounts } from '../../../../people/identity/accounts/managed-accounts.js';
import type { Person } from '../../../../people/identity/users/person.js';
import { UsersService } from '../../../../people/identity/users/users.service.js';
import { OnboardingService } from '../../../../people/onboarding/onboarding.service.js';
import { DirectoryAdmission } from '../../../members/directory-admission.js';
import { SsoIdentities } from '../../../sso-identities/sso-identities.service.js';
import { identityHash, type ProvedIdentity } from './proved-identity.js';
import { type LinkConsent, SsoConsents } from './sso-consents.js';
import type { Recognised } from './sso-recognition.js';
import { SsoRefused } from '../refusals/sso-refused.js';

/** Makes the account what the sign-in says it is: there, linked, a member (05 §8.7 steps 3 to 6). */
@Injectable()
export class SsoAdoption {
  constructor(
    private readonly users: UsersService,
    private readonly consents: SsoConsents,
    private readonly emails: EmailChanges,
    private readonly identities: SsoIdentities,
    private readonly managed: ManagedAccounts,
    private readonly admission: DirectoryAdmission,
    private readonly onboarding: OnboardingService,
  ) {}

  /** The id of the account. All that was decided about is locked. Throws `SsoRefused` where no seat is left. */
  async adopt(
    tx: Tx,
    proved: ProvedIdentity,
    { person, linked, joins }: Recognised,
    consent: LinkConsent,
  ): Promise<string> {
    if (person === null) return this.create(tx, proved);
    if (linked) await this.follow(tx, proved, person);
    else await this.link(tx, proved, person, consent);
    if (joins) await this.join(tx, proved, person, false);
    return person.id;
  }

  private async create(tx: Tx, proved: ProvedIdentity): Promise<string> {
    const { organizationId, email, name } = proved;
    const { person, created } = await this.users.ensureFor(tx, organizationId, { email, name });
    if (!created) throw new RunAgain('Somebody registered the address meanwhile');
    await this.users.markEmailVerified(tx, person.id);
    await this.join(tx, proved, person, true);
    return person.id;
  }

  /** What a stranger may have set up under an address nobody had proved ends before the link is made (R36.8). */
  private async link(tx: Tx, proved: ProvedIdentity, person: Person, consent: LinkConsent): Promise<void> {
    const { organizationId, connectionId } = proved;
    const { id, email } = person;
    const credentialsEnded = await this.consents.settle(tx, person, consent);
    const previous = await this.identities.of(tx, { organizationId, userId: id });
    await authAudit.record(tx, { organizationId, by: actingPerson(id, email, 'sso-login') }, 'update', {
      decision: 'link',
      connectionId,
      subjectHash: identityHash(proved),
      previousIdentity: previous && identityHash(previous),
      credentialsEnded,
      consent: consent.kind,
    });
  }

  /** The account gets the address the provider says, if it is free and the organization manages it (05 §8.7 step 3, R39). */
  private async follow(
    tx: Tx,
    { organizationId, connectionId, email }: ProvedIdentity,
    person: Person,
  ): Promise<void> {
    if (person.email === email) return;
    const member = { organizationId, userId: person.id };
    const standing = await this.managed.judge(tx, member);
    if (standing === null) throw new RunAgain('The account was deleted');
    if (!standing.managed || (await this.users.findByEmail(tx, email)) !== null) return;
    const followed = await tx
      .savepoint(() => this.emails.apply(tx, member, email).then(() => true))
      .catch((error: unknown) => {
        // Registered since we looked: then it is in use.
        if (fromConstraintViolation(error)?.definition !== identityErrors.email_taken) throw error;
        return false;
      });
    if (!followed) return;
    const by = actingPerson(person.id, email, 'sso-login');
    await authAudit.record(tx, { organizationId, by }, 'update', {
      connectionId,
      email,
      previousEmail: person.email,
    });
  }

  /** With a workspace of their own. The person and the organization are locked, and they are no member. */
  async join(
    tx: Tx,
    {
      organizationId,
      connectionId,
      email,
      name,
    }: Pick<ProvedIdentity, 'organizationId' | 'connectionId' | 'email' | 'name'>,
    person: Person,
    userCreated: boolean,
  ): Promise<void> {
    const by = actingPerson(person.id, email, 'sso-jit');
    const told = { connectionId, userCreated };
    try {
      await this.admission.admit(tx, { organizationId, email, name, via: 'sso', by, told });
    } catch (error) {
      if (!(error instanceof AppError) || error.definition !== editionErrors.quota_exhausted) throw error;
      throw new SsoRefused('sso_not_provisioned', 'No seat is left', { cause: error, attempt: { email } });
    }
    const named = { id: person.id, email, name: person.name ?? name };
    await this.onboarding.provisionWorkspace(tx, named, organizationId, { joins: true });
  }
}
