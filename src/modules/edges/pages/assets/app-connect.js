/** `/app-connect/{provider}`: connects an app, and shows how that ended (03 §5.5). */
import { renderFields } from './app-fields.js';
import * as page from './common.js';

const LEAVE_AFTER_MS = 3_000;
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

/** The page that opened this one hears about it only when it is of the same origin. */
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

/** `byItself`: there is no other way, so nobody has to choose. */
async function offerOAuth(headers, { byItself, scopes }) {
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
    if (!byItself) return;
    page.show('unconfigured');
    tellOpener({ type: 'app-configure', provider });
    if (window.opener) window.close();
    return;
  }
  showScopes(scopes);
  page.onClick('leave', async () => leave());
  if (!byItself) {
    page.onClick('use-oauth', async () => (scopes.length === 0 ? leave() : page.show('leaving')));
    page.element('oauth-instead').hidden = false;
    return;
  }
  page.show('leaving');
  setTimeout(leave, LEAVE_AFTER_MS);
}

async function offerDirect(headers, { method, fields }, organizationId) {
  renderFields(page.element('fields'), fields);
  if (provider === 'aws-role') {
    const inOrganization = { headers: { 'x-organization-id': orgId ?? organizationId } };
    const { externalId } = await page.call('GET', '/v1/org/apps/aws-external-id', inOrganization);
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
  if (direct !== undefined) await offerDirect(headers, direct, person.organizationId);
  if (oauth !== undefined)
    await offerOAuth(headers, { byItself: direct === undefined, scopes: oauth.scopes });
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
