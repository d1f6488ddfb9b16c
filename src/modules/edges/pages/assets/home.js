/** `/`: who is signed in, and the API key of a workspace. Where the other pages lead back to. */
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
  say,
  show,
  signedIn,
  signOut,
} from './common.js';
import './paste.js';

const workspaces = element('workspace');
const named = () => ({ headers: { 'x-workspace-id': workspaces.value } });

function showKey({ apiKey }) {
  fill({ key: apiKey });
  element('key').hidden = false;
}

function hideKey() {
  element('key').hidden = true;
  fill({ key: '' });
}

workspaces.addEventListener('change', hideKey);

onClick('show-key', async () => showKey(await call('GET', '/v1/user/api-key', named())));

onClick('replace-key', async () => {
  if (!confirm('Replace the key? Programs that use the present one stop working at once.')) return;
  showKey(await call('POST', '/v1/user/api-key/regenerate', named()));
});

for (const button of document.querySelectorAll('[data-sign-out]')) {
  button.addEventListener('click', () =>
    attempt(async () => {
      await signOut();
      location.replace('/auth/login');
    }),
  );
}

await attempt(async () => {
  const error = parameter('error');
  const person = await signedIn();
  if (person === null) {
    if (!hasSignIn(await instance())) return show('elsewhere');
    return location.replace(addressOf('/auth/login', { error }));
  }
  if (error === 'claim_invalid') say('This claim link is not valid any more.', 'warn');
  fill({ name: person.name ?? person.email, email: person.email });
  if (person.workspaceId === undefined) return show('nowhere');
  const { organizations } = await call('GET', '/v1/auth/cli/options');
  for (const organization of organizations) {
    for (const { id, name } of organization.workspaces)
      workspaces.append(
        new Option(`${organization.name} / ${name ?? id}`, id, false, id === person.workspaceId),
      );
  }
  show('ready');
});
