import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { SsoRequirement } from '../../../kernel/access/queries/sso-requirement.js';
import type { Tx } from '../../../kernel/database/database.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import { MailService, type MailMessage } from '../../foundation/mail/mail.service.js';
import { normalizeEmail } from '../../people/identity/model/email-address.js';
import { PasswordResetService } from '../../people/identity/password-reset/password-reset.service.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import { OnboardingService } from '../../people/onboarding/onboarding.service.js';
import type { PartnerMemberEntity } from './partner-member.entity.js';
import { type PartnerMember, PartnerMembersStore } from './partner-members.store.js';
import { partnerErrors } from './partner.errors.js';
import { renderMail } from '../../foundation/mail/mail-layout.js';

export interface SetupLink {
  setupUrl: string;
  expiresAt: Date;
}

/** Who may sign in to a partner's portal, and the link with which they first do (07 A12). */
@Injectable()
export class PartnerPeople {
  private readonly hasPasswords: boolean;

  constructor(
    configuration: Configuration,
    private readonly store: PartnerMembersStore,
    private readonly users: UsersService,
    private readonly onboarding: OnboardingService,
    private readonly resets: PasswordResetService,
    private readonly sso: SsoRequirement,
    private readonly mail: MailService,
  ) {
    this.hasPasswords = configuration.edition === 'onprem';
  }

  /** The address as accounts have it; refuses what nobody can have. */
  addressOf(text: string): string {
    const email = normalizeEmail(text);
    if (email === null) throw invalidRequest('email must be an address people can have');
    return email;
  }

  /** Makes the account if there is none. Whoever joins an organization at the same time is waited for. */
  async add(
    tx: Tx,
    { partnerId, role, email }: Pick<PartnerMemberEntity, 'partnerId' | 'role'> & { email: string },
  ): Promise<PartnerMember> {
    await this.onboarding.lockPerson(tx, email);
    const { person } = await this.users.ensureFor(tx, null, { email, name: null });
    const { id: userId } = person;
    if (!(await this.store.insert(tx, { userId, partnerId, role })))
      throw new AppError(partnerErrors.partner_member_exists);
    return (await this.store.find(tx, partnerId, userId))!;
  }

  /** Null for whom a link would let somebody else in (ADR 91). Mailed, where mail is configured. */
  async setUp(
    tx: Tx,
    { userId, email, partnerId }: Pick<PartnerMember, 'userId' | 'email' | 'partnerId'>,
    dashboard: string,
  ): Promise<SetupLink | null> {
    if (!this.hasPasswords || (await this.sso.otherWaysIn(tx, email)) !== 'open') return null;
    const issued = await this.resets.setUp(tx, userId);
    if (issued === null) return null;
    const setupUrl = `${dashboard}/auth/reset-password?token=${issued.token}`;
    const { expiresAt } = issued;
    if (this.mail.deliveryConfigured)
      await this.mail.enqueue(tx, partnerId, setupMail(email, setupUrl, expiresAt));
    return { setupUrl, expiresAt };
  }
}

/** The mail with the link that gives an account its first password (07 A12.4). */
function setupMail(to: string, setupUrl: string, expiresAt: Date): MailMessage {
  return {
    to,
    subject: 'Set up your Credential Gateway account',
    notAfter: expiresAt,
    requested: false,
    ...renderMail({
      heading: 'Set up your account',
      paragraph:
        'An account was made for this email address, to sign in to the portal of a partner of Credential Gateway. ' +
        'The link works once and for 7 days.',
      link: { label: 'Choose a password', url: setupUrl },
      remark: 'If you do not expect this, ignore this mail.',
    }),
  };
}
