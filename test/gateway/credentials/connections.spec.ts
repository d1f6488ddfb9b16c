import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { RuleConditions, RuleTarget } from '../../../src/domain/decision/policy/model.js';
import { RequestLog } from '../../../src/gateway/request-log/request-log.js';
import { AppCatalog } from '../../../src/modules/foundation/app-catalog/catalog.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  type AgentAnswer,
  type Asking,
  createAgent,
  createSecret,
  grant,
} from '../../harness/clients/agent.js';
import { decide, pending } from '../../harness/policy/approvals.js';
import { gateway } from '../../harness/clients/client.js';
import { connect, type ConnectionInput, setStatus } from '../../harness/upstreams/connections.js';
import {
  network,
  organizationRules,
  type RuleInput,
  type RuleSetInput,
  workspaceRules,
} from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';
import { afterDenial, verdictOf } from '../../harness/clients/verdicts.js';
import { webSocket } from '../../harness/clients/web-socket.js';

const APP = 'https://app.example.test';
const GMAIL = 'http://gmail.googleapis.com/gmail/v1/users/me';
const SHARED = 'http://www.googleapis.com';
const PIN = 'x-onecli-connection-id';
const BLOCK = { action: 'block' } as const;

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand), { APP_URL: APP, REQUEST_LOG_MODE: 'all' });

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner, 'Ölf & Co');
});

function organization(input: RuleSetInput | RuleInput[]): Promise<void> {
  return organizationRules(server, owner, input);
}

function workspace(input: RuleSetInput | RuleInput[]): Promise<void> {
  return workspaceRules(server, owner, input);
}

/** A workspace account, or with `shared` one of the organization. */
function account(input: ConnectionInput & { shared?: boolean } = {}): Promise<string> {
  const { shared, ...connection } = input;
  const { organizationId, workspaceId } = owner;
  return connect(server, shared ? { organizationId } : { organizationId, workspaceId }, connection);
}

function on(connectionId: string, ...tools: string[]): RuleTarget {
  return { kind: 'connection', connectionId, tools };
}

function app(provider: string, ...tools: string[]): RuleTarget {
  return { kind: 'app', provider, tools, connectionScope: null };
}

/** A grant of the whole account as it compiles (02 §5.5). */
function full(connectionId: string, conditions: RuleConditions | null = null): RuleInput {
  return { ...ofAgent(), name: 'Full', conditions, targets: [on(connectionId)] };
}

/** A custom Gmail grant: what may be done, what needs a person, and nothing else. */
function custom(connectionId: string, allow: string[], ask: string[]): RuleInput[] {
  const tools = server.app.get(AppCatalog, { strict: false }).concreteTools('gmail');
  const others = tools.map(({ id }) => id).filter((id) => ![...allow, ...ask].includes(id));
  const steps: (RuleInput | null)[] = [
    allow.length > 0 ? { ...ofAgent(), name: 'Step 1', targets: [on(connectionId, ...allow)] } : null,
    { ...ofAgent(), name: 'Step 2', requireApproval: true, targets: [on(connectionId, ...ask)] },
    { ...ofAgent(), ...BLOCK, name: 'Step 3', targets: [on(connectionId, ...others)] },
    { ...ofAgent(), ...BLOCK, name: 'Step 4', targets: [on(connectionId)] },
  ];
  return steps.filter((step) => step !== null);
}

function ofAgent(): Pick<RuleInput, 'identities' | 'source'> {
  return { source: 'grant', identities: [{ type: 'agent', id: agent.id }] };
}

/** One account of the app, granted whole. */
async function connected(input: ConnectionInput = {}): Promise<string> {
  const id = await account(input);
  await workspace([full(id)]);
  return id;
}

function ask(url: string, options: Asking & { pin?: string } = {}): Promise<AgentAnswer> {
  const { pin, ...asking } = options;
  upstream.seen.length = 0;
  return agent.ask(url, {
    ...asking,
    headers: { ...asking.headers, ...(pin !== undefined && { [PIN]: pin }) },
  });
}

function verdict(request: string, options: Asking & { pin?: string } = {}): Promise<string> {
  const [method, url] = request.split(' ') as [string, string];
  return verdictOf(upstream, () => ask(url, { method, ...options }));
}

function verdictWhenAsked(request: string): Promise<string> {
  return afterDenial(gateway(server).as(owner.apiKey), verdict(request));
}

function offered(answer: AgentAnswer): { id: string; label: string | null; provider: string }[] | null {
  const header = answer.headers['x-onecli-connections'];
  return header === undefined ? null : JSON.parse(String(header));
}

/** App and account of the newest request, as the request log has them. */
async function logged(): Promise<{ provider: string; label: unknown; status: number }> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  await server.app.get(RequestLog, { strict: false }).flush();
  const [row] = await server.db.query<{
    provider: string;
    status: number;
    extra_data: Record<string, unknown> | null;
  }>(
    `SELECT provider, status, extra_data FROM request_log WHERE workspace_id = $1 ORDER BY created_at DESC LIMIT 1`,
    [owner.workspaceId],
  );
  return { provider: row!.provider, label: row!.extra_data?.connection_label, status: row!.status };
}

function refuseWith(status: number): void {
  upstream.answer = (_request, response) => response.writeHead(status).end('no entry');
}

describe('which account serves a request (06 §10.3)', () => {
  let c1: string;
  let c2: string;

  beforeEach(async () => {
    c1 = await account({ label: 'one@example.test' });
    c2 = await account({ label: 'zwei ✓', shared: true });
    await workspace([full(c1), full(c2)]);
  });

  it('06-T67, 06-8 two accounts of one app: 409 with both', async () => {
    const answer = await ask(`${GMAIL}/messages`);
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      error: 'multiple_connections',
      message: expect.stringContaining('Gmail'),
      connections: [
        { id: c2, label: 'zwei ✓', provider: 'gmail', display_name: 'Gmail' },
        { id: c1, label: 'one@example.test', provider: 'gmail', display_name: 'Gmail' },
      ],
      header: PIN,
      example: `${PIN}: ${c2}`,
    });
    expect(answer.headers['x-should-retry']).toBe('false');
    expect(offered(answer)).toBeNull();
    expect(upstream.seen).toHaveLength(0);
    expect(await logged()).toMatchObject({ provider: 'gmail', status: 409 });
  });

  it('06-T68, 06-8 the header picks one, is not forwarded, and the answer lists both', async () => {
    const answer = await ask(`${GMAIL}/messages`, { pin: c1 });
    expect(answer.status).toBe(200);
    expect(offered(answer)).toEqual([
      { id: c2, label: 'zwei ✓', provider: 'gmail', display_name: 'Gmail' },
      { id: c1, label: 'one@example.test', provider: 'gmail', display_name: 'Gmail' },
    ]);
    expect(answer.headers['x-onecli-connections']).toMatch(/^[\x20-\x7e]+$/);
    expect(Object.keys(upstream.only().headers).filter((name) => name.startsWith('x-onecli'))).toEqual([]);
    expect(await logged()).toEqual({ provider: 'gmail', label: 'one@example.test', status: 200 });
  });

  it('06-T69, 06-8 a stale id: 404 with the choices and no example', async () => {
    for (const pin of [randomUUID(), 'not-an-id']) {
      const answer = await ask(`${GMAIL}/messages`, { pin });
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ error: 'connection_not_found', header: PIN });
      expect(answer.body.connections.map(({ id }: { id: string }) => id)).toEqual([c2, c1]);
      expect(answer.body).not.toHaveProperty('example');
      expect(offered(answer)).toBeNull();
      expect(upstream.seen).toHaveLength(0);
    }
  });

  it('an account that is not connected any more is no choice', async () => {
    await setStatus(server, owner, c1, 'expired');
    expect(await verdict(`GET ${GMAIL}/messages`)).toBe('allow');
    expect(await verdict(`GET ${GMAIL}/messages`, { pin: c1 })).toBe('connection_not_found');
  });

  it('06-T71, 06-9 on a shared host the path picks the app', async () => {
    const calendar = await account({ provider: 'google-calendar', label: 'cal' });
    await workspace([full(calendar)]);
    const answer = await ask(`${SHARED}/calendar/v3/calendars`);
    expect(answer.status).toBe(200);
    expect(offered(answer)?.map(({ id }) => id)).toEqual([calendar, c2, c1]);
    expect(await logged()).toEqual({ provider: 'google-calendar', label: 'cal', status: 200 });
  });

  it('R42 an account of some paths stays out of a request that names another one', async () => {
    const calendar = await account({ provider: 'google-calendar', label: 'cal' });
    await workspace([full(calendar)]);
    for (const [named, label] of [
      ['/calendar/v3/%63alendars', 'cal'],
      ['/drive/v3/files', undefined],
      ['http://www.googleapis.com/calendar/..;/drive', undefined],
    ] as const) {
      await agent.ask(`${SHARED}/calendar/v3/calendars`, { headers: { 'x-original-url': named } });
      expect([named, (await logged()).label]).toEqual([named, label]);
    }
  });

  it('06-T72, 06-9 a pin on an account of another app gives way to the app of the path', async () => {
    await workspace([full(await account({ provider: 'google-calendar', label: 'cal' }))]);
    expect((await ask(`${SHARED}/calendar/v3/calendars`, { pin: c1 })).status).toBe(200);
    expect(await logged()).toMatchObject({ label: 'cal' });
  });

  it('06-T74 a secret that serves the path turns the 409 away, on its path only', async () => {
    const secret = await createSecret(owner, {
      hostPattern: 'gmail.googleapis.com',
      pathPattern: '/gmail/v1/*',
    });
    await grant(owner, agent.id, secret);
    expect(await verdict(`GET ${GMAIL}/messages`)).toBe('allow');
    expect(upstream.only().headers['x-test-key']).toBe('the-value');
    expect(await logged()).toMatchObject({ label: undefined });
    expect(await verdict(`GET ${GMAIL}/messages`, { pin: randomUUID() })).toBe('allow');
    expect(await verdict('GET http://gmail.googleapis.com/other')).toBe('multiple_connections');
  });

  it('06-T75 a rule on one account binds that account alone', async () => {
    await organization([{ ...BLOCK, name: 'Not that one', targets: [on(c2)] }]);
    const answer = await ask(`${GMAIL}/messages`, { pin: c2 });
    expect(answer.body).toMatchObject({ error: 'blocked_by_policy', rule_name: 'Not that one' });
    expect(offered(answer)).toHaveLength(2);
    expect(await verdict(`GET ${GMAIL}/messages`, { pin: c1 })).toBe('allow');
  });

  it('06-T76 a block beside a serving secret: 403 that lists the accounts', async () => {
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: 'gmail.googleapis.com' }));
    await organization([{ ...BLOCK, targets: [network('gmail.googleapis.com')] }]);
    const answer = await ask(`${GMAIL}/messages`);
    expect(answer.body.error).toBe('blocked_by_policy');
    expect(offered(answer)).toHaveLength(2);
    expect(upstream.seen).toHaveLength(0);
  });
});

describe('one account, several apps, none', () => {
  it('06-T70 one granted account needs no choice', async () => {
    const id = await connected({ label: 'only' });
    const answer = await ask(`${GMAIL}/messages`);
    expect(answer.status).toBe(200);
    expect(offered(answer)?.map((offer) => offer.id)).toEqual([id]);
    expect(await logged()).toEqual({ provider: 'gmail', label: 'only', status: 200 });
  });

  it('06-T73 two apps whose rules both serve the path: 409 with exactly those', async () => {
    const ids = [await account({ provider: 'jira' }), await account({ provider: 'confluence' })];
    await workspace(ids.map((id) => full(id)));
    const answer = await ask('http://api.atlassian.com/oauth/token/accessible-resources');
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error: 'multiple_providers', header: PIN });
    expect(answer.body.connections.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    expect(answer.body.example).toBe(`${PIN}: ${ids[1]}`);
    expect(await verdict('GET http://api.atlassian.com/ex/jira/c/rest')).toBe('allow');
    expect(await logged()).toMatchObject({ provider: 'jira' });
  });

  it('dot segments lead from no app to another', async () => {
    await connected();
    const answer = await ask(`${SHARED}/gmail/../calendar/v3/calendars`);
    expect(answer.status).toBe(200);
    expect(await logged()).toMatchObject({ provider: 'www.googleapis.com', label: undefined });
  });

  it('a pin says nothing on a host of no app, and is refused where an app has no account', async () => {
    expect(await verdict('GET http://api.u.test/', { pin: randomUUID() })).toBe('allow');
    const answer = await ask(`${GMAIL}/messages`, { pin: randomUUID() });
    expect([answer.status, answer.body.connections]).toEqual([404, []]);
    expect(await verdict(`GET ${GMAIL}/messages`, { pin: '' })).toBe('allow');
  });

  it('accounts of other workspaces, of other organizations and without a grant are no choice', async () => {
    const stranger = await signUpOwner(server);
    const foreign = await connect(server, { ...stranger });
    await account();
    await workspace([full(foreign)]);
    const answer = await ask(`${GMAIL}/messages`, { pin: foreign });
    expect([answer.status, answer.body.connections]).toEqual([404, []]);
  });

  it('all accounts of a level can be granted at once, by organization rules too', async () => {
    const own = await account();
    const shared = await account({ shared: true });
    const level = (connectionScope: 'organization' | 'workspace'): RuleInput => ({
      ...ofAgent(),
      targets: [{ kind: 'app', provider: 'gmail', tools: [], connectionScope }],
    });
    await workspace([level('workspace')]);
    expect(offered(await ask(`${GMAIL}/x`))?.map(({ id }) => id)).toEqual([own]);
    await organization([
      { ...level('organization'), source: 'custom', identities: [{ type: 'user', id: owner.userId }] },
    ]);
    expect(await verdict(`GET ${GMAIL}/x`)).toBe('multiple_connections');
    expect(offered(await ask(`${GMAIL}/x`, { pin: shared }))).toHaveLength(2);
  });

  it('a WebSocket is served and refused alike', async () => {
    const ids = [await account(), await account()];
    await workspace(ids.map((id) => full(id)));
    const opened = await webSocket(server, agent, 'gmail.googleapis.com', { [PIN]: ids[0]! });
    expect(opened.status).toBe(101);
    expect(opened.text).toContain(`x-onecli-connections: [{"id":"${ids[1]}"`);
    const refused = await webSocket(server, agent, 'gmail.googleapis.com');
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('multiple_connections');
    expect(refused.text).not.toContain('x-onecli-connections:');
  });

  it('the header is bounded to 50 entries and 8 KiB', async () => {
    const ids: string[] = [];
    for (let serial = 0; serial < 60; serial++) ids.push(await account({ label: `${serial}` }));
    await workspace(ids.map((id) => full(id)));
    expect(offered(await ask(`${GMAIL}/x`, { pin: ids[0]! }))).toHaveLength(50);
    const long: string[] = [];
    for (let serial = 0; serial < 10; serial++)
      long.push(await account({ provider: 'slack', label: '✓'.repeat(255) }));
    await workspace(long.map((id) => full(id)));
    const answer = await ask('http://slack.com/api/x', { pin: long[0]! });
    expect(String(answer.headers['x-onecli-connections']).length).toBeLessThanOrEqual(8_192);
    expect(offered(answer)!.length).toBeGreaterThan(3);
  });
});

describe('an account that goes while a person is asked', () => {
  it('06-15 is not used: a pin on it is refused when the request is judged again', async () => {
    const id = await account();
    await workspace([full(id)]);
    await organization([{ requireApproval: true, targets: [app('gmail')] }]);
    const answer = ask(`${GMAIL}/messages`, { pin: id });
    const desk = gateway(server).as(owner.apiKey);
    const [item] = await pending(desk);
    await setStatus(server, owner, id, 'error');
    await decide(desk, item.id, 'approve');
    expect((await answer).body).toMatchObject({ error: 'connection_not_found', connections: [] });
    expect(offered(await answer)).toBeNull();
    expect(upstream.seen).toHaveLength(0);
  });
});

describe('02 §13 worked examples with connections', () => {
  const LIST = `GET ${GMAIL}/messages`;
  const SEND = `POST ${GMAIL}/messages/send`;

  it('02 example 6 a grant alone opens nothing under a blocking default', async () => {
    await organization({ defaultAction: 'block' });
    await connected();
    expect(await verdict(LIST)).toBe('blocked_by_default_policy');
  });

  it('02 example 7 the organization opens the whole app', async () => {
    await organization({ defaultAction: 'block', rules: [{ targets: [app('gmail')] }] });
    await connected();
    expect(await verdict(LIST)).toBe('allow');
  });

  it('02 example 8 the organization opens one tool of the app', async () => {
    await organization({ defaultAction: 'block', rules: [{ targets: [app('gmail', 'search_messages')] }] });
    await connected();
    expect([await verdict(LIST), await verdict(SEND)]).toEqual(['allow', 'blocked_by_default_policy']);
  });

  it('02 examples 9, 11 and 12, 02-21 a custom grant allows its tools and blocks the rest', async () => {
    await workspace(custom(await account(), ['search_messages'], ['send_email']));
    expect(await verdict(LIST)).toBe('allow');
    const other = await ask(`${GMAIL}/messages/42`, { method: 'DELETE' });
    expect(other.body).toMatchObject({ error: 'blocked_by_policy', rule_name: 'Step 3' });
    const unknown = await ask(`${GMAIL}/settings/x`, { method: 'PATCH' });
    expect(unknown.body).toMatchObject({ error: 'blocked_by_policy', rule_name: 'Step 4' });
    expect(upstream.seen).toHaveLength(0);
  });

  it('02 examples 13 and 14 each account keeps its own grant, and none is guessed', async () => {
    const c1 = await account();
    const c2 = await account();
    await workspace([...custom(c1, [], ['send_email']), full(c2)]);
    expect(await verdict(SEND, { pin: c2 })).toBe('allow');
    expect(await verdict(SEND)).toBe('multiple_connections');
  });

  it('02 example 15 an organization block on the host', async () => {
    await organization([{ ...BLOCK, name: 'No mail', targets: [network('gmail.googleapis.com')] }]);
    await connected();
    expect((await ask(`${GMAIL}/messages`)).body).toMatchObject({
      error: 'blocked_by_policy',
      rule_name: 'No mail',
      message: expect.stringContaining('organization'),
    });
  });

  it.each([
    ['10', SEND, [] as RuleInput[], true],
    ['16', LIST, [{ requireApproval: true, targets: [app('gmail')] }] as RuleInput[], false],
    ['17', SEND, [{ targets: [app('gmail')] }] as RuleInput[], true],
  ])('02 example %s a person is asked', async (_number, request, rules, isCustom) => {
    const id = await account();
    await organization(rules);
    await workspace(isCustom ? custom(id, ['search_messages'], ['send_email']) : [full(id)]);
    expect(await verdictWhenAsked(request)).toBe('manual_approval_denied');
  });

  it('02 example 19 a limit of the organization counts before a person is asked', async () => {
    await organization([{ rateLimit: 1, rateLimitWindow: 'hour', targets: [app('gmail')] }]);
    await workspace(custom(await account(), [], ['send_email']));
    expect(await verdictWhenAsked(SEND)).toBe('manual_approval_denied');
    expect(await verdict(SEND)).toBe('rate_limited');
  });

  it('02 example 38 a whole app on a shared host ends where the next begins', async () => {
    await organization([{ ...BLOCK, targets: [app('gmail')] }]);
    expect(await verdict(`GET ${SHARED}/gmail/v1/x`)).toBe('blocked_by_policy');
    expect(await verdict(`GET ${SHARED}/calendar/v3/x`)).toBe('allow');
  });

  it('02 example 39 tools on several hosts have no mirror', async () => {
    await organization([{ ...BLOCK, targets: [app('aws', 'ec2_access')] }]);
    expect(await verdict('POST http://rds.us-east-1.amazonaws.com/')).toBe('allow');
    expect(await verdict('POST http://ec2.us-east-1.amazonaws.com/')).toBe('blocked_by_policy');
  });

  it('02 example 41 an allow for everyone attaches no account: the host stays unmanaged', async () => {
    const c9 = await account({ shared: true });
    await organization({ defaultAction: 'block', rules: [{ targets: [on(c9)] }] });
    const answer = await ask(`${GMAIL}/messages`);
    expect([answer.status, offered(answer)]).toEqual([200, null]);
  });

  it('02 example 42 an allow for a user of the workspace attaches the account and opens it', async () => {
    const c9 = await account({ shared: true, label: 'nine' });
    const identities = [{ type: 'user' as const, id: owner.userId }];
    await organization({ defaultAction: 'block', rules: [{ identities, targets: [on(c9)] }] });
    expect(await verdict(LIST)).toBe('allow');
    expect(await logged()).toEqual({ provider: 'gmail', label: 'nine', status: 200 });
  });

  it('02 example 43, 06-T123 a boundary and a selection without overlap: nothing is allowed', async () => {
    const g1 = await account({ provider: 'github-app', shared: true });
    await organization({
      defaultAction: 'block',
      rules: [{ targets: [on(g1)], conditions: { repositories: ['o/a'] } }],
    });
    await workspace([full(g1, { repositories: ['o/z'] })]);
    const answer = await ask('http://api.github.com/repos/o/z');
    expect([answer.status, answer.headers['x-should-retry']]).toEqual([403, 'false']);
    expect(answer.body).toMatchObject({
      error: 'resource_access_denied',
      allowed: [],
      detail: expect.any(String),
    });
    expect(offered(answer)).toHaveLength(1);
    expect(upstream.seen).toHaveLength(0);
    expect(await logged()).toMatchObject({ provider: 'github-app', status: 403 });
  });

  it('02 example 44 a boundary alone leaves the account usable, with a credential for that part alone', async () => {
    const g1 = await account({ provider: 'github-app', shared: true });
    await organization([{ targets: [on(g1)], conditions: { repositories: ['o/a'] } }]);
    await workspace([full(g1)]);
    expect(await verdict('GET http://api.github.com/repos/o/a')).toBe('credential_unavailable');
  });

  it('02 example 46 a host is managed by a secret on another path, and by an account likewise', async () => {
    await organization({ defaultAction: 'block' });
    const secret = await createSecret(owner, { hostPattern: 'api.x.test', pathPattern: '/v1/*' });
    await grant(owner, agent.id, secret);
    expect(await verdict('GET http://api.x.test/v2')).toBe('blocked_by_default_policy');
    await connected();
    expect(await verdict(`GET ${SHARED}/customsearch/v1`)).toBe('blocked_by_default_policy');
  });
});

describe('what an upstream refusal is explained with (06 §12.1)', () => {
  const agentName = encodeURIComponent('Ölf & Co');

  it('06-T80 a known app without an account', async () => {
    refuseWith(403);
    const answer = await ask(`${GMAIL}/messages`);
    expect([answer.status, answer.headers['x-should-retry']]).toEqual([403, 'false']);
    expect(answer.body).toMatchObject({
      error: 'app_not_connected',
      provider: 'gmail',
      connect_url: `${APP}/w/${owner.workspaceId}/connections?connect=gmail&source=agent&agent_name=${agentName}`,
    });
    expect(answer.body).not.toHaveProperty('hostname');
  });

  it('06-T81 a path of a shared host that belongs to no app', async () => {
    refuseWith(401);
    const answer = await ask(`${SHARED}/customsearch/v1?q=1`);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({
      error: 'app_not_connected',
      hostname: 'www.googleapis.com',
      connect_url: `${APP}/w/${owner.workspaceId}/connections?request=www.googleapis.com&source=agent&agent_name=${agentName}`,
    });
    expect(answer.body).not.toHaveProperty('provider');
  });

  it('an account that serves the path but is not attached is named by its app', async () => {
    await account({ provider: 'github-app', shared: true });
    refuseWith(401);
    const answer = await ask('http://api.github.com/repos/o/r');
    expect(answer.body).toMatchObject({
      error: 'access_restricted',
      provider: 'github-app',
      manage_url: `${APP}/w/${owner.workspaceId}/connections/apps/github-app`,
    });
  });

  it('06-12.1.4 an account that serves other paths does not count', async () => {
    await account();
    refuseWith(401);
    expect((await ask(`${SHARED}/calendar/v3/x`)).body).toMatchObject({
      error: 'app_not_connected',
      provider: 'google-calendar',
    });
  });

  it("what an attached account is refused passes as the upstream's own answer", async () => {
    await connected();
    refuseWith(401);
    const answer = await ask(`${GMAIL}/messages`);
    expect([answer.status, answer.text, answer.headers['x-should-retry']]).toEqual([
      401,
      'no entry',
      undefined,
    ]);
  });
});
