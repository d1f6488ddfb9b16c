/** `/`: who is signed in, and the API key of a workspace. Where the other pages lead back to. */
import * as page from './common.js';
import './paste.js';

const workspaces = page.element('workspace');
const named = () => ({ headers: { 'x-workspace-id': workspaces.value } });

function showKey({ apiKey }) {
  page.fill({ key: apiKey });
  page.element('key').hidden = false;
}

function hideKey() {
  page.element('key').hidden = true;
  page.fill({ key: '' });
}

workspaces.addEventListener('change', hideKey);

page.onClick('show-key', async () => showKey(await page.call('GET', '/v1/user/api-key', named())));

page.onClick('replace-key', async () => {
  if (!confirm('Replace the key? Programs that use the present one stop working at once.')) return;
  showKey(await page.call('POST', '/v1/user/api-key/regenerate', named()));
});

/** Where the organization of the address signs people in; null for nowhere. A page goes on without the answer. */
async function providerOf(email) {
  if (!(await page.offersSingleSignOn())) return null;
  const found = await page.call('POST', '/v1/auth/sso/lookup', { body: { email } }).catch(() => null);
  return found?.sso === true ? found.loginUrl : null;
}

async function offerLink(email) {
  const loginUrl = await providerOf(email);
  if (loginUrl === null) return;
  page.onClick('link-sso', async () =>
    location.assign(page.addressOf(loginUrl, { link: '1', returnTo: '/', login_hint: email })),
  );
  page.element('single-sign-on').hidden = false;
}

for (const button of document.querySelectorAll('[data-sign-out]')) {
  button.addEventListener('click', () =>
    page.attempt(async () => {
      await page.signOut();
      location.replace('/auth/login');
    }),
  );
}

await page.attempt(async () => {
  const error = page.parameter('error');
  const person = await page.signedIn();
  if (person === null) {
    if (!page.hasSignIn(await page.instance())) return page.show('elsewhere');
    return location.replace(page.addressOf('/auth/login', { error }));
  }
  if (error === 'claim_invalid') page.say('This claim link is not valid any more.', 'warn');
  page.fill({ name: person.name ?? person.email, email: person.email });
  if (person.workspaceId === undefined) return page.show('nowhere');
  const { organizations } = await page.call('GET', '/v1/auth/cli/options');
  for (const organization of organizations) {
    for (const { id, name } of organization.workspaces)
      workspaces.append(
        new Option(`${organization.name} / ${name ?? id}`, id, false, id === person.workspaceId),
      );
  }
  page.show('ready');
  await offerLink(person.email);
});
