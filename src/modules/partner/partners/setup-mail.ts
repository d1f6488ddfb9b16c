import { renderMail } from '../../foundation/mail/mail-layout.js';
import type { MailMessage } from '../../foundation/mail/mail.service.js';

/** The mail with the link that gives an account its first password (07 A12.4). */
export function setupMail(to: string, setupUrl: string, expiresAt: Date): MailMessage {
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
