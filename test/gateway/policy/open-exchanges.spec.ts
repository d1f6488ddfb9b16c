import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RequestLog } from '../../../src/gateway/request-log/request-log.js';
import { Metrics } from '../../../src/kernel/metrics/metrics.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant, revoke } from '../../harness/clients/agent.js';
import { decide, pending } from '../../harness/policy/approvals.js';
import { whileDeaf } from '../../harness/database/deaf.js';
import {
  type EndlessUpstream,
  type Kind,
  KINDS,
  type LongLived,
  openLongLived,
  startEndlessUpstream,
} from '../../harness/clients/long-lived.js';
import { unclaim } from '../../harness/people/attached.js';
import { raiseOrganization, setMembership } from '../../harness/people/people.js';
import { network, organizationRules, type RuleInput, workspaceRules } from '../../harness/policy/rules.js';
import { startServerProcess, type ServerProcess } from '../../harness/server/server-process.js';
import type { TestServer } from '../../harness/server/server.js';
import { withReplica } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

/** R29: what is under way is judged again when an epoch about its agent rises, and cut within a second. */
const A_SECOND_MS = 1_000;
const HOST = '127.0.0.1';
const BLOCK: RuleInput = { name: 'No more', action: 'block', targets: [network(HOST)] };

let upstream: Upstream;
let endless: EndlessUpstream;
let server: TestServer;
let replica: TestServer;
let owner: Owner;
let agent: Agent;
let opened: LongLived[];

withReplica((stand) => ({ upstream, server, replica } = stand), {
  REQUEST_LOG_MODE: 'all',
  GATEWAY_CONDITION_BODY_BYTES: '16384',
});

beforeAll(async () => {
  endless = await startEndlessUpstream();
});

afterAll(() => endless.close());

beforeEach(async () => {
  opened = [];
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

afterEach(() => opened.forEach((each) => each.close()));

async function open(kind: Kind, by: Agent = agent, at: { gatewayUrl: string } = server): Promise<LongLived> {
  const exchange = await openLongLived(kind, at.gatewayUrl, by.token, endless);
  opened.push(exchange);
  return exchange;
}

/** One of each kind. */
function openAll(by?: Agent, at?: { gatewayUrl: string }): Promise<LongLived[]> {
  return Promise.all(KINDS.map((kind) => open(kind, by, at)));
}

/** For the agent and for the upstream. */
async function areCut(exchanges: readonly LongLived[], withinMs = A_SECOND_MS): Promise<void> {
  const left = () =>
    exchanges
      .filter((each) => !each.ended() || endless.open.has(each.path))
      .map((each) => `${each.kind}, here ${each.ended()}, there ${!endless.open.has(each.path)}`);
  await until(() => left().length === 0, withinMs).catch(() => undefined);
  expect(left()).toEqual([]);
}

async function areAlive(exchanges: readonly LongLived[]): Promise<boolean> {
  return (await Promise.all(exchanges.map((each) => each.alive()))).every(Boolean);
}

/** A rule, a grant or whatever raised the epochs is in force, and nothing was cut for it. */
async function survive(exchanges: readonly LongLived[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await areAlive(exchanges)).toBe(true);
}

async function newToken(): Promise<void> {
  expect((await owner.api.post(`/v1/agents/${agent.id}/regenerate-token`)).status).toBe(200);
}

async function logged(): Promise<{ path: string; status: number; method: string; extra_data: any }[]> {
  await server.app.get(RequestLog, { strict: false }).flush();
  return server.db.query(
    'SELECT path, status, method, extra_data FROM request_log WHERE workspace_id = $1 ORDER BY created_at',
    [owner.workspaceId],
  );
}

describe('what would not be opened now is cut', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'its agent is deleted',
      async () => expect((await owner.api.delete(`/v1/agents/${agent.id}`)).status).toBe(204),
    ],
    ['its token is replaced', newToken],
    ['a rule of the workspace blocks it', () => workspaceRules(server, owner, [BLOCK])],
    ['a rule of the organization blocks it', () => organizationRules(server, owner, [BLOCK])],
    [
      'whatever no rule allows is blocked',
      () => organizationRules(server, owner, { defaultAction: 'block', coverage: 'all' }),
    ],
    [
      'a person has to be asked, and nobody was',
      () => workspaceRules(server, owner, [{ ...BLOCK, action: 'allow', requireApproval: true }]),
    ],
    [
      'everybody who holds the workspace is suspended',
      () => setMembership(server, owner.organizationId, owner.userId, 'suspended'),
    ],
    ['its organization waits for its owner', () => unclaim(server, owner.organizationId)],
    [
      'its workspace is deleted',
      async () => {
        const made = await owner.api.post('/v1/workspaces', { name: 'Another one' });
        expect(made.status).toBe(201);
        expect((await owner.api.delete(`/v1/workspaces/${owner.workspaceId}`)).status).toBeLessThan(300);
      },
    ],
  ])('%s', async (_cause, withdraw) => {
    const exchanges = await openAll();
    expect(await areAlive(exchanges)).toBe(true);
    await withdraw();
    await areCut(exchanges);
  });

  it.each<[string, (secret: string) => Promise<unknown>]>([
    ['its grant is withdrawn', (secret) => revoke(owner, agent.id, secret)],
    ['it is deleted', (secret) => owner.api.delete(`/v1/secrets/${secret}`)],
    [
      'it is for another host',
      (secret) => owner.api.patch(`/v1/secrets/${secret}`, { hostPattern: 'x.test' }),
    ],
    ['it is for another path', (secret) => owner.api.patch(`/v1/secrets/${secret}`, { pathPattern: '/y/*' })],
  ])('it carries a credential, and %s', async (_cause, withdraw) => {
    const secret = await createSecret(owner, { hostPattern: HOST });
    await grant(owner, agent.id, secret);
    const other = await createSecret(owner, { hostPattern: 'elsewhere.test' });
    const exchanges = await openAll();
    await grant(owner, agent.id, other);
    await survive(exchanges);
    await withdraw(secret);
    await areCut(exchanges);
  });

  it('a rule that came while the exchange was on its way is not missed', async () => {
    for (let round = 0; round < 10; round++) {
      let over = false;
      const asked = agent.ask(`http://${endless.authority}/events/race-${round}`).catch(() => null);
      void asked.finally(() => (over = true));
      await workspaceRules(server, owner, [BLOCK]);
      await until(() => over, A_SECOND_MS);
      await workspaceRules(server, owner, []);
    }
  });
});

describe('what would still be opened goes on', () => {
  it('other agents of the workspace are not touched', async () => {
    const other = await createAgent(server, owner);
    const [mine, theirs] = [await openAll(), await openAll(other)];
    await newToken();
    await areCut(mine);
    await survive(theirs);
  });

  it('other workspaces are not touched', async () => {
    const stranger = await signUpOwner(server);
    const theirs = await openAll(await createAgent(server, stranger));
    const mine = await openAll();
    await workspaceRules(server, owner, [BLOCK]);
    await areCut(mine);
    await survive(theirs);
  });

  it('writes that change nothing for it, whatever their number', async () => {
    const secret = await createSecret(owner, { hostPattern: HOST });
    await grant(owner, agent.id, secret);
    const exchanges = await openAll();
    await workspaceRules(server, owner, [{ action: 'block', targets: [network(HOST, '/other/*')] }]);
    expect((await owner.api.patch(`/v1/secrets/${secret}`, { value: 'new-value' })).status).toBe(200);
    await createSecret(owner, { hostPattern: HOST, injectionConfig: { headerName: 'x-other' } });
    await raiseOrganization(server, owner.organizationId);
    await survive(exchanges);
    await organizationRules(server, owner, [BLOCK]);
    await areCut(exchanges);
  });

  it('a rate limit that is used up does not count again', async () => {
    await workspaceRules(server, owner, [
      { targets: [network(HOST)], rateLimit: KINDS.length, rateLimitWindow: 'day' },
    ]);
    const exchanges = await openAll();
    expect((await agent.ask(`http://${endless.authority}/waiting/refused`)).status).toBe(429);
    for (let round = 0; round < 5; round++) await raiseOrganization(server, owner.organizationId);
    await survive(exchanges);
  });

  it('what a person approved stays approved, until a rule blocks it', async () => {
    const asking: RuleInput = { targets: [network(HOST)], requireApproval: true };
    await workspaceRules(server, owner, [asking]);
    const opening = open('events');
    const [held] = await pending(owner.api);
    await decide(owner.api, held!.id, 'approve');
    const exchange = await opening;
    await organizationRules(server, owner, [asking]);
    await survive([exchange]);
    await workspaceRules(server, owner, [BLOCK]);
    await areCut([exchange]);
  });

  it('a condition on a body is judged by what was seen of it', async () => {
    const speaksOf = (value: string): RuleInput => ({
      ...BLOCK,
      conditions: [{ target: 'body', operator: 'contains', value }],
    });
    await workspaceRules(server, owner, [speaksOf('never said')]);
    const exchange = await open('upload');
    await raiseOrganization(server, owner.organizationId);
    await survive([exchange]);
    await workspaceRules(server, owner, [speaksOf('xxxx')]);
    await areCut([exchange]);
  });
});

describe('how it ends', () => {
  it('an exchange that was not answered yet gets the refusal, one that was is broken off', async () => {
    const exchanges = await openAll();
    await workspaceRules(server, owner, [BLOCK]);
    await areCut(exchanges);
    const text = Object.fromEntries(exchanges.map((each) => [each.kind, each.text()]));
    for (const kind of ['waiting', 'upload'])
      expect(text[kind]).toMatch(
        /^HTTP\/1\.1 403 [^]*Connection: close[^]*"blocked_by_policy"[^]*"No more"/i,
      );
    for (const kind of ['websocket', 'events', 'download']) expect(text[kind]).not.toContain('blocked_by');
    expect(text.events).not.toMatch(/0\r\n\r\n$/);
  });

  it('the request log tells it', async () => {
    const exchanges = await openAll();
    await workspaceRules(server, owner, [BLOCK]);
    await areCut(exchanges);
    await until(async () => (await logged()).length === exchanges.length + 1);
    const rows = (await logged()).map(({ path, status, extra_data: extra }) => [
      path.split('/')[1],
      status,
      extra?.decision,
      extra?.blocked_by_rule,
      extra?.cut,
    ]);
    const cut = ['blocked', 'No more', true];
    expect(rows.sort()).toEqual(
      [
        ['download', 200, ...cut],
        ['events', 200, ...cut],
        ['upload', 403, ...cut],
        ['waiting', 403, ...cut],
        ['websocket', 101, undefined, undefined, undefined],
        ['websocket', 403, ...cut],
      ].sort(),
    );
    const metrics = await server.app.get(Metrics).render();
    expect(metrics).toMatch(/^gateway_cut_exchanges_total\{verdict="blocked_by_policy"\} [1-9]/m);
    expect(metrics).toMatch(/^gateway_open_websockets 0$/m);
  });
});

describe('another process', () => {
  let second: ServerProcess;

  beforeAll(async () => {
    second = await startServerProcess(server.dataDir, {
      ...upstream.settings,
      DATABASE_URL: server.databaseUrl,
    });
  });

  afterAll(() => second.stop());

  it('hears of a withdrawal and cuts within a second', async () => {
    const secret = await createSecret(owner, { hostPattern: HOST });
    await grant(owner, agent.id, secret);
    const other = await createAgent(server, owner);
    const [mine, theirs] = [await openAll(agent, second), await openAll(other, second)];
    await revoke(owner, agent.id, secret);
    await areCut(mine);
    await survive(theirs);
    await workspaceRules(server, owner, [BLOCK]);
    await areCut(theirs);
  });

  it('one whose channel is not proven alive finds out by asking', async () => {
    const exchanges = await openAll(agent, replica);
    const other = await openAll(await createAgent(server, owner), replica);
    await whileDeaf([replica, server], async () => {
      await newToken();
      await areCut(exchanges, 2 * A_SECOND_MS);
      await survive(other);
    });
    await survive(other);
  });

  it('one that heard nothing for a while makes up for it', async () => {
    const exchanges = await openAll(agent, replica);
    await whileDeaf([replica, server], newToken);
    await areCut(exchanges, 2 * A_SECOND_MS);
  });
});
