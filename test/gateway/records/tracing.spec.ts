import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { askAbout, decide, pending } from '../../harness/policy/approvals.js';
import { network, publishRules } from '../../harness/policy/rules.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { SeenRequest, Upstream } from '../../harness/upstreams/upstream.js';

const COLLECTOR = 'http://collector.test/otlp';
const SETTINGS = {
  ENTERPRISE_ENABLED: 'true',
  OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key',
  OTEL_SERVICE_NAME: 'the gateway',
  OTEL_TRACES_SAMPLER_ARG: '1',
};
const FOREIGN = '0af7651916cd43dd8448eb211c80319c';
const traceparent = (flags = '01') => `00-${FOREIGN}-b7ad6b7169203331-${flags}`;

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code: number };
}

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;
/** What reached the collector, kept apart from what reached upstreams. */
let posts: SeenRequest[];

withUpstream((stand) => ({ upstream, server } = stand), SETTINGS);

beforeEach(async () => {
  upstream.reset();
  posts = [];
  upstream.answer = (_request, response, seen) => {
    const isCollector = seen.host === 'collector.test';
    if (isCollector) posts.push(...upstream.seen.splice(upstream.seen.indexOf(seen), 1));
    response.end(isCollector ? '{}' : 'ok');
  };
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

const spans = (): Sent[] =>
  posts.flatMap(({ body }) =>
    JSON.parse(body.toString()).resourceSpans.flatMap((resource: any) =>
      resource.scopeSpans.flatMap((scope: any) => scope.spans),
    ),
  );

const attributesOf = (span: Sent | undefined): Record<string, unknown> =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));

/** The spans of the only request that this agent made, once the whole of it has arrived. */
async function traceOf({ id }: Pick<Agent, 'id'> = agent): Promise<Sent[]> {
  const whole = () => spans().find((span) => attributesOf(span)['gateway.agent.id'] === id);
  await until(() => Promise.resolve(whole() !== undefined));
  return spans().filter(({ traceId }) => traceId === whole()!.traceId);
}

const block = (host: string) =>
  publishRules(
    server,
    { organizationId: owner.organizationId },
    { rules: [{ action: 'block' as const, targets: [network(host)] }] },
  );

describe('traces of requests', () => {
  it('show what a request waited for, from the agent to the upstream', async () => {
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: 'api.u.test' }));
    await publishRules(server, { organizationId: owner.organizationId }, { rules: [askAbout('api.u.test')] });
    const asked = agent.ask('http://api.u.test/a-path?query=of-the-agent', {
      method: 'POST',
      body: 'a-body',
    });
    const [held] = await pending(owner.api);
    await decide(owner.api, held.id, 'approve');
    expect((await asked).status).toBe(200);

    const trace = await traceOf();
    const names = trace.toSorted((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
    expect(names.map(({ name }) => name)).toEqual([
      'agent request',
      'policy',
      'hold',
      'policy',
      'credentials',
      'upstream',
    ]);
    const [request, ...steps] = names;
    expect(request?.parentSpanId).toBeUndefined();
    expect(steps.map(({ parentSpanId }) => parentSpanId)).toEqual(steps.map(() => request!.spanId));
    for (const { endTimeUnixNano } of steps)
      expect(BigInt(endTimeUnixNano)).toBeLessThanOrEqual(BigInt(request!.endTimeUnixNano));
    expect(attributesOf(request)).toMatchObject({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'server.address': 'api.u.test',
      'gateway.injections': 1,
    });
    expect(attributesOf(steps[1])).toEqual({ 'gateway.approval': 'approved' });
  });

  it('tell nothing of what was asked and with which credentials', async () => {
    const value = 'the-value-of-the-secret';
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: 'api.u.test', value }));
    await agent.ask('http://api.u.test/a-path?query=of-the-agent', { method: 'POST', body: 'a-body' });
    await traceOf();
    const sent = Buffer.concat(posts.map(({ body }) => body)).toString();
    for (const secret of [value, agent.token, 'a-path', 'of-the-agent', 'a-body'])
      expect(sent).not.toContain(secret);
  });

  it('reach the collector by the way providers are reached, with its credentials and their name', async () => {
    await agent.ask('http://api.u.test/');
    await traceOf();
    const [{ url, headers, body }] = posts as [SeenRequest];
    expect(url).toMatch(/\/otlp\/v1\/traces$/);
    expect(headers).toMatchObject({ 'x-collector-key': 'a key', 'content-type': 'application/json' });
    expect(body.toString()).toContain('"the gateway"');
  });

  it('end where a request is refused', async () => {
    await block('api.u.test');
    expect((await agent.ask('http://api.u.test/')).status).toBe(403);
    const trace = await traceOf();
    expect(trace.map(({ name }) => name).toSorted()).toEqual(['agent request', 'policy']);
    const request = trace.find(({ name }) => name === 'agent request');
    expect(attributesOf(request)).toMatchObject({
      'error.type': 'blocked_by_policy',
      'http.response.status_code': 403,
    });
    expect(request?.status.code).toBe(0);
  });

  it('call a request failed that its upstream did not answer', async () => {
    upstream.answer = (request, response, seen) => {
      if (seen.host !== 'collector.test') return request.socket.destroy();
      posts.push(seen);
      response.end('{}');
    };
    expect((await agent.ask('http://api.u.test/')).status).toBe(502);
    const failed = (await traceOf()).filter(({ status }) => status.code === 2);
    expect(failed.map(({ name }) => name).toSorted()).toEqual(['agent request', 'upstream']);
  });

  it('leave what agents say of traces to the upstream, unless told otherwise', async () => {
    const headers = { traceparent: traceparent(), tracestate: 'of=the-agent' };
    await agent.ask('http://api.u.test/', { headers });
    expect(upstream.only().headers).toMatchObject(headers);
    expect((await traceOf())[0]?.traceId).not.toBe(FOREIGN);
  });

  it('of this process are named in its log', async () => {
    const lines: any[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line));
    const settings = { ...upstream.settings, ...SETTINGS, LOG_LEVEL: 'error' };
    const other = await startReplica(server, settings, { write });
    await publishRules(server, { organizationId: owner.organizationId }, { rules: [askAbout('api.u.test')] });
    await server.db.query('ALTER TABLE approvals RENAME TO approvals_away');
    try {
      const there = { ...agent, ...(await createAgent(other, owner)) };
      expect((await there.ask('http://api.u.test/')).status).toBe(502);
      const [{ traceId }] = (await traceOf(there)) as [Sent];
      expect(lines.find(({ msg }) => msg === 'request could not be held for approval')).toMatchObject({
        traceId,
      });
    } finally {
      await server.db.query('ALTER TABLE approvals_away RENAME TO approvals');
      await other.close();
    }
  });
});

describe('a trace of the agent', () => {
  let accepting: TestServer;
  let there: Agent;

  beforeEach(async () => {
    accepting ??= await startReplica(server, {
      ...upstream.settings,
      ...SETTINGS,
      GATEWAY_ACCEPT_TRACEPARENT: 'true',
    });
    there = await createAgent(accepting, owner);
  });

  it('goes on in the gateway and ends there', async () => {
    const headers = { traceparent: traceparent(), tracestate: 'of=the-agent' };
    await there.ask('http://api.u.test/', { headers });
    expect(Object.keys(upstream.only().headers).filter((name) => name.startsWith('trace'))).toEqual([]);
    const request = (await traceOf(there)).find(({ name }) => name === 'agent request');
    expect(request).toMatchObject({ traceId: FOREIGN, parentSpanId: 'b7ad6b7169203331' });
  });

  it('that nobody keeps is not kept here', async () => {
    await there.ask('http://api.u.test/', { headers: { traceparent: traceparent('00') } });
    const later = await createAgent(accepting, owner);
    await later.ask('http://api.u.test/', { headers: { traceparent: 'no trace at all' } });
    await traceOf(later);
    expect(spans().filter((span) => attributesOf(span)['gateway.agent.id'] === there.id)).toEqual([]);
  });

  it('is sent before the process ends', async () => {
    await there.ask('http://api.u.test/');
    await accepting.close();
    expect((await traceOf(there)).map(({ name }) => name)).toContain('upstream');
  });
});

describe('a collector that cannot be reached', () => {
  it('disturbs no request, and is spoken of once', async () => {
    const lines: any[] = [];
    const settings = { ...upstream.settings, ...SETTINGS, LOG_LEVEL: 'warn' };
    const unreachable = { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
    const other = await startReplica(server, unreachable, {
      write: (line) => void lines.push(JSON.parse(line)),
    });
    const there = await createAgent(other, owner);
    const failures = () => lines.filter(({ msg }) => msg?.startsWith('trace spans could not be sent'));
    try {
      for (let each = 0; each < 5; each++) await there.ask('http://api.u.test/');
      await until(() => Promise.resolve(failures().length > 0));
      expect((await there.ask('http://api.u.test/')).status).toBe(200);
    } finally {
      await other.close();
    }
    expect(failures()).toHaveLength(1);
  });
});

describe('a server without a collector', () => {
  it('loads nothing of the library', async () => {
    const dist = join(import.meta.dirname, '../../../dist/src');
    const program = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      await import('${dist}/app.module.js');
      const { Tracing } = await import('${dist}/kernel/tracing/tracing.js');
      const { tracer } = await Tracing.of({ otelExporterOtlpEndpoint: null });
      console.log(tracer, loaded.length > 100, loaded.some((url) => /@opentelemetry.(?!api)/.test(url)));`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect((await run).stdout.trim()).toBe('null true false');
  });
});
