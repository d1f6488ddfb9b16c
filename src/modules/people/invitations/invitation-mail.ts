import { truncate } from '../../../domain/text/truncate.js';
import { mailName } from '../../../domain/text/mail-name.js';
import { isPlaceholderAddress } from '../../../domain/text/placeholder-address.js';
import { renderMail } from '../../foundation/mail/mail-layout.js';
import type { MailMessage } from '../../foundation/mail/mail.service.js';

export interface InvitationLetter {
  to: string;
  organizationName: string;
  invitedByEmail: string;
  joinUrl: string;
  expiresAt: Date;
}

const NAME_MAX = 100;

/** The mail with the link of 01 §25. */
export function invitationMail(letter: InvitationLetter): MailMessage {
  const { to, organizationName, invitedByEmail, joinUrl, expiresAt } = letter;
  return {
    to,
    subject: 'You are invited to an organization on Credential Gateway',
    notAfter: expiresAt,
    requested: false,
    ...renderMail({
      heading: 'You are invited',
      paragraph:
        `${inviting(invitedByEmail)} to join ${organizationIn(organizationName)} on Credential Gateway. ` +
        'Sign in or sign up with this email address to accept. The link works for 7 days.',
      link: { label: 'Accept the invitation', url: joinUrl },
      remark: 'If you do not expect this, ignore this mail: nothing happens until you accept.',
    }),
  };
}

/** Nobody knows the placeholder of an unclaimed organization, in whose name a key of it invites (05 §1.7). */
function inviting(invitedByEmail: string): string {
  if (isPlaceholderAddress(invitedByEmail)) return 'You are invited';
  return `${mailName(invitedByEmail, 'Somebody')} invites you`;
}

function organizationIn(name: string): string {
  const line = asOneLine(name);
  return mailName(line, '') === '' ? 'an organization' : `the organization "${line}"`;
}

/** The name is whatever its owner chose: it must not look like a text of ours with links of its own. */
function asOneLine(name: string): string {
  return truncate(name.replace(/\s+/g, ' ').trim(), NAME_MAX);
}
