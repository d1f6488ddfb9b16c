/** `/app-connect/{provider}`: connects an app, and shows how that ended (03 §5.5). */
import { renderFields } from './app-fields.js';
import {
  addressOf,
  attempt,
  call,
  element,
  fill,
  hasSignIn,
  instance,
  onClick,
  onSubmit,
  parameter,
  show,
  signedIn,
  signInAddress,
} from './common.js';

const LEAVE_AFTER_MS = 3_000;
const CLOSE_AFTER_MS = 3_000;
/** Long enough to read whom the connection is for. */
const CLOSE_AFTER_FOR_AGENT_MS = 8_000;
const MAX_AGENT_NAME = 128;
const MAX_REASON = 500;
const FIELD = 'field.';

const provider = location.pathname.split('/')[2] ?? '';
const orgId = parameter('orgId');
const connectionId = parameter('connectionId');
const agentName = parameter('agent_name')?.slice(0, MAX_AGENT_NAME) ?? null;

/** The page that opened this one hears about it only when it is of the same origin. */
function tellOpener(message) {
  window.opener?.postMessage(message, location.origin);
}

function succeed(id) {
  if (agentName !== null) {
    fill({ agent: agentName });
    element('for-agent').hidden = false;
  }
  show('success');
  tellOpener({ type: 'app-connected', provider, ...(id === null ? {} : { connectionId: id }) });
  setTimeout(() => window.close(), agentName === null ? CLOSE_AFTER_MS : CLOSE_AFTER_FOR_AGENT_MS);
}

function failWith(reason) {
  fill({ reason: reason.slice(0, MAX_REASON) });
  const { pathname } = location;
  const workspaceId = parameter('workspaceId');
  element('again').href = addressOf(pathname, { workspaceId, orgId, connectionId, agent_name: agentName });
  show('failed');
}

/** Whether anybody has registered this server with the provider: the workspace, the organization, the operator. */
async function hasClient(headers) {
  const path = orgId === null ? `/v1/apps/${provider}/config` : `/v1/org/apps/${provider}/config`;
  const [own, fromOperator] = await Promise.all([
    call('GET', path, { headers }),
    call('GET', '/v1/apps/env-defaults', { headers }),
  ]);
  return (own.hasCredentials && own.enabled) || fromOperator.includes(provider);
}

/** `byItself`: there is no other way, so nobody has to choose. */
function showScopes(scopes) {
  const list = element('scopes');
  for (const scope of scopes) {
    const entry = document.createElement('li');
    entry.textContent = scope;
    list.append(entry);
  }
  element('asked').hidden = scopes.length === 0;
}

async function offerOAuth(headers, { byItself, scopes }) {
  const leave = () =>
    location.assign(
      addressOf(`/v1/apps/${provider}/authorize`, {
        connectionId,
        agent_name: agentName,
        _workspace: headers['x-workspace-id'],
        _org: orgId,
      }),
    );
  if (!(await hasClient(headers))) {
    if (!byItself) return;
    show('unconfigured');
    tellOpener({ type: 'app-configure', provider });
    if (window.opener) window.close();
    return;
  }
  onClick(byItself ? 'leave' : 'use-oauth', async () => leave());
  if (!byItself) {
    element('oauth-instead').hidden = false;
    return;
  }
  showScopes(scopes);
  show('leaving');
  setTimeout(leave, LEAVE_AFTER_MS);
}

async function offerDirect(headers, { method, fields }, organizationId) {
  renderFields(element('fields'), fields);
  if (provider === 'aws-role') {
    const inOrganization = { headers: { 'x-organization-id': orgId ?? organizationId } };
    const { externalId } = await call('GET', '/v1/org/apps/aws-external-id', inOrganization);
    fill({ 'external-id': externalId });
    element('external-id').hidden = false;
  }
  onSubmit(element('credentials'), async ({ label, ...values }) => {
    const given = Object.entries(values).filter(([name]) => name.startsWith(FIELD));
    const body = {
      fields: Object.fromEntries(given.map(([name, value]) => [name.slice(FIELD.length), value])),
      ...(label.trim() === '' ? {} : { label }),
      ...(method === undefined ? {} : { method }),
      ...(connectionId === null ? {} : { connectionId }),
    };
    const { connection } = await call('POST', `/v1/apps/${provider}/connect`, { headers, body });
    element('credentials').reset();
    succeed(connection?.id ?? null);
  });
  show('direct');
}

async function start({ methods }) {
  const person = await signedIn();
  if (person === null) {
    if (!hasSignIn(await instance())) return show('elsewhere');
    return location.replace(signInAddress());
  }
  const workspaceId = parameter('workspaceId') ?? person.workspaceId ?? '';
  const headers = orgId === null ? { 'x-workspace-id': workspaceId } : { 'x-organization-id': orgId };
  const oauth = methods.find(({ kind }) => kind === 'oauth');
  const direct = methods.find(({ kind }) => kind === 'direct');
  if (direct !== undefined) await offerDirect(headers, direct, person.organizationId);
  if (oauth !== undefined)
    await offerOAuth(headers, { byItself: direct === undefined, scopes: oauth.scopes });
}

await attempt(async () => {
  const forms = await call('GET', '/pages/app-forms.json');
  if (!Object.hasOwn(forms, provider)) return show('unknown');
  fill({ app: forms[provider].name, provider });
  if (parameter('status') === 'success') return succeed(parameter('connected'));
  if (parameter('status') === 'error') return failWith(parameter('message') ?? 'The provider gave none.');
  return start(forms[provider]);
});
