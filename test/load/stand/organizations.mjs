/** Organizations on one server that differ in nothing but their rules or accounts, and the way each one's agent takes. */

const RULES = 1_000;
/** More than a bench asks in a day, so that every request is counted and none is refused. */
const NEVER_REACHED = 1_000_000;
const NO_RULES = { title: 'no rules', rules: [] };

/** As variants: without rules, with a thousand of which 1 % are about the upstream's host, with a rate limit. */
export function startOrganizations(stand) {
  return startEach(stand, [
    NO_RULES,
    { title: `${RULES} rules`, rules: Array.from({ length: RULES }, (_, index) => blocking(index)) },
    oneRateLimit(),
  ]);
}

/** As variants: without rules, with a rate limit that counts every request and refuses none. */
export function startLimited(stand) {
  return startEach(stand, [NO_RULES, oneRateLimit()]);
}

/** As variants: agents without accounts, with one for the upstream's host, and with that and others of another app. */
export async function startConnected({ gateway, routes }) {
  const started = [];
  for (const accounts of [0, 1, 50]) {
    const account = await gateway.startOrganization(`accounts-${accounts}`);
    const { agentId, authorization } = await account.createAgent('load');
    for (let at = 0; at < accounts; at++) {
      const provider = at === 0 ? 'bench' : 'elsewhere';
      const body = { fields: { apiKey: `key-${at}` }, label: `account ${at}` };
      const { connection } = await account.call('POST', `/v1/apps/${provider}/connect`, body);
      const path = `/v1/agents/${agentId}/grants/connections/${connection.id}`;
      await account.call('PUT', path, { access: 'full' });
    }
    const route = { ...routes.tunnel.gateway, authorization };
    started.push({ title: accounts === 0 ? 'no account' : `accounts: ${accounts}`, route });
  }
  return started;
}

async function startEach({ gateway, routes }, variants) {
  const started = [];
  for (const [at, { title, rules }] of variants.entries()) {
    const account = await gateway.startOrganization(`rules-${at}`);
    for (const rule of rules) await account.call('POST', '/v1/org/policy/rules', rule);
    const { authorization } = await account.createAgent('load');
    started.push({ title, route: { ...routes.tunnel.gateway, authorization } });
  }
  return started;
}

/** None of them matches: every rule about the host is looked at. */
function blocking(index) {
  const hostPattern = index % 100 === 50 ? 'localhost' : `api-${index}.example.org`;
  const pathPattern = `/v1/items-${index}/*/details`;
  return { name: `Rule ${index}`, action: 'block', targets: [{ kind: 'network', hostPattern, pathPattern }] };
}

function oneRateLimit() {
  const rule = {
    name: 'So many a day',
    action: 'rate_limit',
    rateLimit: NEVER_REACHED,
    rateLimitWindow: 'day',
    targets: [{ kind: 'network', hostPattern: 'localhost' }],
  };
  return { title: 'one rate limit', rules: [rule] };
}
