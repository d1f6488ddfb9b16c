/** `/claim`: takes over what a partner or an administrator prepared (07 A7.2, 05 §11). */
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
} from './common.js';

const token = parameter('token');

/** What the server knows by the token: a partner's organization, else a prepared account; null for neither. */
async function lookUp() {
  const partner = await orNull(call('POST', '/v1/claims/preview', { body: { token } }));
  if (partner !== null) return partner.claimable ? { ...partner, path: '/v1/claims' } : null;
  const prepared = await orNull(call('POST', '/v1/provisions/lookup', { body: { token } }));
  return prepared && { ...prepared, partnerName: null, path: '/v1/provisions/claim' };
}

/** An unknown token, or a kind of token this edition does not have; a missing endpoint is told as it is. */
async function orNull(answer) {
  try {
    return await answer;
  } catch (error) {
    const unlicensed = error.type === 'enterprise_license_required';
    const unknown = error.status === 404 && (error.type === null || error.type === 'not_found_error');
    if (unlicensed || unknown) return null;
    throw error;
  }
}

await attempt(async () => {
  const person = await signedIn();
  const home = person === null ? '/auth/login' : '/';
  if (token === null) return location.replace(home);
  const prepared = await lookUp();
  if (prepared === null) return location.replace(addressOf(home, { error: 'claim_invalid' }));
  const { organizationName, partnerName, path } = prepared;
  fill({ organization: organizationName });
  if (person === null) {
    if (!hasSignIn(await instance())) return show('elsewhere');
    element('to-sign-in').href = signInAddress();
    element('to-sign-up').href = addressOf('/auth/signup', { next: location.pathname + location.search });
    return show('signed-out');
  }
  fill({ email: person.email, partner: partnerName ?? '' });
  element('by-partner').hidden = element('old-keys').hidden = partnerName === null;
  onClick('claim', async () => {
    fill({ organization: (await call('POST', path, { body: { token } })).organizationName });
    show('done');
  });
  show('ready');
});
