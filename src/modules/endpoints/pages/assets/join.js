/** `/join`: accepts the invitation of `token` (01 §15), after signing in or creating an account. */
import * as page from './common.js';

const token = page.parameter('token');

page.onClick('accept', async () => {
  const { organizationName } = await page.call('POST', '/v1/invitations/accept', { body: { token } });
  page.fill({ organization: organizationName });
  page.show('done');
});

page.onClick('change-account', async () => {
  await page.signOut();
  location.reload();
});

/** Null when the invitation cannot be used; the address itself tells nothing about it. */
async function lookUp() {
  try {
    return await page.call('POST', '/v1/invitations/lookup', { body: { token } });
  } catch (error) {
    if (error.status === 404 && error.type === null) return null;
    throw error;
  }
}

await page.attempt(async () => {
  if (token === null) return page.show('invalid');
  const invitation = await lookUp();
  if (invitation === null) return page.show('invalid');
  page.fill({ organization: invitation.organizationName, invited: invitation.email });
  const person = await page.signedIn();
  if (person !== null) {
    page.fill({ email: person.email });
    const own = person.email.toLowerCase() === invitation.email.toLowerCase();
    return page.show(own ? 'ready' : 'other-account');
  }
  if (!page.hasSignIn(await page.instance())) return page.show('elsewhere');
  page.element('to-sign-up').href = page.addressOf('/auth/signup', { token });
  page.element('to-sign-in').href = page.signInAddress();
  page.show('signed-out');
});
