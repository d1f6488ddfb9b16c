import { describe, expect, it } from '@jest/globals';
import { invitationMail } from './invitation-mail.js';

const letter = {
  to: 'new@example.test',
  organizationName: 'Acme',
  joinUrl: 'https://app.example.test/join?token=t',
  expiresAt: new Date(0),
};

describe('the mail of an invitation', () => {
  it('says who invites', () => {
    const { text } = invitationMail({ ...letter, invitedByEmail: 'owner@example.test' });
    expect(text).toContain('owner@example.test invites you to join the organization "Acme"');
  });

  it('R66 shows no address of its own in the name of the organization or of who invites', () => {
    const { text, html } = invitationMail({
      ...letter,
      organizationName: 'Win at https://evil.test now',
      invitedByEmail: 'www.evil.test/win@example.test',
    });
    expect(text).toContain('Somebody invites you to join an organization on Credential Gateway.');
    expect(text + html).not.toContain('evil.test');
  });

  it('names no placeholder, in whose name a key of an unclaimed organization invites', () => {
    const mail = invitationMail({ ...letter, invitedByEmail: 'partner-1@placeholder.invalid' });
    expect(mail.text).toContain('You are invited to join the organization "Acme"');
    expect(JSON.stringify(mail)).not.toContain('placeholder');
  });
});
