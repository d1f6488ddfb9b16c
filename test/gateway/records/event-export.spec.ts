/** What leaves for a SIEM: every decision and every audit entry, at least once, in order (ADR 84). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { appendFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RefusedTokens } from '../../../src/gateway/pipeline/refused-tokens.js';
import { RequestLog } from '../../../src/gateway/request-log/request-log.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, askThrough, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { askAbout, decide, pending, sendAndLeave } from '../../harness/policy/approvals.js';
import { network, organizationRules } from '../../harness/policy/rules.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { trusting } from '../../harness/server/stands.js';
import { startServerProcess } from '../../harness/server/server-process.js';
import {
  startSyslogReceiver,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../harness/upstreams/siem.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const EVERYTHING = { ENTERPRISE_ENABLED: 'true', METRICS_PORT: '0' };

let siem: WebhookReceiver;
let upstream: Upstream;
let server: TestServer;
let owner: Owner;
let agent: Agent;

beforeAll(async () => {
  siem = await startWebhookReceiver();
  upstream = await startUpstream();
  server = await startServer({
    ...upstream.settings,
    ...EVERYTHING,
    ...siem.settings,
    // The receiver knows the old secret only.
    EXPORT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')},${siem.settings.EXPORT_WEBHOOK_SECRET}`,
    EXPORT_WEBHOOK_HEADERS: 'authorization=Bearer%20of-the-receiver',
    REQUEST_LOG_MODE: 'off',
  });
});

afterAll(async () => {
  await server?.close();
  await upstream?.close();
  await siem?.close();
});

beforeEach(async () => {
  siem.reset();
  upstream.reset();
  await drained();
  siem.posts.length = 0;
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

/** Everything that was decided is in the outbox. */
async function flushed(of: TestServer = server): Promise<void> {
  // The record is made when the exchange ends, which the agent may notice a moment earlier.
  await new Promise((resolve) => setTimeout(resolve, 20));
  await of.app.get(RequestLog).flush();
  await of.app.get(RefusedTokens).flush();
}

/** A sink that failed need not be waited for. */
const tryAgain = () => server.db.query('UPDATE export_sinks SET retry_at = NULL');

const waiting = async (sink = 'webhook'): Promise<number> =>
  (await server.db.query('SELECT 1 FROM export_outbox WHERE sink = $1', [sink])).length;

async function drained(): Promise<void> {
  await flushed();
  await until(async () => {
    await tryAgain();
    return (await waiting()) === 0;
  });
}

const ofOwner = (events: any[]): any[] =>
  events.filter((event) => event.organizationId === owner.organizationId);
const decisions = (): any[] => ofOwner(siem.taken()).filter(({ stream }) => stream === 'gateway');

async function ask(...urls: string[]): Promise<void> {
  for (const url of urls) await agent.ask(url);
}

describe('the webhook is told', () => {
  it('of each kind of decision once, in order, whatever the request log keeps', async () => {
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: 'api.u.test' }));
    await organizationRules(server, owner, [
      { name: 'Never', action: 'block', targets: [network('never.test')] },
      { name: 'Slow', rateLimit: 1, rateLimitWindow: 'hour', targets: [network('slow.test')] },
      askAbout('held.test'),
    ]);
    await ask('http://api.u.test/a?secret=x', 'http://plain.test/b', 'http://never.test/c');
    await ask('http://slow.test/d', 'http://slow.test/e', 'http://169.254.169.254/f', 'http://127.0.0.1:9/g');
    for (const [path, decision] of [
      ['h', 'approve'],
      ['i', 'deny'],
    ] as const) {
      const asked = agent.ask(`http://held.test/${path}`, { method: 'POST', body: 'x' });
      const [held] = await pending(owner.api);
      await decide(owner.api, held.id, decision);
      await asked;
    }
    const left = sendAndLeave(server, agent, 'http://held.test/j', Buffer.from('x'));
    await pending(owner.api);
    left.destroy();
    await until(() =>
      server.db
        .query(
          `SELECT 1 FROM request_log WHERE extra_data ->> 'decision' = 'approval_cancelled' AND organization_id = $1`,
          [owner.organizationId],
        )
        .then(({ length }) => length === 1),
    );
    await drained();

    const told = decisions().map(({ path, decision, status, refusal }) => [path, decision, status, refusal]);
    const of = (paths: string) => told.filter(([path]) => paths.includes(path.slice(1)));
    expect(of('abcdefg')).toEqual([
      ['/a', 'allowed', 200, null],
      ['/b', 'allowed', 200, null],
      ['/c', 'blocked', 403, 'blocked_by_policy'],
      ['/d', 'allowed', 200, null],
      ['/e', 'rate_limited', 429, 'rate_limited'],
      ['/f', 'blocked', 403, 'destination_not_allowed'],
      ['/g', 'failed', 502, expect.any(String)],
    ]);
    expect([of('h'), of('i'), of('j')]).toEqual([
      [
        ['/h', 'approval_pending', 202, null],
        ['/h', 'approval_approved', 200, null],
      ],
      [
        ['/i', 'approval_pending', 202, null],
        ['/i', 'approval_denied', 403, 'manual_approval_denied'],
      ],
      [
        ['/j', 'approval_pending', 202, null],
        ['/j', 'approval_cancelled', 202, null],
      ],
    ]);
    expect(told).toHaveLength(13);
    expect(decisions().find(({ path }) => path === '/a')).toMatchObject({
      kind: 'request',
      workspaceId: owner.workspaceId,
      agentId: agent.id,
      method: 'GET',
      host: 'api.u.test',
      provider: 'api.u.test',
      injectionCount: 1,
      details: { matched_rule_scope: 'workspace' },
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(new Set(decisions().map(({ id }) => id)).size).toBe(13);
    expect(siem.posts[0]!.headers).toMatchObject({
      authorization: 'Bearer of-the-receiver',
      'content-type': 'application/x-ndjson',
    });
  });

  it('of requests without a valid token, counted by where they come from', async () => {
    for (let each = 0; each < 3; each++) await askThrough(server, `aoc_${'0'.repeat(64)}`, 'http://x.test/');
    await askThrough(server, 'no token', 'http://x.test/');
    await drained();
    const refused = siem.taken().filter(({ kind }) => kind === 'unauthenticated');
    expect(refused).toEqual([
      expect.objectContaining({ decision: 'unauthenticated', presented: true, count: 4, mode: 'absolute' }),
    ]);
    expect(refused[0].clientAddress).toMatch(/127\.0\.0\.1$/);
  });

  it('of audit entries as they were committed, and of what a deletion removes before it was sent', async () => {
    siem.answer = (response) => response.writeHead(503).end();
    await createSecret(owner, { hostPattern: 'api.u.test', name: 'Of the deleted' });
    await ask('http://plain.test/before');
    await flushed();
    await server.db.query('DELETE FROM workspaces WHERE id = $1', [owner.workspaceId]);
    await server.db.query('DELETE FROM audit_log WHERE organization_id = $1', [owner.organizationId]);
    siem.answer = (response) => response.writeHead(200).end('taken');
    await drained();
    const told = ofOwner(siem.taken());
    expect(told.filter(({ path }) => path === '/before')).toHaveLength(1);
    const audited = told.filter(({ stream }) => stream === 'audit');
    expect(audited.map(({ service, action }) => `${service} ${action}`)).toEqual(
      expect.arrayContaining(['agent create', 'secret create']),
    );
    expect(audited.at(-1)).toMatchObject({
      service: 'secret',
      status: 'success',
      source: 'api',
      workspaceId: owner.workspaceId,
      userId: owner.userId,
      userEmail: owner.email,
    });
  });
});

describe('the way to the webhook', () => {
  it('is that of providers: the egress proxy, and the roots of the operator', async () => {
    const trusted = await trusting(upstream);
    const settings = {
      ...upstream.settings,
      ...siem.settings,
      EXPORT_WEBHOOK_URL: 'https://siem.test/in',
    };
    const posted = () =>
      upstream.seen.filter(({ host, scheme }) => scheme === 'https' && host === 'siem.test');
    const base = await startServer({ ...settings, SERVER_ROLES: 'api' });
    try {
      await signUpOwner(base);
      const without = await startReplica(base, settings);
      const error = async (): Promise<string | null> =>
        (await base.db.query<{ error: string | null }>('SELECT last_error AS error FROM export_sinks'))[0]!
          .error;
      await until(async () => (await error()) !== null);
      await without.close();
      expect([posted(), await error()]).toEqual([[], expect.stringMatching(/certificate/)]);
      await base.db.query('UPDATE export_sinks SET retry_at = NULL');
      const withRoots = await startReplica(base, { ...settings, ...trusted.settings });
      await until(async () => (await base.db.query('SELECT 1 FROM export_outbox')).length === 0);
      await withRoots.close();
      expect(posted().length).toBeGreaterThan(0);
    } finally {
      await base.close();
      await trusted.close();
    }
  });
});

describe('a webhook that does not take a batch', () => {
  it('gets it again with the same id and nothing else before, until it does: nothing is lost or overtaken', async () => {
    const answers = [500, 429, 302, 404];
    siem.answer = (response) => {
      const status = answers.shift() ?? 204;
      response.writeHead(status, { 'retry-after': '1', location: siem.url }).end();
    };
    for (let each = 0; each < 5; each++) {
      await ask(`http://plain.test/${each}`);
      await flushed();
      await until(async () => {
        await tryAgain();
        return siem.posts.length > Math.min(each, 3);
      });
    }
    await drained();
    expect(decisions().map(({ path }) => path)).toEqual(['/0', '/1', '/2', '/3', '/4']);
    const [first, ...others] = siem.posts;
    expect(siem.posts.slice(0, 5).map(({ status }) => status)).toEqual([500, 429, 302, 404, 204]);
    for (const again of others.slice(0, 4))
      expect([again.id, again.events]).toEqual([first!.id, first!.events]);
    expect(new Set(others.slice(4).map(({ id }) => id)).size).toBe(others.length - 4);
  });

  it('is waited for as long as it says', async () => {
    siem.answer = (response) => response.writeHead(429, { 'retry-after': '600' }).end();
    await ask('http://plain.test/');
    await flushed();
    await until(() => siem.posts.length > 0);
    const pause = () =>
      server.db.query<{ seconds: number; error: string | null }>(
        `SELECT extract(epoch FROM retry_at - now())::float8 AS seconds, last_error AS error FROM export_sinks`,
      );
    await until(async () => (await pause())[0]!.error !== null);
    const [{ seconds, error }] = (await pause()) as [{ seconds: number; error: string }];
    expect([seconds > 500 && seconds <= 600, error]).toEqual([true, 'the receiver answered 429']);
  });

  it('because it is too large gets smaller ones', async () => {
    siem.answer = (response, { events }) => response.writeHead(events.length > 60 ? 413 : 204).end();
    const urls = Array.from({ length: 130 }, (_, each) => `http://plain.test/${each}`);
    await server.db.query('UPDATE export_sinks SET leased_until = $1, lease_owner = gen_random_uuid()', [
      new Date(Date.now() + 60_000),
    ]);
    await ask(...urls);
    await flushed();
    await server.db.query('UPDATE export_sinks SET leased_until = NULL');
    await drained();
    expect(decisions().map(({ path }) => path)).toEqual(urls.map((url) => new URL(url).pathname));
    expect(siem.posts.some(({ status }) => status === 413)).toBe(true);
  });

  it('shows in the metrics, with how far behind it is', async () => {
    const metric = async (name: string): Promise<number> => {
      const text = await (await fetch(server.metricsUrl!)).text();
      return Number(new RegExp(`^gateway_export_${name}\\{sink="webhook"\\} (.*)$`, 'm').exec(text)?.[1]);
    };
    const [failures, events] = [await metric('failures_total'), await metric('events_total')];
    siem.answer = (response) => response.writeHead(500).end();
    await ask('http://plain.test/');
    await flushed();
    await server.db.query(`UPDATE export_outbox SET created_at = created_at - interval '1 hour'`);
    await until(
      async () => (await metric('failures_total')) > failures && (await metric('lag_seconds')) > 3_500,
    );
    siem.reset();
    await drained();
    await until(async () => (await metric('events_total')) > events && (await metric('lag_seconds')) === 0);
    expect(await metric('dropped_total')).toBe(0);
  });

  it('for longer than the backlog may be old loses the oldest events, and they are counted', async () => {
    siem.answer = (response) => response.writeHead(500).end();
    await ask('http://plain.test/old');
    await flushed();
    await until(() => siem.posts.length > 0);
    await server.db.query(`UPDATE export_outbox SET created_at = created_at - interval '169 hours'`);
    await ask('http://plain.test/new');
    await flushed();
    await server.db.query(`SELECT graphile_worker.add_job('event-export.forget-old')`);
    await until(async () => {
      const text = await (await fetch(server.metricsUrl!)).text();
      return /gateway_export_dropped_total\{sink="webhook"\} [1-9]/.test(text);
    });
    siem.reset();
    await drained();
    expect(decisions().map(({ path }) => path)).toEqual(['/new']);
  });
});

describe('R62 organizations take turns', () => {
  /** Nobody sends meanwhile. */
  async function whileHeld(work: () => Promise<void>): Promise<void> {
    await server.db.query(
      `UPDATE export_sinks SET lease_owner = gen_random_uuid(), leased_until = now() + interval '1 hour'`,
    );
    await work();
    await flushed();
    await server.db.query('UPDATE export_sinks SET leased_until = NULL');
  }

  /** What an organization has waiting, in rows of one event. */
  const wait = (organizationId: string | null, events: number): Promise<unknown> =>
    server.db.query(
      `INSERT INTO export_outbox (sink, organization_id, events, size)
       SELECT 'webhook', coalesce($1::text, ''),
         json_build_array(json_build_object('id', gen_random_uuid(), 'organizationId', $1::text, 'n', n)), 1
       FROM generate_series(1, $2::int) n`,
      [organizationId, events],
    );
  const batchesOf = (organizationId: string | null): number[] =>
    siem.posts.flatMap(({ events }, at) =>
      events.filter((event) => event.organizationId === organizationId).map(() => at),
    );
  const numbersOf = (organizationId: string | null): number[] =>
    siem
      .taken()
      .filter((event) => event.organizationId === organizationId && event.n !== undefined)
      .map(({ n }) => n);
  /** What a test before made too large is halved for good. */
  const batchSize = (): number => Math.max(...siem.posts.map(({ events }) => events.length));
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

  it('so a quiet one beside a loud one is in the next batch, and each keeps its own order', async () => {
    const quiet = await signUpOwner(server);
    const other = await createAgent(server, quiet);
    await drained();
    siem.posts.length = 0;
    const urls = upTo(30).map((each) => `http://plain.test/${each}`);
    await whileHeld(async () => {
      await wait(owner.organizationId, 3_000);
      await ask(...urls);
      await other.ask('http://plain.test/quiet');
    });
    await drained();
    expect(batchesOf(quiet.organizationId)).toEqual([0]);
    expect(siem.taken().find(({ path }) => path === '/quiet')).toMatchObject({ agentId: other.id });
    expect(numbersOf(owner.organizationId)).toEqual(upTo(3_000));
    expect(decisions().map(({ path }) => path)).toEqual(urls.map((url) => new URL(url).pathname));
    expect(siem.posts.length).toBeLessThan(3_031 / batchSize() + 3);
  });

  it("so whoever had no place in a batch is in the one after, also what is no organization's", async () => {
    const loud = upTo(700).map((at) => `loud-${String(at).padStart(4, '0')}`);
    await whileHeld(async () => {
      for (const each of loud) await wait(each, 3);
      await wait('~quiet', 2);
      await wait(null, 2);
    });
    await drained();
    for (const each of loud) expect(numbersOf(each)).toEqual([1, 2, 3]);
    expect([numbersOf('~quiet'), numbersOf(null)]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(batchesOf('~quiet')[0]).toBeLessThan(703 / batchSize() + 1);
    expect(batchesOf(null)[0]).toBeLessThan(703 / batchSize() + 1);
    for (const each of loud) expect(batchesOf(each)[0]).toBeLessThan(703 / batchSize() + 1);
  });
});

describe('processes', () => {
  it('that are killed while they send leave the batch to others, with its id', async () => {
    await server.db.query('UPDATE export_sinks SET leased_until = NULL');
    const held = await startWebhookReceiver();
    const dataDir = await mkdtemp(join(tmpdir(), 'cg-export-'));
    // No answer at all: the process dies in the middle.
    held.answer = () => undefined;
    const settings = { ...upstream.settings, ...EVERYTHING, ...held.settings };
    const base = await startServer({ ...upstream.settings, SERVER_ROLES: 'api,gateway', ...held.settings });
    const sending = await startServerProcess(dataDir, {
      ...settings,
      DATABASE_URL: base.databaseUrl,
      DATA_DIR: base.dataDir,
    });
    try {
      const person = await signUpOwner(base);
      await until(() => held.posts.length > 0);
      const next = await startReplica(base, { ...upstream.settings, ...held.settings });
      await sending.kill();
      held.answer = (response) => response.writeHead(204).end();
      // Its lease would run out by itself.
      await base.db.query('UPDATE export_sinks SET leased_until = now()');
      await createAgent(base, person);
      const left = () => base.db.query('SELECT 1 FROM export_outbox');
      await until(async () => held.posts.length > 1 && (await left()).length === 0);
      await next.close();
      const [first, second] = held.posts;
      expect([second!.id, second!.events]).toEqual([first!.id, first!.events]);
      const ids = held.taken().map(({ id }) => id);
      const entries = await base.db.query<{ id: string }>('SELECT id FROM audit_log ORDER BY created_at');
      expect(ids).toEqual(entries.map(({ id }) => id));
    } finally {
      await base.close();
      await held.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe('syslog', () => {
  it.each([{ tls: false }, { tls: true }])(
    'messages are well formed and complete, with TLS: $tls',
    async ({ tls }) => {
      const stand = await startSyslogReceiver({ tls });
      const folder = await mkdtemp(join(tmpdir(), 'cg-syslog-'));
      const authority = join(folder, 'authority.pem');
      await writeFile(authority, stand.authorityPem);
      const sender = await startServer({
        ...upstream.settings,
        ...EVERYTHING,
        EXPORT_SYSLOG_URL: `${tls ? 'tls' : 'tcp'}://localhost:${stand.port}`,
        EXPORT_FORMAT: 'ocsf',
        GATEWAY_UPSTREAM_CA_FILE: authority,
      });
      try {
        const person = await signUpOwner(sender);
        const there = await createAgent(sender, person);
        await there.ask('http://plain.test/über');
        await organizationRules(sender, person, [
          { name: 'Nö]"\\', action: 'block', targets: [network('never.test')] },
        ]);
        await there.ask('http://never.test/');
        await flushed(sender);
        await until(() => stand.messages.some(({ event }) => event.disposition === 'Blocked'));
        const blocked = stand.messages.find(({ event }) => event.disposition === 'Blocked')!;
        expect(blocked).toMatchObject({
          priority: 13 * 8 + 4,
          version: '1',
          application: 'credential-gateway',
          messageId: 'gateway',
          event: { class_uid: 6003, type_uid: 600302, policy: { name: 'Nö]"\\' }, status: 'Failure' },
        });
        expect(blocked.structured).toMatch(
          /^\[gateway@32473 id="[0-9a-f-]+" organization="\S+" decision="blocked"\]$/,
        );
        const audited = stand.messages.filter(({ messageId }) => messageId === 'audit');
        expect(audited.map(({ event }) => event.class_uid)).toEqual(expect.arrayContaining([3001, 3004]));
        expect(stand.connections).toBeGreaterThan(0);
      } finally {
        await sender.close();
        await stand.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
  );

  it('goes to no receiver whose certificate is another one', async () => {
    const stand = await startSyslogReceiver({ tls: true });
    const sender = await startServer({
      ...upstream.settings,
      EXPORT_SYSLOG_URL: `tls://localhost:${stand.port}`,
    });
    try {
      await signUpOwner(sender);
      const failing = () =>
        sender.db.query<{ last_error: string | null }>('SELECT last_error FROM export_sinks');
      await until(async () => (await failing())[0]?.last_error != null);
      expect((await failing())[0]!.last_error).toMatch(/certificate/);
      expect([stand.messages, stand.connections]).toEqual([[], 0]);
    } finally {
      await sender.close();
      await stand.close();
    }
  });
});

describe('a file', () => {
  it('goes on after a restart, a rotation and half a line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cg-file-'));
    const file = join(folder, 'events.jsonl');
    const settings = { ...upstream.settings, EXPORT_FILE: file };
    const lines = async (path = file): Promise<any[]> =>
      (await readFile(path, 'utf8').catch(() => ''))
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    const first = await startServer(settings);
    try {
      const person = await signUpOwner(first);
      await until(async () => (await lines()).length > 0);
      const before = await lines();
      await appendFile(file, '{"of a process that":"died wh');
      const second = await startReplica(first, settings);
      await createAgent(second, person, 'After the restart');
      await until(async () => (await lines()).some(({ service }) => service === 'agent'));
      expect((await lines()).slice(0, before.length)).toEqual(before);
      await rename(file, `${file}.1`);
      await createAgent(second, person, 'After the rotation');
      await until(async () => (await lines()).length > 0);
      await second.close();
      const all = [...(await lines(`${file}.1`)), ...(await lines())];
      const entries = await first.db.query<{ id: string }>('SELECT id FROM audit_log ORDER BY created_at');
      expect(all.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
    } finally {
      await first.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
