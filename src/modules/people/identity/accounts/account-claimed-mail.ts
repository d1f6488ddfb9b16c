import { renderMail } from '../../../foundation/mail/mail-layout.js';
import type { MailMessage } from '../../../foundation/mail/mail.service.js';
import type { ClaimImpact } from './claim-impacts.js';

const DELIVERED_WITHIN_MS = 24 * 3_600_000;

/** Tells the owner of the address what has ended, so that they know why programs stop working (R46). */
export function accountClaimedMail(email: string, ended: ClaimImpact, dashboardUrl: string): MailMessage {
  return {
    to: email,
    subject: 'Access to your Credential Gateway account was reset',
    notAfter: new Date(Date.now() + DELIVERED_WITHIN_MS),
    requested: false,
    ...renderMail({
      heading: 'Access to your account was reset',
      paragraph:
        'Somebody proved that this email address is theirs, by single sign-on, by Google or by a mailed link, and took ' +
        `over the account that was made under it. This ended ${listed(ended)}. Programs that used them have to be ` +
        'given new ones.',
      link: { label: 'Open Credential Gateway', url: dashboardUrl },
      remark: 'If this was not you, tell the people who operate this server.',
    }),
  };
}

function listed({ apiKeys, agents, scimTokens, invitations, provisions, sessions }: ClaimImpact): string {
  const parts = [
    'the password',
    counted(sessions, 'session'),
    counted(apiKeys, 'API key'),
    counted(agents, 'agent token'),
    counted(scimTokens, 'SCIM token'),
    counted(invitations, 'open invitation'),
    counted(provisions, 'prepared account'),
  ].filter((part) => part !== null);
  return parts.join(', ');
}

function counted(count: number, noun: string): string | null {
  return count === 0 ? null : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
