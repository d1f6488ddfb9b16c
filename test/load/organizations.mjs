/** Organizations on one server that differ in nothing but their rules, and the way each one's agent takes. */

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
