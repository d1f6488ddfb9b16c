/** `/app-connect/{provider}`: connects an app, and shows how that ended (03 §5.5). */
import { renderFields } from './app-fields.js';
import * as page from './common.js';

const CLOSE_AFTER_MS = 3_000;
/** Long enough to read whom the connection is for. */
const CLOSE_AFTER_FOR_AGENT_MS = 8_000;
const MAX_AGENT_NAME = 128;
const MAX_REASON = 500;
const FIELD = 'field.';

const provider = location.pathname.split('/')[2] ?? '';
const orgId = page.parameter('orgId');
const connectionId = page.parameter('connectionId');
const agentName = page.parameter('agent_name')?.slice(0, MAX_AGENT_NAME) ?? null;

/** Reaches the page that opened this one only when that page has the same origin. */
function tellOpener(message) {
  window.opener?.postMessage(message, location.origin);
}

function succeed(id) {
  if (agentName !== null) {
    page.fill({ agent: agentName });
    page.element('for-agent').hidden = false;
  }
  page.show('success');
  tellOpener({ type: 'app-connected', provider, ...(id === null ? {} : { connectionId: id }) });
  setTimeout(() => window.close(), agentName === null ? CLOSE_AFTER_MS : CLOSE_AFTER_FOR_AGENT_MS);
}

function failWith(reason) {
  page.fill({ reason: reason.slice(0, MAX_REASON) });
  const { pathname } = location;
  const workspaceId = page.parameter('workspaceId');
  page.element('again').href = page.addressOf(pathname, {
    workspaceId,
    orgId,
    connectionId,
    agent_name: agentName,
  });
  page.show('failed');
}

/** Whether anybody has registered this server with the provider: the workspace, the organization, the operator. */
async function hasClient(headers) {
  const path = orgId === null ? `/v1/apps/${provider}/config` : `/v1/org/apps/${provider}/config`;
  const [own, fromOperator] = await Promise.all([
    page.call('GET', path, { headers }),
    page.call('GET', '/v1/apps/env-defaults', { headers }),
  ]);
  return (own.hasCredentials && own.enabled) || fromOperator.includes(provider);
}

function showScopes(scopes) {
  const list = page.element('scopes');
  for (const scope of scopes) {
    const entry = document.createElement('li');
    entry.textContent = scope;
    list.append(entry);
  }
  page.element('asked').hidden = scopes.length === 0;
}

/**
 * Goes on without a click only where a page of this server opened the window for exactly this: anybody can write a
 * link to this page (R54).
 */
function askOpener(leave) {
  const target = { provider, workspaceId: page.parameter('workspaceId'), orgId, connectionId };
  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== location.origin || source === null || source !== window.opener) return;
    if (data?.type !== 'app-connect-go') return;
    if (Object.entries(target).every(([name, value]) => (data[name] ?? null) === value)) leave();
  });
  tellOpener({ type: 'app-connect', ...target });
}

/** `alone`: the app is connected in no other way, so there is nothing to choose. */
async function offerOAuth(headers, { alone, scopes }) {
  const leave = () =>
    location.assign(
      page.addressOf(`/v1/apps/${provider}/authorize`, {
        connectionId,
        agent_name: agentName,
        _workspace: headers['x-workspace-id'],
        _org: orgId,
      }),
    );
  if (!(await hasClient(headers))) {
    if (!alone) return;
    page.show('unconfigured');
    tellOpener({ type: 'app-configure', provider });
    if (window.opener) window.close();
    return;
  }
  showScopes(scopes);
  page.onClick('leave', async () => leave());
  if (!alone) {
    page.onClick('use-oauth', async () => page.show('leaving'));
    page.element('oauth-instead').hidden = false;
    return;
  }
  page.show('leaving');
  askOpener(leave);
}

/** Names where the account will be: a link can point to any workspace the person is in (R54). */
async function showTarget(workspaceId, headers) {
  const [{ name: organization }, workspace, connections] = await Promise.all([
    page.call('GET', '/v1/org', { headers }),
    orgId === null
      ? page.call('GET', `/v1/workspaces/${encodeURIComponent(workspaceId)}`, { headers })
      : null,
    connectionId === null
      ? []
      : page.call('GET', orgId === null ? '/v1/connections' : '/v1/org/connections', { headers }),
  ]);
  const account = connections.find(({ id }) => id === connectionId);
  if (connectionId !== null && account === undefined)
    throw new page.Refusal(404, { error: 'Connection not found' });
  const named = {
    organization,
    workspace: workspace === null ? null : (workspace.name ?? workspace.id),
    account: account === undefined ? null : (account.label ?? account.id),
  };
  for (const place of document.querySelectorAll('[data-target]'))
    place.append(page.element('target').content.cloneNode(true));
  for (const [what, text] of Object.entries(named)) {
    if (text === null) continue;
    page.fill({ [what]: text });
    for (const part of document.querySelectorAll(`[data-when="${what}"]`)) part.hidden = false;
  }
}

async function offerDirect(headers, { method, fields }) {
  renderFields(page.element('fields'), fields);
  if (provider === 'aws-role') {
    const path = orgId === null ? '/v1/apps/aws-external-id' : '/v1/org/apps/aws-external-id';
    const { externalId } = await page.call('GET', path, { headers });
    page.fill({ 'external-id': externalId });
    page.element('external-id').hidden = false;
  }
  page.onSubmit(page.element('credentials'), async ({ label, ...values }) => {
    const given = Object.entries(values).filter(([name]) => name.startsWith(FIELD));
    const body = {
      fields: Object.fromEntries(given.map(([name, value]) => [name.slice(FIELD.length), value])),
      ...(label.trim() === '' ? {} : { label }),
      ...(method === undefined ? {} : { method }),
      ...(connectionId === null ? {} : { connectionId }),
    };
    const { connection } = await page.call('POST', `/v1/apps/${provider}/connect`, { headers, body });
    page.element('credentials').reset();
    succeed(connection?.id ?? null);
  });
  page.show('direct');
}

async function start({ methods }) {
  const person = await page.signedIn();
  if (person === null) {
    if (!page.hasSignIn(await page.instance())) return page.show('elsewhere');
    return location.replace(page.signInAddress());
  }
  const workspaceId = page.parameter('workspaceId') ?? person.workspaceId ?? '';
  const headers = orgId === null ? { 'x-workspace-id': workspaceId } : { 'x-organization-id': orgId };
  const oauth = methods.find(({ kind }) => kind === 'oauth');
  const direct = methods.find(({ kind }) => kind === 'direct');
  await showTarget(workspaceId, headers);
  if (direct !== undefined) await offerDirect(headers, direct);
  if (oauth !== undefined) await offerOAuth(headers, { alone: direct === undefined, scopes: oauth.scopes });
}

await page.attempt(async () => {
  const forms = await page.call('GET', '/pages/app-forms.json');
  if (!Object.hasOwn(forms, provider)) return page.show('unknown');
  page.fill({ app: forms[provider].name, provider });
  if (page.parameter('status') === 'success') return succeed(page.parameter('connected'));
  if (page.parameter('status') === 'error')
    return failWith(page.parameter('message') ?? 'The provider gave none.');
  return start(forms[provider]);
});
