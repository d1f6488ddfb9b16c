import { beforeEach, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  createAgent,
  createSecret,
  grant,
  revoke,
  type SecretInput,
} from '../../harness/clients/agent.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand));

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

async function granted(input: SecretInput, path?: string): Promise<string> {
  const id = await createSecret(owner, input, path);
  await grant(owner, agent.id, id);
  return id;
}

async function seenAt(url: string, headers: Record<string, string> = {}) {
  const answer = await agent.ask(url, { headers });
  expect(answer.status).toBe(200);
  return upstream.only();
}

describe('which requests carry a secret', () => {
  it('06-T52 a granted generic secret reaches the upstream', async () => {
    await granted({ hostPattern: 'api.u.test', value: 'value-52' });
    expect((await seenAt('http://api.u.test/any')).headers['x-test-key']).toBe('value-52');
  });

  it("06-T53 the injected header replaces the agent's own", async () => {
    await granted({
      hostPattern: 'api.u.test',
      value: 'value-53',
      injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
    });
    const seen = await seenAt('http://api.u.test/', {
      Authorization: 'Bearer own',
      AUTHORIZATION: 'Bearer two',
    });
    const sent = seen.rawHeaders.filter(
      (_, at) => seen.rawHeaders[at - 1]?.toLowerCase() === 'authorization',
    );
    expect(sent).toEqual(['Bearer value-53']);
  });

  it('06-T54, 02-18 an ungranted secret is not injected, a granted one at once, a revoked one no more', async () => {
    const id = await createSecret(owner, { hostPattern: 'api.u.test' });
    expect((await seenAt('http://api.u.test/')).headers['x-test-key']).toBeUndefined();
    await grant(owner, agent.id, id);
    expect((await seenAt('http://api.u.test/')).headers['x-test-key']).toBe('the-value');
    await revoke(owner, agent.id, id);
    expect((await seenAt('http://api.u.test/')).headers['x-test-key']).toBeUndefined();
  });

  it('06-T54 a grant of one agent gives another agent nothing', async () => {
    await granted({ hostPattern: 'api.u.test' });
    const other = await createAgent(server, owner);
    await other.ask('http://api.u.test/');
    expect(upstream.only().headers['x-test-key']).toBeUndefined();
  });

  it('06-T55 a secret for another host stays away', async () => {
    await granted({ hostPattern: 'api.u.test' });
    for (const host of ['u.test', 'api.u.test.evil.test', 'xapi.u.test', 'API2.u.test'])
      expect((await seenAt(`http://${host}/`)).headers['x-test-key']).toBeUndefined();
  });

  it('06-T55 the host is compared normalised: case, trailing dot, port', async () => {
    await granted({ hostPattern: 'api.u.test' });
    for (const authority of ['API.U.Test', 'api.u.test.', 'api.u.test:8080'])
      expect((await seenAt(`http://${authority}/`)).headers['x-test-key']).toBe('the-value');
  });

  it('02 §9.2 a wildcard host needs something before the dot', async () => {
    await granted({ hostPattern: '*.u-wild.test' });
    expect((await seenAt('http://a.b.u-wild.test/')).headers['x-test-key']).toBe('the-value');
    expect((await seenAt('http://u-wild.test/')).headers['x-test-key']).toBeUndefined();
  });

  it.each([
    ['06-T56', '/v1/*', { '/v1/models': true, '/v1': true, '/v1/': true, '/v1beta/x': false }],
    ['06-T57', '/v1*', { '/v1beta/x': true, '/v1': true, '/v2': false }],
    ['06-T58', '/v1/models', { '/v1/models?limit=5': true, '/v1/models/': false, '/V1/models': false }],
    ['02 §11.2', '/safe/*', { '/safe/../admin': false, '/safe/%2e%2e/admin': false, '/x/../safe/a': false }],
  ])('%s path pattern %s', async (_case, pathPattern, expected) => {
    await granted({ hostPattern: 'api.u.test', pathPattern });
    const injected: Record<string, boolean> = {};
    for (const path of Object.keys(expected))
      injected[path] = 'x-test-key' in (await seenAt(`http://api.u.test${path}`)).headers;
    expect(injected).toEqual(expected);
  });
});

describe('where a secret is written', () => {
  it('06-T59 a query parameter replaces the first of its name and leaves the rest byte for byte', async () => {
    await granted({ hostPattern: 'api.u.test', value: 'a b&c', injectionConfig: { paramName: 'api_key' } });
    const seen = await seenAt('http://api.u.test/m?limit=5&q=%7e+x&api_key=old');
    expect(seen.url).toBe('/m?limit=5&q=%7e+x&api_key=a+b%26c');
    expect((await seenAt('http://api.u.test/m')).url).toBe('/m?api_key=a+b%26c');
  });

  it('06-T60, 02-16 a path template fills its hole and keeps the query', async () => {
    await granted({
      hostPattern: 'api.u.test',
      value: '12:AB',
      injectionConfig: { pathTemplate: '/bot{value}' },
    });
    const seen = await seenAt('http://api.u.test/botX/sendMessage?c=1');
    expect(seen.url).toBe('/bot12:AB/sendMessage?c=1');
    expect((await seenAt('http://api.u.test/other/botX')).url).toBe('/other/botX');
  });

  it('06-T61 a path regular expression expands its captures, never the value', async () => {
    await granted({
      hostPattern: 'api.u.test',
      value: 'p-$1',
      injectionConfig: { pathRegex: '^/proj/([^/]+)/', pathReplacement: '/proj/{value}/$1/' },
    });
    expect((await seenAt('http://api.u.test/proj/X/items')).url).toBe('/proj/p-$1/X/items');
  });

  it('06-T62 an Anthropic key is set and the agent loses its authorization', async () => {
    await granted({ type: 'anthropic', hostPattern: 'api.anthropic.com', value: 'sk-ant-api03-x' });
    const seen = await seenAt('http://api.anthropic.com/v1/messages', { authorization: 'Bearer stub' });
    expect(seen.headers).toMatchObject({ 'x-api-key': 'sk-ant-api03-x' });
    expect(seen.headers.authorization).toBeUndefined();
  });

  it('06-T63 an Anthropic OAuth value only replaces an authorization that the agent sent', async () => {
    await granted({ type: 'anthropic', hostPattern: 'api.anthropic.com', value: 'sk-ant-oat01-x' });
    const url = 'http://api.anthropic.com/v1/messages';
    expect((await seenAt(url, { authorization: 'Bearer stub' })).headers.authorization).toBe(
      'Bearer sk-ant-oat01-x',
    );
    const without = (await seenAt(url)).headers;
    expect([without.authorization, without['x-api-key']]).toEqual([undefined, undefined]);
  });

  it('06 §10.1.4 an OpenAI key serves all hosts of OpenAI', async () => {
    await granted({ type: 'openai', hostPattern: 'ignored.test', value: 'sk-proj-x' });
    for (const host of ['api.openai.com', 'eu.api.openai.com', 'chatgpt.com', 'x.chatgpt.com'])
      expect((await seenAt(`http://${host}/v1`)).headers.authorization).toBe('Bearer sk-proj-x');
    for (const host of ['ignored.test', 'openai.com.evil.test'])
      expect((await seenAt(`http://${host}/v1`)).headers.authorization).toBeUndefined();
  });

  it('06-5 neither the answer nor the log shows what was injected', async () => {
    await granted({
      hostPattern: 'api.u.test',
      value: 'S3cretPath',
      injectionConfig: { pathTemplate: '/bot{value}' },
    });
    const answer = await agent.ask('http://api.u.test/botX/send?a=1');
    expect(JSON.stringify(answer)).not.toContain('S3cretPath');
    expect(upstream.only().url).toBe('/botS3cretPath/send?a=1');
  });
});

describe('several secrets on one host', () => {
  const writing = (headerName: string, value: string, more: Partial<SecretInput> = {}): SecretInput => ({
    hostPattern: 'api.u.test',
    value,
    injectionConfig: { headerName },
    ...more,
  });

  it('06-T64, 02-17 workspace beats organization on one header, different headers coexist', async () => {
    await granted(writing('x-key', 'workspace'));
    await granted(writing('X-Key', 'organization'), '/v1/org/secrets');
    await granted(writing('x-other', 'other'), '/v1/org/secrets');
    const { headers } = await seenAt('http://api.u.test/');
    expect([headers['x-key'], headers['x-other']]).toEqual(['workspace', 'other']);
  });

  it('02 §11.2 the more specific path wins, then the newer secret', async () => {
    await granted(writing('x-key', 'prefix', { pathPattern: '/v1/*' }));
    await granted(writing('x-key', 'exact', { pathPattern: '/v1/a' }));
    await granted(writing('x-key', 'all-old'));
    await granted(writing('x-key', 'all-new', { pathPattern: '/*' }));
    const values: unknown[] = [];
    for (const path of ['/v1/a', '/v1/b', '/v2'])
      values.push((await seenAt(`http://api.u.test${path}`)).headers['x-key']);
    expect(values).toEqual(['exact', 'prefix', 'all-new']);
  });

  it('02 §11.2 only one key of an LLM type applies, whole', async () => {
    await granted({ type: 'anthropic', hostPattern: 'api.anthropic.com', value: 'sk-ant-oat01-ws' });
    await granted(
      { type: 'anthropic', hostPattern: 'api.anthropic.com', value: 'sk-ant-api03-org' },
      '/v1/org/secrets',
    );
    const { headers } = await seenAt('http://api.anthropic.com/v1/messages', {
      authorization: 'Bearer stub',
    });
    expect([headers.authorization, headers['x-api-key']]).toEqual(['Bearer sk-ant-oat01-ws', undefined]);
  });

  it('02 §3.4 a value that cannot be decrypted counts as absent, the next in line serves', async () => {
    const broken = await granted(writing('x-key', 'broken'));
    await server.db.query(`UPDATE secrets SET value_ciphertext = 'v1.00000000.AAAA.AAAA' WHERE id = $1`, [
      broken,
    ]);
    await granted(writing('x-key', 'fallback'), '/v1/org/secrets');
    expect((await seenAt('http://api.u.test/')).headers['x-key']).toBe('fallback');
  });

  it("02 §3.4 a ciphertext moved to another secret's row is not opened", async () => {
    const first = await granted(writing('x-key', 'value-of-first'));
    const second = await createSecret(owner, writing('x-second', 'value-of-second'));
    await server.db.query(
      `UPDATE secrets SET value_ciphertext = (SELECT value_ciphertext FROM secrets WHERE id = $1) WHERE id = $2`,
      [first, second],
    );
    await grant(owner, agent.id, second);
    const { headers } = await seenAt('http://api.u.test/');
    expect([headers['x-key'], headers['x-second']]).toEqual(['value-of-first', undefined]);
  });

  it('02 §3.4 a 1Password reference without a vault counts as absent', async () => {
    await granted(
      writing('x-key', '', { value: undefined, valueSource: 'onepassword', opRef: 'op://v/i/f' }),
    );
    expect((await seenAt('http://api.u.test/')).headers['x-key']).toBeUndefined();
    await granted(writing('x-key', 'fallback'), '/v1/org/secrets');
    expect((await seenAt('http://api.u.test/')).headers['x-key']).toBe('fallback');
  });
});

describe('what never reaches the upstream', () => {
  it("06-T12, R24.10 the agent's own token, wherever it stands in a header", async () => {
    const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
    const seen = await seenAt('http://api.u.test/', {
      authorization: basic(`user:${agent.token}`),
      'x-copy': agent.token,
      'x-inside': `prefix ${agent.token} suffix`,
      cookie: `a=b; token=${agent.token}`,
      'x-basic': basic(agent.token),
      'x-kept': 'kept',
    });
    expect(seen.headers['x-kept']).toBe('kept');
    for (const name of ['authorization', 'x-copy', 'x-inside', 'cookie', 'x-basic', 'proxy-authorization'])
      expect(seen.headers[name]).toBeUndefined();
    expect(seen.rawHeaders.join('\n')).not.toContain(agent.token);
  });

  it('06-T13 every x-onecli header', async () => {
    const seen = await seenAt('http://api.u.test/', {
      'X-OneCLI-Aws-Region': 'x',
      'x-onecli-foo': 'y',
      'x-onecli-connection-id': '',
      'x-onecli-approval-timeout': '5',
    });
    expect(Object.keys(seen.headers).filter((name) => name.startsWith('x-onecli'))).toEqual([]);
  });

  it('06 §9.6 a body keeps its bytes, whatever is injected', async () => {
    await granted({ hostPattern: 'api.u.test' });
    const body = gzipSync('x'.repeat(10_000));
    await agent.ask('http://api.u.test/', { method: 'POST', body, headers: { 'content-encoding': 'gzip' } });
    expect(upstream.only().body.equals(body)).toBe(true);
  });
});

describe('06-39, R59, 06 §8.8 a credential that was written into the address', () => {
  const VALUE = 'k3y+with/slash';
  const encoded = encodeURIComponent;
  const echoed = (value: string): Record<string, string> => ({
    location: `https://api.u.test/next?a=1&api_key=${value}&b=2`,
    link: `<?key=${encoded(value).toLowerCase()}>; rel="next", <?k=${encoded(value)}>`,
    'x-nested': `?to=${encoded(`/?api_key=${encoded(value)}`)}`,
    'x-plain': value,
  });

  /** Everything the agent gets, as it stands on the wire. */
  async function rawAnswer(path: string): Promise<string> {
    const { hostname, port } = new URL(server.gatewayUrl);
    const socket = connect(Number(port), hostname);
    const authorization = Buffer.from(`x:${agent.token}`).toString('base64');
    socket.write(
      `GET http://api.u.test${path} HTTP/1.1\r\nHost: api.u.test\r\nProxy-Authorization: Basic ${authorization}\r\nTE: trailers\r\nConnection: close\r\n\r\n`,
    );
    const pieces: Buffer[] = [];
    for await (const piece of socket) pieces.push(piece as Buffer);
    return Buffer.concat(pieces).toString('latin1');
  }

  it.each([
    ['query', '/m?c=1', VALUE, { paramName: 'api_key' }],
    ['formatted query', '/m?c=1', VALUE, { paramName: 'api_key', paramFormat: 'Key {value}' }],
    ['path', '/botX/m', 'k3y-in-path', { pathTemplate: '/bot{value}' }],
    [
      'expression of a path',
      '/botX/m',
      'k3y-in-path',
      { pathRegex: '^/bot[^/]+', pathReplacement: '/bot{value}' },
    ],
  ])(
    '(%s) comes back in no field, not in the reason and not in a trailer',
    async (_what, path, value, injectionConfig) => {
      await granted({ hostPattern: 'api.u.test', value, injectionConfig });
      upstream.answer = (_request, response, seen) => {
        expect(decodeURIComponent(seen.url)).toContain(value);
        const fields = { ...echoed(value), 'x-same': '1', trailer: 'x-sum' };
        response.writeHead(302, `Found ${value}`, fields);
        response.write('moved');
        response.addTrailers({ 'x-sum': value });
        response.end();
      };
      const told = await rawAnswer(path);
      expect(told).toMatch(/^HTTP\/1\.1 302 Found \*\*\*\r\n/);
      const spellings = [value, encoded(value), encoded(value).toLowerCase(), encoded(encoded(value))];
      for (const spelling of spellings) expect(told).not.toContain(spelling);
      expect(told).toContain('\r\nlocation: https://api.u.test/next?a=1&api_key=***&b=2\r\n');
      expect(told).toContain('\r\nx-same: 1\r\n');
      expect(told).toContain('\r\nx-sum: ***\r\n');
    },
  );

  it('leaves fields alone that say nothing of it, and those of requests without one', async () => {
    await granted({ hostPattern: 'api.u.test', value: '5555', injectionConfig: { paramName: 'api_key' } });
    upstream.answer = (_request, response) =>
      response.writeHead(200, { 'content-length': 5_555, 'x-other': '5,555' }).end('x'.repeat(5_555));
    const answer = await agent.ask('http://api.u.test/m');
    expect(answer.headers).toMatchObject({ 'content-length': '5555', 'x-other': '5,555' });
    expect(answer.text).toHaveLength(5_555);
    upstream.answer = (_request, response) => response.writeHead(200, { 'x-other': '5555' }).end();
    expect((await agent.ask('http://api.else.test/m')).headers['x-other']).toBe('5555');
  });
});
