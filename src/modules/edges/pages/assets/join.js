/** `/join`: accepts the invitation of `token` (01 §15), after signing in or creating an account. */
import {
  addressOf,
  attempt,
  call,
  element,
  fill,
  hasSignIn,
  instance,
  onClick,
  parameter,
  show,
  signedIn,
  signInAddress,
  signOut,
} from './common.js';

const token = parameter('token');

onClick('accept', async () => {
  const { organizationName } = await call('POST', '/v1/invitations/accept', { body: { token } });
  fill({ organization: organizationName });
  show('done');
});

onClick('change-account', async () => {
  await signOut();
  location.reload();
});

/** Null when the invitation cannot be used; the address itself tells nothing about it. */
async function lookUp() {
  try {
    return await call('POST', '/v1/invitations/lookup', { body: { token } });
  } catch (error) {
    if (error.status === 404 && error.type === null) return null;
    throw error;
  }
}

await attempt(async () => {
  if (token === null) return show('invalid');
  const invitation = await lookUp();
  if (invitation === null) return show('invalid');
  fill({ organization: invitation.organizationName, invited: invitation.email });
  const person = await signedIn();
  if (person !== null) {
    fill({ email: person.email });
    const own = person.email.toLowerCase() === invitation.email.toLowerCase();
    return show(own ? 'ready' : 'other-account');
  }
  if (!hasSignIn(await instance())) return show('elsewhere');
  element('to-sign-up').href = addressOf('/auth/signup', { token });
  element('to-sign-in').href = signInAddress();
  show('signed-out');
});
