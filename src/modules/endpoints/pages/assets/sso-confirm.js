/** `/auth/sso-confirm`: a first single sign-on to an account that was here before (05 §8.6 rule 12). */
import * as page from './common.js';

const CONFIRMATION = '/v1/auth/sso/confirmation';
const confirm = page.parameter('confirm');

/** What each count of `ends` stands for, for one and for several. */
const ENDS = [
  ['sessions', 'session', 'sessions'],
  ['apiKeys', 'API key', 'API keys'],
  ['agents', 'agent token, which is replaced', 'agent tokens, which are replaced'],
  ['scimTokens', 'SCIM token of your directory', 'SCIM tokens of your directory'],
  ['invitations', 'open invitation', 'open invitations'],
  ['provisions', 'prepared account that nobody has claimed', 'prepared accounts that nobody has claimed'],
];

function endings(ends) {
  const counted = ENDS.filter(([name]) => ends[name] > 0).map(
    ([name, one, several]) => `${ends[name]} ${ends[name] === 1 ? one : several}`,
  );
  return ends.password ? ['The password', ...counted] : counted;
}

async function complete(body) {
  try {
    const { url } = await page.call('POST', CONFIRMATION, { body: { confirm, ...body } });
    location.replace(url);
  } catch (error) {
    if (error.status !== 404) throw error;
    page.show('over');
  }
}

page.onSubmit(page.element('prove'), ({ password }) => complete({ password }));
page.onClick('end', () => complete({ endAccess: true }));
page.onClick('to-end', async () => page.show('end'));
page.onClick('to-password', async () => page.show('password'));

await page.attempt(async () => {
  const found = await page
    .call('POST', `${CONFIRMATION}/lookup`, { body: { confirm: confirm ?? '-' } })
    .catch((error) => {
      if (error.status !== 404) throw error;
      return null;
    });
  if (found === null) return page.show('over');
  const { email, organizationName, ends } = found;
  page.fill({ email, organization: organizationName });
  for (const text of endings(ends)) {
    const item = document.createElement('li');
    item.textContent = text;
    page.element('ends').append(item);
  }
  page.element('to-password').hidden = !ends.password;
  page.show(ends.password ? 'password' : 'end');
});
