/** Every leg through the operator's own proxy (06 §2, §8.7). */
import { createServer as createPlainServer, connect, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { EgressProxy } from '../../../src/gateway/upstream/dialing/egress-proxy.js';
import {
  ask,
  connectThrough,
  eventually,
  listen,
  type RunningGateway,
  startGateway,
  startUpstream,
  stopAll,
  testIssuer,
  tlsTunnel,
  type UpstreamTls,
} from './wire-harness.js';

afterEach(stopAll);

const CREDENTIALS = 'Basic dXM6ZXI6cEBzcw==';
const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\nX-Proxy: 1\r\n\r\n';

interface Proxy {
  url: string;
  /** Authorities it was asked for, and the heads it was asked with. */
  asked: string[];
  heads: string[];
  sockets: Set<Socket>;
}

/** Leads every name to the one port; `answer` takes the place of what it would do. */
async function startProxy(
  onward: number,
  { tls = null as UpstreamTls, answer = null as ((socket: Socket) => void) | null } = {},
): Promise<Proxy> {
  const proxy: Proxy = { url: '', asked: [], heads: [], sockets: new Set() };
  const serve = (socket: Socket): void => {
    proxy.sockets.add(socket);
    socket.once('close', () => proxy.sockets.delete(socket)).on('error', () => undefined);
    socket.once('data', (chunk: Buffer) => {
      const head = chunk.toString();
      proxy.heads.push(head);
      proxy.asked.push(/^CONNECT (\S+) HTTP\/1\.1\r\n/.exec(head)![1]!);
      if (answer !== null) return answer(socket);
      if (!head.includes(`\r\nProxy-Authorization: ${CREDENTIALS}\r\n`))
        return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      const to = connect(onward, '127.0.0.1', () => {
        socket.write(ESTABLISHED);
        socket.pipe(to).pipe(socket);
      });
      to.on('error', () => socket.destroy());
      socket.once('close', () => to.destroy());
    });
  };
  const scheme = tls === null ? 'http' : 'https';
  const port = await listen(tls === null ? createPlainServer(serve) : await tlsServer(serve));
  proxy.url = `${scheme}://us:er%3Ap%40ss@127.0.0.1:${port}`;
  return proxy;
}

async function tlsServer(serve: (socket: Socket) => void): Promise<Server> {
  const leaf = await (await testIssuer()).issueLeaf('127.0.0.1');
  return createTlsServer({ cert: leaf.chainPem, key: leaf.keyPem }, serve);
}

function gatewayBehind(proxy: Proxy, upstream: object = {}): Promise<RunningGateway> {
  return startGateway({ upstream: { egressProxy: { url: proxy.url, exceptions: [] }, ...upstream } });
}

/** An echo of WebSockets; over TLS where a certificate is said. */
async function echo(tls: UpstreamTls, host: string): Promise<number> {
  const upstream = await startUpstream(tls, host);
  const sockets = new WebSocketServer({ server: upstream.server });
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)));
  return upstream.port;
}

async function spoken(gateway: RunningGateway, authority: string, secure: boolean): Promise<string> {
  const tunnel = secure
    ? await tlsTunnel(gateway, authority, authority.split(':')[0]!)
    : (await connectThrough(gateway, authority, gateway.token)).socket;
  const socket = new WebSocket(`ws://${authority}/chat`, { createConnection: () => tunnel as never });
  const heard = new Promise<string>((resolve, reject) => {
    socket.once('message', (data: Buffer) => resolve(data.toString())).once('error', reject);
  });
  socket.once('open', () => socket.send('hello'));
  const text = await heard;
  socket.terminate();
  return text;
}

describe('a leg through an egress proxy', () => {
  it.each([
    ['plain', null],
    ['over TLS', 'trusted'],
  ] as const)('of any kind arrives by CONNECT with the credentials of its URL, %s', async (_name, tls) => {
    const extraRootsPem = (await testIssuer()).certificatePem;
    const plain = await startUpstream();
    const secure = await startUpstream('trusted', 'secure.test');
    const legs = [
      [plain.port, (gateway: RunningGateway) => ask(gateway, 'http://plain.test/a').then(({ text }) => text)],
      [
        secure.port,
        (gateway: RunningGateway) => ask(gateway, 'https://secure.test/b').then(({ text }) => text),
      ],
      [await echo(null, 'ws.test'), (gateway: RunningGateway) => spoken(gateway, 'ws.test:80', false)],
      [await echo('trusted', 'wss.test'), (gateway: RunningGateway) => spoken(gateway, 'wss.test:443', true)],
    ] as const;
    const authorities = ['plain.test:80', 'secure.test:443', 'ws.test:80', 'wss.test:443'];
    for (const [at, [port, speak]] of legs.entries()) {
      const proxy = await startProxy(port, { tls });
      const gateway = await gatewayBehind(proxy, { extraRootsPem });
      expect(await speak(gateway)).toBe(at < 2 ? 'ok' : 'hello');
      expect(proxy.asked).toEqual([authorities[at]]);
      expect(proxy.heads[0]).not.toContain(gateway.token);
    }
    expect([...plain.seen, ...secure.seen].map(({ headers }) => headers['proxy-authorization'])).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is verified end to end: the certificate of the host, and that of the proxy itself', async () => {
    const stranger = await startUpstream('self-signed', 'secure.test');
    const proxy = await startProxy(stranger.port);
    const gateway = await gatewayBehind(proxy);
    expect((await ask(gateway, 'https://secure.test/')).json.detail).toBe('tls');
    expect(stranger.seen).toEqual([]);
    const skipping = await gatewayBehind(proxy, { skipVerifyHosts: ['secure.test'] });
    expect((await ask(skipping, 'https://secure.test/')).status).toBe(200);

    const upstream = await startUpstream();
    const unknown = await startProxy(upstream.port, { tls: 'trusted' });
    const refused = await ask(await gatewayBehind(unknown), 'http://plain.test/');
    expect([refused.status, refused.json.detail]).toEqual([502, 'connect']);
    expect(unknown.asked).toEqual([]);
  });

  it.each([
    ['refuses', 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n', 'connect'],
    ['cannot reach the host', 'HTTP/1.1 502 Bad Gateway\r\n\r\n', 'connect'],
    ['speaks something else', 'SSH-2.0-OpenSSH\r\n\r\n', 'connect'],
    ['does not come to an end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`, 'protocol'],
  ])('whose proxy %s is 502', async (_name, bytes, detail) => {
    const proxy = await startProxy(0, { answer: (socket) => void socket.write(bytes) });
    const answer = await ask(await gatewayBehind(proxy), 'http://plain.test/');
    expect([answer.status, answer.json.error, answer.json.detail]).toEqual([502, 'bad_gateway', detail]);
    await eventually(() => proxy.sockets.size === 0);
  });

  it('whose proxy takes other credentials, leaves without a word, or is not there is 502 connect', async () => {
    const upstream = await startUpstream();
    const proxy = await startProxy(upstream.port);
    const wrong = { ...proxy, url: proxy.url.replace('er%3Ap', 'other') };
    const leaving = await startProxy(0, { answer: (socket) => void socket.end() });
    const gone = { ...proxy, url: 'http://127.0.0.1:1' };
    for (const one of [wrong, leaving, gone]) {
      const answer = await ask(await gatewayBehind(one), 'http://plain.test/');
      expect([answer.status, answer.json.detail]).toEqual([502, 'connect']);
    }
    expect(upstream.seen).toEqual([]);
  });

  it('whose proxy says nothing ends with the time to connect, on either side', async () => {
    const proxy = await startProxy(0, { answer: () => undefined });
    const gateway = await gatewayBehind(proxy, { connectTimeoutMs: 200 });
    for (const url of ['http://plain.test/', 'https://secure.test/']) {
      const answer = await ask(gateway, url);
      expect([answer.status, answer.json.detail]).toEqual([502, 'timeout']);
    }
    await eventually(() => proxy.sockets.size === 0);
  });
});

describe('hosts that are reached without the egress proxy', () => {
  it.each([
    ['example.test', 'example.test', true],
    ['example.test', 'api.example.test', true],
    ['example.test', 'notexample.test', false],
    ['.example.test', 'api.example.test', true],
    ['*.example.test', 'api.example.test', true],
    [' Example.TEST ', 'example.test', true],
    ['example.test:8443', 'example.test', false],
    ['example.test:443', 'example.test', true],
    ['10.0.0.1', '10.0.0.1', true],
    ['[2001:db8::1]:443', '[2001:db8::1]', true],
    ['[2001:db8::1]:80', '[2001:db8::1]', false],
    ['[2001:db8::1]', '[2001:db8::1]', true],
    ['2001:db8::1', '[2001:db8::1]', true],
    ['*', 'anything.test', true],
    ['', 'anything.test', false],
  ])('%j excepts %s: %s', (entry, host, excepted) => {
    expect(new EgressProxy('http://proxy.test', [entry]).appliesTo(host, 443)).toBe(!excepted);
  });

  it('credentials that are not encoded well keep the server from starting', () => {
    expect(() => new EgressProxy('http://us%er:pw@proxy.test', [])).toThrow('percent-encoded');
  });
});
