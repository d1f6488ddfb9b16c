import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { RequestLog } from '../../../src/gateway/request-log/request-log.js';
import type { LogRecord } from '../../../src/gateway/request-log/log-record.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, askThrough, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { claimed, unclaim } from '../../harness/people/attached.js';
import { network, publishRules, type RuleSetInput } from '../../harness/policy/rules.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import { startSessionIssuer } from '../../harness/people/session-issuer.js';
import { withUpstream } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand), { METRICS_PORT: '0' });

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

interface Row {
  method: string;
  host: string;
  path: string;
  provider: string;
  status: number;
  latency_ms: number;
  injection_count: number;
  matched_rule_logical_id: string | null;
  extra_data: Record<string, unknown> | null;
  agent_id: string | null;
}

/** The rows of the owner's workspace, oldest first, after everything buffered was written. */
async function rows(of: TestServer = server): Promise<Row[]> {
  // The record is made when the exchange ends, which the agent may notice a moment earlier.
  await new Promise((resolve) => setTimeout(resolve, 20));
  await of.app.get(RequestLog).flush();
  return stored();
}

function stored(workspaceId = owner.workspaceId): Promise<Row[]> {
  return server.db.query<Row>(`SELECT * FROM request_log WHERE workspace_id = $1 ORDER BY created_at`, [
    workspaceId,
  ]);
}

async function onlyRow(): Promise<Row> {
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  if (!row) throw new Error('There is no row');
  return row;
}

function organization(input: RuleSetInput): Promise<void> {
  return publishRules(server, { organizationId: owner.organizationId }, input);
}

async function granted(hostPattern = 'api.u.test', more: object = {}): Promise<void> {
  await grant(owner, agent.id, await createSecret(owner, { hostPattern, ...more }));
}

describe('06 §14.1 what a row says', () => {
  it('06-5 an injected request: host, path without query, count, status', async () => {
    await granted();
    upstream.answer = (_request, response) => setTimeout(() => response.writeHead(201).end('made'), 60);
    await agent.ask('http://API.u.test/v1/charges?card=4242', { method: 'POST', body: 'x' });
    const row = await onlyRow();
    expect(row).toMatchObject({
      agent_id: agent.id,
      method: 'POST',
      host: 'api.u.test',
      path: '/v1/charges',
      provider: 'api.u.test',
      status: 201,
      injection_count: 1,
      extra_data: { matched_rule_scope: 'workspace' },
    });
    expect(row.extra_data).not.toHaveProperty('decision');
    expect(row.extra_data!.matched_rule_name).toContain(agent.name);
    expect(row.matched_rule_logical_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(row.latency_ms).toBeGreaterThanOrEqual(50);
    expect(row.latency_ms).toBeLessThan(10_000);
  });

  it('06-T60, 06-5 the original path, never the injected one', async () => {
    await granted('api.u.test', { value: 'Hidden1', injectionConfig: { pathTemplate: '/bot{value}' } });
    await agent.ask('http://api.u.test/botX/sendMessage?key=Hidden2');
    expect(upstream.only().url).toContain('/botHidden1/');
    const row = await onlyRow();
    expect(row.path).toBe('/botX/sendMessage');
    expect(JSON.stringify(row)).not.toMatch(/Hidden/);
  });

  it('R24.9 a port that is not the default stands with the host, a long path is cut', async () => {
    await granted();
    await agent.ask(`http://api.u.test:8080/${'p'.repeat(5_000)}`);
    const row = await onlyRow();
    expect([row.host, row.provider, row.path.length]).toEqual(['api.u.test:8080', 'api.u.test', 2_048]);
  });

  it('06 §14.2 a blocked request names its rule', async () => {
    await organization({ rules: [{ name: 'Never', action: 'block', targets: [network('x.test')] }] });
    await agent.ask('http://x.test/a');
    const row = await onlyRow();
    expect(row).toMatchObject({
      status: 403,
      injection_count: 0,
      extra_data: {
        decision: 'blocked',
        blocked_by_rule: 'Never',
        matched_rule_name: 'Never',
        matched_rule_scope: 'organization',
      },
    });
    expect(row.matched_rule_logical_id).not.toBeNull();
  });

  it('06 §14.2 a default block and a limited request', async () => {
    await granted();
    await organization({
      defaultAction: 'block',
      rules: [{ name: 'Slow', rateLimit: 1, rateLimitWindow: 'hour', targets: [network('y.test')] }],
    });
    await agent.ask('http://api.u.test/');
    await agent.ask('http://y.test/');
    await agent.ask('http://y.test/');
    const [first, second, ...others] = await rows();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      status: 403,
      extra_data: { decision: 'blocked_by_default_policy', matched_rule_scope: 'organization' },
    });
    expect(first!.matched_rule_logical_id).not.toBeNull();
    expect(second).toMatchObject({
      status: 429,
      extra_data: { decision: 'rate_limited', matched_rule_name: 'Slow' },
    });
  });

  it('06 §14.3 refusals that are no rule carry their code', async () => {
    await agent.ask('http://169.254.169.254/latest/');
    expect(await onlyRow()).toMatchObject({
      status: 403,
      matched_rule_logical_id: null,
      extra_data: { decision: 'blocked', blocked_by_rule: 'destination_not_allowed' },
    });
  });

  it('06-T119, 06-T120, 06-27 an unclaimed organization reaches LLM hosts only, until it is claimed', async () => {
    const token = await unclaim(server, owner.organizationId);
    expect((await agent.ask('http://api.anthropic.com/')).status).toBe(200);
    upstream.seen.length = 0;
    const answer = await agent.ask('http://x.test/');
    expect([answer.status, answer.body.error, answer.headers['x-should-retry']]).toEqual([
      403,
      'claim_required',
      'false',
    ]);
    expect(answer.body.claim_url).toMatch(new RegExp(`^https?://.+/claim\\?token=${token}$`));
    expect(upstream.seen).toEqual([]);
    expect(await onlyRow()).toMatchObject({
      extra_data: { decision: 'blocked', blocked_by_rule: 'claim_required' },
    });
    await claimed(server, owner);
    expect((await agent.ask('http://x.test/')).status).toBe(200);
  });

  it('06 §14.3 a request without an agent leaves no row', async () => {
    const before = await server.db.query(`SELECT 1 FROM request_log`);
    expect((await askThrough(server, `aoc_${'0'.repeat(64)}`, 'http://x.test/')).status).toBe(407);
    await rows();
    expect(await server.db.query(`SELECT 1 FROM request_log`)).toHaveLength(before.length);
  });

  it('06 §9.12 an injected request whose upstream is gone is a row with 502', async () => {
    await granted('127.0.0.1');
    expect((await agent.ask('http://127.0.0.1:9/')).status).toBe(502);
    expect(await onlyRow()).toMatchObject({ status: 502, host: '127.0.0.1:9', injection_count: 1 });
  });

  it('06 §9.1.8 a WebSocket is one row at its upgrade', async () => {
    await granted();
    await upgrade('api.u.test');
    expect(upstream.only().headers['x-test-key']).toBe('the-value');
    expect(await onlyRow()).toMatchObject({ method: 'WEBSOCKET', status: 101, injection_count: 1 });
  });
});

describe('06 §14.5 which rows are kept', () => {
  it('managed: injected requests and decisions, nothing else', async () => {
    await agent.ask('http://plain.test/');
    await agent.ask('http://api.openai.com/v1/x');
    upstream.answer = (_request, response) => response.writeHead(401).end();
    expect((await agent.ask('http://plain.test/')).body.error).toBe('credential_not_found');
    expect(await rows()).toEqual([]);
  });

  it('managed on Cloud: uncredentialed LLM traffic too', async () => {
    const issuer = await startSessionIssuer();
    const cloud = await startReplica(server, {
      ...issuer.settings,
      ...upstream.settings,
      OAUTH_STATE_SECRET: randomBytes(32).toString('hex'),
    });
    try {
      await askThrough(cloud, agent.token, 'http://api.openai.com/v1/x');
      await askThrough(cloud, agent.token, 'http://plain.test/');
      expect((await rows(cloud)).map(({ host }) => host)).toEqual(['api.openai.com']);
    } finally {
      await cloud.close();
      await issuer.close();
    }
  });

  it('all: everything', async () => {
    const replica = await startReplica(server, { ...upstream.settings, REQUEST_LOG_MODE: 'all' });
    try {
      await askThrough(replica, agent.token, 'http://plain.test/');
      expect(await rows(replica)).toMatchObject([
        { host: 'plain.test', status: 200, injection_count: 0, extra_data: null },
      ]);
    } finally {
      await replica.close();
    }
  });

  it('off: not even what was blocked or injected', async () => {
    const replica = await startReplica(server, { ...upstream.settings, REQUEST_LOG_MODE: 'off' });
    try {
      await granted();
      await askThrough(replica, agent.token, 'http://api.u.test/');
      await askThrough(replica, agent.token, 'http://169.254.169.254/');
      expect(await rows(replica)).toEqual([]);
    } finally {
      await replica.close();
    }
  });
});

describe('06 §14 writing behind the traffic', () => {
  it('what is buffered is written within about five seconds', async () => {
    await granted();
    await agent.ask('http://api.u.test/');
    expect(await stored()).toEqual([]);
    await until(async () => (await stored()).length === 1, 8_000);
  });

  it('five hundred records are written at once', async () => {
    await granted();
    await rows();
    // Twice the batch: wherever the periodic flush falls, five hundred come together before or after it.
    for (let batch = 0; batch < 20; batch++)
      await Promise.all(Array.from({ length: 50 }, () => agent.ask('http://api.u.test/')));
    await until(async () => (await stored()).length > 0, 10_000);
    expect((await stored()).length).toBeGreaterThanOrEqual(500);
  });

  it('what arrives while a batch is written waits for a batch of its own', async () => {
    const log = server.app.get(RequestLog);
    await rows();
    const record = sample();
    for (let count = 0; count < 3_000; count++) {
      log.record(record);
      if (count % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await log.flush();
    // A row carries the number of the transaction that wrote it. One more statement each for the timer and the flush.
    const written = await server.db.query<{ statements: number; records: number }>(
      `SELECT count(DISTINCT xmin::text)::int AS statements, count(*)::int AS records FROM request_log
       WHERE workspace_id = $1`,
      [owner.workspaceId],
    );
    expect(written[0]!.records).toBe(3_000);
    expect(written[0]!.statements).toBeLessThanOrEqual(8);
  });

  it('a workspace or agent deleted meanwhile costs no other row', async () => {
    const other = await signUpOwner(server);
    const second = await other.api.as(other.cookie).post('/v1/workspaces', { name: 'Second' });
    expect(second.status).toBe(201);
    const gone = await createAgent(server, { api: other.api.as(other.cookie).inWorkspace(second.body.id) });
    const deleted = await createAgent(server, owner);
    for (const each of [gone, deleted, agent]) await each.ask('http://169.254.169.254/');
    const session = other.api.as(other.cookie);
    const removed = await server.db.query(`DELETE FROM workspaces WHERE id = $1 RETURNING id`, [
      second.body.id,
    ]);
    expect([removed.length, session === undefined]).toEqual([1, false]);
    expect((await owner.api.delete(`/v1/agents/${deleted.id}`)).status).toBe(204);
    expect((await rows()).map(({ agent_id }) => agent_id)).toEqual([null, agent.id]);
    expect(await stored(second.body.id)).toEqual([]);
  });

  it('06-34 a log that cannot be written holds up nothing, is caught up later, and counts what it drops', async () => {
    const capacity = 10_000;
    // A process of its own: beside other organizations one has only its share of the queue (R62).
    const alone = await startReplica(server, { ...upstream.settings, METRICS_PORT: '0' });
    const log = alone.app.get(RequestLog);
    await server.db.query('ALTER TABLE request_log RENAME TO request_log_gone');
    try {
      expect((await askThrough(alone, agent.token, 'http://169.254.169.254/')).status).toBe(403);
      await log.flush();
      const record = sample();
      for (let count = 0; count < capacity + 4; count++) log.record(record);
      expect((await askThrough(alone, agent.token, 'http://x.test/')).status).toBe(200);
    } finally {
      await server.db.query('ALTER TABLE request_log_gone RENAME TO request_log');
    }
    await log.flush();
    expect(await stored()).toHaveLength(capacity);
    const metrics = await (await fetch(alone.metricsUrl!)).text();
    expect(metrics).toMatch(/^gateway_request_log_drops_total 5$/m);
    await alone.close();
  });
});

describe('06 §18.3f the end of a process', () => {
  const REFUSED = 'http://169.254.169.254/';

  /** One with a row that waits to be written, and what it says. */
  async function stopping(more: Record<string, string> = {}): Promise<{
    replica: TestServer;
    lines: string[];
  }> {
    const lines: string[] = [];
    const sink = { write: (line: string) => void lines.push(line) };
    const settings = { ...upstream.settings, REQUEST_LOG_MODE: 'all', LOG_LEVEL: 'info', ...more };
    const replica = await startReplica(server, settings, sink);
    await askThrough(replica, agent.token, REFUSED);
    return { replica, lines };
  }

  async function refusingRows(work: () => Promise<void>): Promise<void> {
    await server.db.query('ALTER TABLE request_log RENAME TO request_log_gone');
    try {
      await work();
    } finally {
      await server.db.query('ALTER TABLE IF EXISTS request_log_gone RENAME TO request_log');
    }
  }

  it('what is buffered is written', async () => {
    const { replica, lines } = await stopping();
    await replica.close();
    expect(await stored()).toHaveLength(1);
    expect(lines.filter((line) => line.includes('before shutdown'))).toEqual([]);
  });

  it('what there is does not wait for requests that are still under way', async () => {
    const { replica } = await stopping();
    let finish = (): void => undefined;
    upstream.answer = (_request, response) => (finish = () => response.end('late'));
    const slow = askThrough(replica, agent.token, 'http://api.u.test/slow');
    await until(() => upstream.seen.length === 1);
    const closed = replica.close();
    await until(async () => (await stored()).length === 1);
    finish();
    expect((await slow).text).toBe('late');
    await closed;
    expect((await stored()).map(({ path }) => path)).toEqual(['/', '/slow']);
  });

  it('a database that refuses at first is asked again', async () => {
    const { replica, lines } = await stopping();
    await refusingRows(async () => {
      const closed = replica.close();
      await until(() => lines.some((line) => line.includes('request log could not be written')));
      await server.db.query('ALTER TABLE request_log_gone RENAME TO request_log');
      await closed;
    });
    expect(await stored()).toHaveLength(1);
  });

  it('the log says how many rows a database cost that stays away', async () => {
    const { replica, lines } = await stopping({ GATEWAY_SHUTDOWN_TIMEOUT_SECS: '1' });
    await askThrough(replica, agent.token, REFUSED);
    await refusingRows(() => replica.close());
    const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.endsWith('before shutdown'));
    expect(said).toMatchObject([
      { level: 'error', records: 2, msg: 'rest of the request log could not be written before shutdown' },
    ]);
  });

  it('what is recorded after everything was written is written at once', async () => {
    const { replica } = await stopping();
    const log = replica.app.get(RequestLog);
    await log.onModuleDestroy();
    log.record(sample());
    await until(async () => (await stored()).length === 2);
    await replica.close();
  });
});

function sample(): LogRecord {
  const record: Partial<LogRecord> = {
    organizationId: owner.organizationId,
    workspaceId: owner.workspaceId,
    agentId: agent.id,
    method: 'GET',
    host: 'x.test',
    path: '/',
    provider: 'x.test',
    status: 200,
    latencyMs: 1,
    injectionCount: 1,
    llmHost: false,
    matchedRuleLogicalId: null,
    extraData: null,
    createdAt: new Date(),
  };
  return record as LogRecord;
}

/** Opens a WebSocket in reverse-proxy mode; resolves when it is over. */
function upgrade(host: string): Promise<void> {
  const { port } = new URL(server.gatewayUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', reject).on('data', () => undefined);
    socket.on('close', () => resolve());
    socket.write(
      `GET /proxy-http/${host}/socket HTTP/1.1\r\nHost: gateway.test\r\nX-Agent-Token: ${agent.token}\r\n` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    setTimeout(() => socket.end(), 1_000).unref();
  });
}
