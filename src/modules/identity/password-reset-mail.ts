import { renderMail } from '../mail/mail-layout.js';
import type { MailMessage } from '../mail/mail.service.js';

/** The mail with the reset link of 01 §25; `expiresAt` ends both the link and the attempt to deliver it. */
export function passwordResetMail(to: string, link: string, expiresAt: Date): MailMessage {
  return {
    to,
    subject: 'Reset your Credential Gateway password',
    notAfter: expiresAt,
    requested: true,
    ...renderMail({
      heading: 'Reset your password',
      paragraph:
        'Somebody asked to reset the password of the Credential Gateway account with this email address. ' +
        'The link works once and for one hour. Setting a new password signs you out everywhere.',
      link: { label: 'Choose a new password', url: link },
      remark: 'If this was not you, ignore this mail: your password stays as it is.',
    }),
  };
}
