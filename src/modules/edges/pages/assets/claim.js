/** `/claim`: takes over what a partner or an administrator prepared (07 A7.2, 05 §11). */
import * as page from './common.js';

const token = page.parameter('token');

/** What the server knows by the token: a partner's organization, else a prepared account; null for neither. */
async function lookUp() {
  const partner = await orNull(page.call('POST', '/v1/claims/preview', { body: { token } }));
  if (partner !== null) return partner.claimable ? { ...partner, path: '/v1/claims' } : null;
  const prepared = await orNull(page.call('POST', '/v1/provisions/lookup', { body: { token } }));
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

await page.attempt(async () => {
  const person = await page.signedIn();
  const home = person === null ? '/auth/login' : '/';
  if (token === null) return location.replace(home);
  const prepared = await lookUp();
  if (prepared === null) return location.replace(page.addressOf(home, { error: 'claim_invalid' }));
  const { organizationName, partnerName, path } = prepared;
  page.fill({ organization: organizationName });
  if (person === null) {
    if (!page.hasSignIn(await page.instance())) return page.show('elsewhere');
    page.element('to-sign-in').href = page.signInAddress();
    page.element('to-sign-up').href = page.addressOf('/auth/signup', {
      next: location.pathname + location.search,
    });
    return page.show('signed-out');
  }
  page.fill({ email: person.email, partner: partnerName ?? '' });
  page.element('by-partner').hidden = page.element('old-keys').hidden = partnerName === null;
  page.onClick('claim', async () => {
    page.fill({ organization: (await page.call('POST', path, { body: { token } })).organizationName });
    page.show('done');
  });
  page.show('ready');
});
