/** `/auth/login`: password and Google sign-in, then on to `next`. */
import * as page from './common.js';

const next = page.nextPath();

/** `error` of a failed social sign-in or of a link that led here; other codes get the general text. */
const ERRORS = new Map([
  ['claim_invalid', 'This claim link is not valid any more. Ask whoever sent it for a new one.'],
  ['ACCESS_DENIED', 'Signing in was cancelled.'],
  ['EMAIL_NOT_VERIFIED', 'Your address is not verified there, so it cannot be used to sign in here.'],
  ['EMAIL_PASSWORD_SIGN_UP_DISABLED', 'There is no account for you, and creating one is not open to you.'],
  ['INVALID_EMAIL_OR_PASSWORD', 'This account cannot sign in.'],
  ['INVALID_ORIGIN', 'Requests from this origin are not allowed.'],
]);

const error = page.parameter('error');
if (error !== null) page.say(ERRORS.get(error) ?? 'Signing in did not work. Please try again.');

page.onSubmit(page.element('sign-in'), async ({ email, password, remember }) => {
  await page.call('POST', '/auth/sign-in/email', {
    body: { email, password, rememberMe: remember === 'on' },
  });
  await goOnOrStop();
});

page.onClick('google', async () => {
  // Back to this page, which then finds a session and goes on.
  const back = page.addressOf('/auth/login', { next });
  const body = { provider: 'google', callbackURL: back, errorCallbackURL: back };
  location.assign((await page.call('POST', '/auth/sign-in/social', { body })).url);
});

page.onClick('sign-out', async () => {
  await page.signOut();
  location.reload();
});

/** Somebody whose account cannot be used here must be able to leave it. */
async function goOnOrStop() {
  await page.goOn(next).catch((refusal) => {
    page.show('stuck');
    throw refusal;
  });
}

await page.attempt(async () => {
  const [facts, current] = await Promise.all([page.instance(), page.call('GET', '/auth/get-session')]);
  if (current !== null && error === null) return goOnOrStop();
  if (facts.firstAccount)
    return location.replace(page.addressOf('/auth/signup', { next: page.parameter('next') }));
  page.element('sign-in').hidden = !facts.signIn.password;
  page.element('google').hidden = !facts.signIn.google;
  page.element('to-sign-up').hidden = facts.registration === 'closed';
  page.element('to-sign-up').href = page.addressOf('/auth/signup', { next: page.parameter('next') });
  page.element('to-reset').hidden = !facts.emailDelivery;
  page.show('form');
});
