/** `/auth/login`: password, Google and single sign-on, then on to `next`. */
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
  ['sso_required', 'Your organization requires single sign-on. Use the button below.'],
  [
    'sso_unavailable',
    'Single sign-on of your organization does not answer or is switched off. Ask an administrator to test the connection.',
  ],
  [
    'sso_state_mismatch',
    'This sign-in began in another browser or was used before. Begin it here, in one tab.',
  ],
  ['sso_expired', 'The sign-in took longer than ten minutes. Begin it again.'],
  ['sso_denied', 'Your identity provider refused. Ask its administrator to assign this app to you.'],
  [
    'sso_invalid_response',
    'The answer of your identity provider was not accepted. Ask an administrator: the log of this server has the reason.',
  ],
  ['sso_replay', 'This answer was used before. Begin the sign-in again, and do not reload the page.'],
  [
    'sso_email_missing',
    'Your identity provider sent no email address. Ask its administrator to send the email attribute.',
  ],
  ['sso_email_unverified', 'Verify your email address at your identity provider, then sign in again.'],
  [
    'sso_domain_not_verified',
    'Your organization has not verified the domain of your address here. Ask an administrator to verify it.',
  ],
  [
    'sso_identity_conflict',
    'Your address belongs to somebody else at the identity provider here. Ask an administrator to unlink it.',
  ],
  [
    'sso_link_mismatch',
    'Your identity provider vouches for another address than that of the account you linked.',
  ],
  ['sso_suspended', 'Your access is suspended. Ask an administrator of your organization.'],
  [
    'sso_not_provisioned',
    'You are no member of this organization yet. Ask an administrator to add or invite you.',
  ],
  ['sso_throttled', 'Too many sign-ins from your network. Wait a minute.'],
]);

const error = page.parameter('error');
if (error !== null) page.say(ERRORS.get(error) ?? 'Signing in did not work. Please try again.');

page.onSubmit(page.element('sign-in'), async ({ email, password, remember }) => {
  const body = { email, password, rememberMe: remember === 'on' };
  const refused = await page.call('POST', '/auth/sign-in/email', { body }).then(
    () => null,
    (error) => error,
  );
  if (refused === null) return goOnOrStop();
  // Whoever has to come by single sign-on is taken there.
  if (refused.code !== 'sso_required' || !(await leaveForProvider(email))) throw refused;
});

/** False where the domain of the address has no identity provider here. */
async function leaveForProvider(email) {
  const { sso, loginUrl } = await page.call('POST', '/v1/auth/sso/lookup', { body: { email } });
  if (sso) location.assign(page.addressOf(loginUrl, { returnTo: next, login_hint: email }));
  return sso;
}

page.onSubmit(page.element('sso'), async ({ email }) => {
  if (!(await leaveForProvider(email)))
    page.say(
      'No organization offers single sign-on for this address. Sign in another way, or ask your administrator.',
    );
});

page.onClick('to-sso', async () => {
  page.element('sso-email').value = page.element('email').value;
  page.show('sso');
});
page.onClick('to-form', async () => page.show('form'));

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
  page.element('to-sso').hidden = !(await page.offersSingleSignOn());
  page.element('to-sign-up').hidden = facts.registration === 'closed';
  page.element('to-sign-up').href = page.addressOf('/auth/signup', { next: page.parameter('next') });
  page.element('to-reset').hidden = !facts.emailDelivery;
  page.show('form');
});
