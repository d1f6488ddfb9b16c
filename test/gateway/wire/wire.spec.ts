import type { Duplex } from 'node:stream';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  ask,
  basic,
  connectThrough,
  eventually,
  listen,
  sendRaw,
  startGateway,
  startUpstream,
  stopAll,
  tlsTunnel,
  type RunningGateway,
  type RunningUpstream,
} from './wire-harness.js';

afterEach(stopAll);

const UNKNOWN = `aoc_${'0'.repeat(64)}`;

function proxyAuth(value: string): { headers: Record<string, string> } {
  return { headers: { 'proxy-authorization': value } };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('agent authentication', () => {
  it.each([
    ['06-T1 absolute-form without a token', null],
    ['06-T2 absolute-form with an unknown token', basic(UNKNOWN)],
    ['06-T9 Basic that is not base64', 'Basic !!!'],
    ['06-T10 a workspace key as proxy password', basic(`oc_${'a'.repeat(64)}`)],
    ['Basic with bytes that are not UTF-8', `Basic ${Buffer.from([0xff, 0xfe]).toString('base64')}`],
    ['another scheme', `Digest ${UNKNOWN}`],
  ])('%s is answered 407 and contacts nobody', async (_name, value) => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const answer = await ask(gateway, `http://${upstream.authority}/`, {
      token: null,
      ...(value === null ? {} : proxyAuth(value)),
    });
    expect(answer.status).toBe(407);
    expect(answer.headers['proxy-authenticate']).toBe('Basic realm="Credential Gateway"');
    expect(answer.headers['x-should-retry']).toBe('false');
    expect(answer.json).toMatchObject({
      error: 'proxy_authentication_required',
      message: expect.any(String),
    });
    expect(upstream.connections).toBe(0);
    expect(gateway.lookups).toEqual([]);
  });

  it.each([
    ['06-T3 CONNECT without a token', null],
    ['06-T4 CONNECT with an unknown token', UNKNOWN],
  ])('%s is answered 407 and opens no tunnel', async (_name, token) => {
    const gateway = await startGateway();
    const { status, headers, body } = await connectThrough(gateway, 'api.example.com:443', token);
    expect(status).toBe(407);
    expect(headers['proxy-authenticate']).toBe('Basic realm="Credential Gateway"');
    expect(JSON.parse(body)).toMatchObject({ error: 'proxy_authentication_required' });
    expect(gateway.lookups).toEqual([]);
  });

  it('06-T5, 06-T6, 06-T7, 06-T8 every documented form of Proxy-Authorization authenticates', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const { token } = gateway;
    const forms = [
      basic(token),
      `Basic ${base64(`${token}:`)}`,
      `Basic ${base64(token)}`,
      `Bearer ${token}`,
      `basic ${base64(`x:${token}`)}`,
      `bEaReR ${token}`,
    ];
    for (const form of forms) {
      const answer = await ask(gateway, `http://${upstream.authority}/`, proxyAuth(form));
      expect(answer.status).toBe(200);
    }
    expect(upstream.seen).toHaveLength(forms.length);
  });

  it('refuses a repeated Proxy-Authorization with 400', async () => {
    const gateway = await startGateway();
    const text = await sendRaw(
      gateway.port,
      `GET http://127.0.0.1:9/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\nProxy-Authorization: ${basic(UNKNOWN)}\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('06-T11 a token that dies while a tunnel is open is answered 407 inside it, and the tunnel closes', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const { socket } = await connectThrough(gateway, upstream.authority, gateway.token);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    gateway.stages.revoke(gateway.token);
    const answer = await ask(gateway, '/', { over: socket });
    expect(answer.status).toBe(407);
    expect(answer.headers.connection).toBe('close');
    await closed;
    expect(upstream.connections).toBe(0);
  });

  it('every request of a connection has its own token and destination, whatever the one before said', async () => {
    const gateway = await startGateway();
    const [one, other] = [await startUpstream(), await startUpstream()];
    const [first, second] = [gateway.stages.newToken('first'), gateway.stages.newToken('second')];
    const owners: string[] = [];
    gateway.stages.record = ({ access }) => owners.push(access.agent.id);
    one.answer = (_request, response) => {
      // By now the requests behind it have arrived.
      if (owners.length === 3) gateway.stages.revoke(first);
      response.end('ok');
    };
    const get = (token: string, upstream: RunningUpstream, more = ''): string =>
      `GET http://${upstream.authority}/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(token)}\r\n${more}\r\n`;
    const text = await sendRaw(
      gateway.port,
      [
        get(first, one),
        get(first, other),
        get(second, other),
        get(second, one),
        get(first, one, 'Connection: close\r\n'),
      ].join(''),
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(-3))).toEqual([
      '200',
      '200',
      '200',
      '200',
      '407',
    ]);
    expect(owners).toEqual(['first', 'first', 'second', 'second']);
    expect([one.seen.length, other.seen.length]).toEqual([2, 2]);
  });

  it('06-T12 the token reaches no upstream, wherever it stands', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const { token } = gateway;
    await ask(gateway, `http://${upstream.authority}/`, {
      headers: {
        'x-custom': `prefix ${token} suffix`,
        authorization: `Basic ${base64(`me:${token}`)}`,
        'x-kept': 'yes',
      },
    });
    const [seen] = upstream.seen;
    expect(seen!.headers['proxy-authorization']).toBeUndefined();
    expect(JSON.stringify(seen!.rawHeaders)).not.toContain(token);
    expect(seen!.headers.authorization).toBeUndefined();
    expect(seen!.headers['x-kept']).toBe('yes');
  });

  it('06-T13 drops every header of our own prefix', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    await ask(gateway, `http://${upstream.authority}/`, {
      headers: { 'x-onecli-aws-region': 'x', 'X-OneCLI-Foo': 'y' },
    });
    expect(upstream.seen[0]!.rawHeaders.join().toLowerCase()).not.toContain('x-onecli');
  });

  it('06-T140 a look-up that fails is 502 bad_gateway outside and resolution_failed inside a tunnel', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const { socket } = await connectThrough(gateway, upstream.authority, gateway.token);
    gateway.stages.unreachable = true;
    const inside = await ask(gateway, '/', { over: socket });
    const outside = await ask(gateway, `http://${upstream.authority}/`);
    const tunnel = await connectThrough(gateway, upstream.authority, gateway.token);
    expect([inside.status, inside.json.error]).toEqual([502, 'resolution_failed']);
    expect([outside.status, outside.json.error]).toEqual([502, 'bad_gateway']);
    expect([tunnel.status, JSON.parse(tunnel.body)]).toMatchObject([502, { error: 'bad_gateway' }]);
    expect(inside.headers['x-should-retry']).toBeUndefined();
    expect(outside.headers['x-should-retry']).toBeUndefined();
    expect(upstream.connections).toBe(0);
  });
});

describe('dispatch of the request target', () => {
  it('06-T29 refuses other schemes in absolute-form', async () => {
    const gateway = await startGateway();
    for (const target of ['ftp://x/', 'ws://127.0.0.1/', 'file:///etc/passwd']) {
      expect((await ask(gateway, target)).status).toBe(400);
    }
  });

  it('06-T30 answers an unknown path of its own origin with 400 and a flat body', async () => {
    const gateway = await startGateway();
    const answer = await ask(gateway, '/nope', { token: null });
    expect(answer.status).toBe(400);
    expect(typeof answer.json.error).toBe('string');
  });

  it('06-T31 reports health without a credential', async () => {
    const gateway = await startGateway();
    const answer = await ask(gateway, '/healthz', { token: null });
    expect([answer.status, answer.json]).toEqual([200, { status: 'ok', version: '1.2.3-test' }]);
    expect((await ask(gateway, '/readyz', { token: null })).json).toEqual({ status: 'ok' });
  });

  it('says unavailable on /readyz when a dependency is', async () => {
    const report = { status: 'unavailable' as const, checks: { database: 'unavailable' } };
    const gateway = await startGateway({ readiness: async () => report });
    const answer = await ask(gateway, '/readyz', { token: null });
    expect([answer.status, answer.json]).toEqual([503, report]);
  });

  it('refuses asterisk-form, userinfo, bad ports and paths above the root with 400', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const bad = [
      '*',
      `http://me:secret@${upstream.authority}/`,
      'http://127.0.0.1:0/',
      'http://127.0.0.1:99999/',
      'http:///path',
      `http://${upstream.authority}/../x`,
      `http://${upstream.authority}/a/%2e%2e/%2E%2e/x`,
    ];
    for (const target of bad) {
      const answer = await ask(gateway, target, { method: target === '*' ? 'OPTIONS' : 'GET' });
      expect([target, answer.status]).toEqual([target, 400]);
    }
    expect(upstream.connections).toBe(0);
  });

  it('refuses a CONNECT without a port or with userinfo', async () => {
    const gateway = await startGateway();
    for (const authority of ['example.com', 'me@example.com:443', 'example.com:0', 'example.com:70000']) {
      expect([authority, (await connectThrough(gateway, authority, gateway.token)).status]).toEqual([
        authority,
        400,
      ]);
    }
  });

  it('forwards the path with dot segments resolved and nothing else changed', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    await ask(gateway, `http://${upstream.authority}/a//b/./c/../%2Fd%20?q=../x#fragment`);
    expect(upstream.seen[0]!.url).toBe('/a//b/%2Fd%20?q=../x');
  });

  it('06-T41 refuses TRACE', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const answer = await ask(gateway, `http://${upstream.authority}/`, { method: 'TRACE' });
    expect([answer.status, answer.json.error, answer.headers['x-should-retry']]).toEqual([
      405,
      'method_not_allowed',
      'false',
    ]);
    expect(upstream.connections).toBe(0);
  });

  it('serves control endpoints that plug in, also under the legacy prefix', async () => {
    const gateway = await startGateway({
      controls: [
        {
          handle: async (request) =>
            request.path === '/v1/cache/invalidate'
              ? {
                  status: 200,
                  body: {
                    method: request.method,
                    legacy: request.legacyPrefix,
                    body: String(await request.body(100)),
                  },
                }
              : null,
        },
      ],
    });
    const answer = await ask(gateway, '/api/cache/invalidate', { method: 'POST', body: 'hi', token: null });
    expect(answer.json).toEqual({ method: 'POST', legacy: true, body: 'hi' });
    const large = await ask(gateway, '/v1/cache/invalidate', {
      method: 'POST',
      body: 'x'.repeat(200),
      token: null,
    });
    expect(large.status).toBe(413);
  });

  it('06-T138 echoes allowed browser origins on control paths only', async () => {
    const gateway = await startGateway();
    const preflight = (origin: string) =>
      ask(gateway, '/v1/vault/bitwarden/status', { method: 'OPTIONS', token: null, headers: { origin } });
    const allowed = await preflight('http://dashboard.test');
    expect(allowed.status).toBe(204);
    expect(allowed.headers['access-control-allow-origin']).toBe('http://dashboard.test');
    expect(allowed.headers['access-control-allow-credentials']).toBe('true');
    expect((await preflight('http://evil.test')).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('tunnels', () => {
  it('06-T24 plain HTTP inside a tunnel reaches the upstream in origin-form', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const { socket } = await connectThrough(gateway, upstream.authority, gateway.token);
    const answer = await ask(gateway, '/x', { over: socket, headers: { host: 'whatever' } });
    expect(answer.text).toBe('ok');
    expect(upstream.seen[0]!.url).toBe('/x');
  });

  it('06-T24 Host carries no port when it is the default of the scheme', async () => {
    const seen: string[] = [];
    const proxy = createTcpServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        seen.push(chunk.toString());
        const connecting = chunk.toString().startsWith('CONNECT');
        socket.write(
          connecting ? 'HTTP/1.1 200 OK\r\n\r\n' : 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
        );
      });
    });
    const port = await listen(proxy);
    const gateway = await startGateway({
      upstream: { egressProxy: { url: `http://user:pass@127.0.0.1:${port}`, exceptions: [] } },
      names: { 'plain.test': '93.184.216.34' },
    });
    const { socket } = await connectThrough(gateway, 'plain.test:80', gateway.token);
    const answer = await ask(gateway, '/x', { over: socket });
    expect(answer.text).toBe('ok');
    expect(seen[0]).toContain('CONNECT plain.test:80 HTTP/1.1');
    expect(seen[0]).toContain(`Proxy-Authorization: Basic ${base64('user:pass')}`);
    expect(seen[1]).toMatch(/^GET \/x HTTP\/1\.1\r\nhost: plain\.test\r\n/);
  });

  const saidUntilClosed = (socket: Duplex): Promise<string> =>
    new Promise((resolve) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
      socket.once('close', () => resolve(text));
    });

  it('06-T25 a tunnel in which nothing is said closes', async () => {
    const gateway = await startGateway({ tunnelPatienceMs: 150 });
    const { socket } = await connectThrough(gateway, 'example.com:443', gateway.token);
    expect(await saidUntilClosed(socket)).toBe('');
    expect(gateway.openTunnels()).toBe(0);
  });

  it('06-T25 a TLS handshake that never finishes closes the tunnel', async () => {
    const gateway = await startGateway({ tunnelPatienceMs: 150 });
    const { socket } = await connectThrough(gateway, 'example.com:443', gateway.token);
    socket.write(Buffer.from([0x16, 0x03, 0x01]));
    expect(await saidUntilClosed(socket)).toBe('');
    expect(gateway.openTunnels()).toBe(0);
  });

  it('06-T26 other protocols are closed, an SSH banner is answered 400', async () => {
    const gateway = await startGateway();
    const talk = async (bytes: Buffer): Promise<string> => {
      const { socket } = await connectThrough(gateway, '127.0.0.1:9', gateway.token);
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.write(bytes);
      await new Promise<void>((resolve) => socket.once('close', () => resolve()));
      return text;
    };
    expect(await talk(Buffer.from([0]))).toBe('');
    expect(await talk(Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('06-T27 the CONNECT authority is the destination, whatever the inner Host says', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const { socket } = await connectThrough(gateway, upstream.authority, gateway.token);
    await ask(gateway, '/x', { over: socket, headers: { host: 'other.test' } });
    expect(upstream.seen[0]!.headers.host).toBe(upstream.authority);
    await ask(gateway, 'http://other.test/y', {
      over: (await connectThrough(gateway, upstream.authority, gateway.token)).socket,
    });
    expect(upstream.seen[1]).toMatchObject({ url: '/y', headers: { host: upstream.authority } });
    expect(gateway.lookups).toEqual([]);
  });

  it('carries many requests and does not freeze what the first one decided', async () => {
    const gateway = await startGateway({ upstream: { skipVerifyHosts: ['127.0.0.1'] } });
    const upstream = await startUpstream('self-signed');
    const socket = await tlsTunnel(gateway, upstream.authority, '127.0.0.1');
    const text = await pipelined(socket, ['/1', '/2', '/3']);
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    expect(upstream.seen.map((seen) => seen.url)).toEqual(['/1', '/2', '/3']);
    expect(upstream.connections).toBe(1);
  });

  it('takes bytes that arrive together with the CONNECT', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const text = await sendRaw(
      gateway.port,
      `CONNECT ${upstream.authority} HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\n\r\n` +
        'GET /early HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 Connection Established\r\n\r\nHTTP\/1\.1 200 OK/);
    expect(upstream.seen[0]!.url).toBe('/early');
  });

  it('refuses a CONNECT inside a tunnel', async () => {
    const gateway = await startGateway();
    const { socket } = await connectThrough(gateway, '127.0.0.1:9', gateway.token);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write(
      `CONNECT 127.0.0.1:8 HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\n\r\n`,
    );
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('holds a thousand of them at the same time', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const sockets = await Promise.all(
      Array.from({ length: 1_000 }, () => openTunnelRaw(gateway, upstream.authority)),
    );
    const last = sockets.at(-1)!;
    const answer = await ask(gateway, '/last', { over: last });
    expect(answer.status).toBe(200);
    sockets.forEach((socket) => socket.destroy());
  });

  async function openTunnelRaw(gateway: RunningGateway, authority: string): Promise<Socket> {
    const { status, socket } = await connectThrough(gateway, authority, gateway.token);
    expect(status).toBe(200);
    return socket;
  }
});

describe('limits and framing', () => {
  const auth = (gateway: RunningGateway): string => `Proxy-Authorization: ${basic(gateway.token)}\r\n`;

  it('06-T42 70 KiB of header fields are answered 431 without a body', async () => {
    const gateway = await startGateway();
    const text = await sendRaw(
      gateway.port,
      `GET http://127.0.0.1:9/ HTTP/1.1\r\nHost: a\r\n${auth(gateway)}X-Long: ${'y'.repeat(70 * 1024)}\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect(text.endsWith('\r\n\r\n')).toBe(true);
  });

  it('takes 60 KiB of header fields', async () => {
    const gateway = await startGateway();
    const text = await sendRaw(
      gateway.port,
      `GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Long: ${'y'.repeat(60 * 1024)}\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('ends a connection whose head does not arrive', async () => {
    const gateway = await startGateway({ listener: { headTimeoutMs: 200 } });
    const text = await sendRaw(gateway.port, 'GET /healthz HTTP/1.1\r\nHost:', 5_000);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each([
    ['a length', 'Content-Length: 4\r\n', 'abcd'],
    ['chunks', 'Transfer-Encoding: chunked\r\n', '4\r\nabcd\r\n0\r\n\r\n'],
  ])('forwards a body framed by %s, and the request behind it', async (_name, head, body) => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const next = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const text = await sendRaw(
      gateway.port,
      `POST http://${upstream.authority}/ HTTP/1.1\r\nHost: a\r\n${auth(gateway)}${head}\r\n${body}${next}`,
    );
    expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
    expect(upstream.seen.map((seen) => seen.body.toString())).toEqual(['abcd']);
  });

  const attempts: [name: string, head: string, body?: string][] = [
    [
      '06-T43 Content-Length and Transfer-Encoding',
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
      '0\r\n\r\n',
    ],
    [
      'Transfer-Encoding before Content-Length',
      'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n',
      '0\r\n\r\n',
    ],
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n', 'abcde'],
    ['the same length twice', 'Content-Length: 4\r\nContent-Length: 4\r\n', 'abcd'],
    ['a list of lengths', 'Content-Length: 4, 4\r\n', 'abcd'],
    ['a signed length', 'Content-Length: +4\r\n', 'abcd'],
    ['a negative length', 'Content-Length: -4\r\n', 'abcd'],
    ['a hexadecimal length', 'Content-Length: 0x4\r\n', 'abcd'],
    ['an overlong length', 'Content-Length: 99999999999999999999\r\n', 'abcd'],
    ['a space before the colon', 'Content-Length : 4\r\n', 'abcd'],
    ['a tab before the colon', 'Transfer-Encoding\t: chunked\r\n', '0\r\n\r\n'],
    ['an unknown coding', 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
    ['chunked not last', 'Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'],
    ['a second coding', 'Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'],
    ['chunked twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['chunked, then identity', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', '0\r\n\r\n'],
    ['obs-fold in the coding', 'Transfer-Encoding:\r\n chunked\r\n', '0\r\n\r\n'],
    ['obs-fold in a field', 'X-A: b\r\n c\r\n'],
    ['a bare LF after a field', 'X-A: b\nX-B: c\r\n'],
    ['a bare CR inside a field', 'X-A: b\rContent-Length: 4\r\n'],
    ['a NUL in a value', 'X-A: b\0c\r\n'],
    ['a field without a colon', 'Broken\r\n'],
    ['an empty field name', ': x\r\n'],
    ['two Host fields', 'Host: b\r\n'],
    ['a chunk size that is no number', 'Transfer-Encoding: chunked\r\n', 'zz\r\nabcd\r\n0\r\n\r\n'],
    ['a chunk longer than announced', 'Transfer-Encoding: chunked\r\n', '4\r\nabcdef\r\n0\r\n\r\n'],
    ['a chunk size with a sign', 'Transfer-Encoding: chunked\r\n', '+4\r\nabcd\r\n0\r\n\r\n'],
    ['a chunk size with a prefix', 'Transfer-Encoding: chunked\r\n', '0x4\r\nabcd\r\n0\r\n\r\n'],
    ['a chunk ended by bare LF', 'Transfer-Encoding: chunked\r\n', '4\nabcd\n0\n\n'],
    [
      'a chunk size that overflows',
      'Transfer-Encoding: chunked\r\n',
      'fffffffffffffffff\r\nabcd\r\n0\r\n\r\n',
    ],
  ];

  it.each(attempts)('refuses %s with 400 and closes', async (_name, head, body = '') => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
    const text = await sendRaw(
      gateway.port,
      `POST http://${upstream.authority}/ HTTP/1.1\r\nHost: a\r\n${auth(gateway)}${head}\r\n${body}${smuggled}`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).not.toContain('<still open>');
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(upstream.seen).toEqual([]);
  });

  it.each([
    ['a bare LF after the request line', 'GET http://127.0.0.1:9/ HTTP/1.1\nHost: a\n\n'],
    ['a request without Host', 'GET http://127.0.0.1:9/ HTTP/1.1\r\n\r\n'],
    ['HTTP/0.9', 'GET /\r\n\r\n'],
    ['another version', 'GET http://127.0.0.1:9/ HTTP/3.7\r\nHost: a\r\n\r\n'],
    [
      'HTTP/1.0 with a transfer coding',
      'POST http://127.0.0.1:9/ HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS on a plain port', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'],
    ['a space in the target', 'GET http://127.0.0.1:9/a b HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('refuses %s', async (_name, bytes) => {
    const gateway = await startGateway();
    const text = await sendRaw(gateway.port, Buffer.from(bytes, 'latin1'));
    expect(text).toMatch(/^(HTTP\/1\.1 400 |$)/);
    expect(text).not.toContain('<still open>');
  });

  it('R24.7 a body that breaks its framing resets the upstream and cuts the connection', async () => {
    const gateway = await startGateway();
    let closed = false;
    const tcp = createTcpServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.on('close', () => (closed = true));
      socket.resume();
    });
    const port = await listen(tcp);
    const socket = connect(gateway.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(
      `POST http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: a\r\n${auth(gateway)}Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.write('not a chunk size\r\n');
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await eventually(() => closed);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });
});

/** Several requests on one connection, each after the answer to the one before. */
async function pipelined(socket: Socket, paths: string[]): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  for (const [index, path] of paths.entries()) {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await eventually(() => (text.match(/\r\nok|\r\n0\r\n\r\n/g) ?? []).length > index);
  }
  socket.destroy();
  return text;
}
