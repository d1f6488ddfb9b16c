import { renderMail } from '../../../foundation/mail/mail-layout.js';
import type { MailMessage } from '../../../foundation/mail/mail.service.js';
import type { Person } from '../users/person.js';

/** What else happens to the account, said before it does (R28). */
const OF_A_PROVED_ADDRESS =
  'Your API keys stay valid; if somebody else may know them, replace them after signing in.';
const OF_A_NEW_ADDRESS =
  'Nobody has shown yet that this address belongs to whoever made the account, so a new password also ends the ' +
  'API keys of the account, and in organizations without another member all tokens of agents and all open ' +
  'invitations: programs that use them have to be given new ones. If you did not make the account yourself, look ' +
  'at what is stored in it before you add anything of yours.';

/** The mail with the reset link of 01 §25; `expiresAt` ends both the link and the attempt to deliver it. */
export function passwordResetMail(
  { email, emailVerified }: Pick<Person, 'email' | 'emailVerified'>,
  link: string,
  expiresAt: Date,
): MailMessage {
  return {
    to: email,
    subject: 'Reset your Credential Gateway password',
    notAfter: expiresAt,
    requested: true,
    ...renderMail({
      heading: 'Reset your password',
      paragraph:
        'Somebody asked to reset the password of the Credential Gateway account with this email address. ' +
        'The link works once and for one hour. Setting a new password signs you out everywhere. ' +
        (emailVerified ? OF_A_PROVED_ADDRESS : OF_A_NEW_ADDRESS),
      link: { label: 'Choose a new password', url: link },
      remark: 'If this was not you, ignore this mail: your password stays as it is.',
    }),
  };
}
