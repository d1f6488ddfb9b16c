import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import {
  connectThrough,
  eventually,
  listen,
  startGateway,
  stopAll,
  testIssuer,
  tlsTunnel,
  type RunningGateway,
} from './wire-harness.js';

afterEach(stopAll);

interface EchoServer {
  authority: string;
  requests: IncomingMessage[];
  sockets: Duplex[];
}

/** Accepts every upgrade with a chatty head and sends every byte back. */
async function echoServer(tls = false): Promise<EchoServer> {
  const echo: EchoServer = { authority: '', requests: [], sockets: [] };
  const leaf = tls ? await (await testIssuer()).issueLeaf('127.0.0.1') : null;
  const server = leaf ? createTlsServer({ cert: leaf.chainPem, key: leaf.keyPem }) : createServer();
  server.on('request', (_request, response) => response.end('plain'));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    echo.requests.push(request);
    echo.sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n` +
        'Sec-WebSocket-Protocol: chat\r\nSet-Cookie: a=b\r\nX-Secret: 1\r\nServer: echo\r\n\r\n',
    );
    socket.on('data', (chunk: Buffer) => socket.write(unmask(chunk)));
  });
  echo.authority = `127.0.0.1:${await listen(server)}`;
  return echo;
}

/** A short masked client frame as an unmasked server frame, which is all an echo needs here. */
function unmask(frame: Buffer): Buffer {
  const length = frame[1]! & 0x7f;
  if (!(frame[1]! & 0x80) || length > 125) return frame;
  const mask = frame.subarray(2, 6);
  const payload = frame.subarray(6, 6 + length).map((byte, at) => byte ^ mask[at % 4]!);
  return Buffer.concat([Buffer.from([frame[0]!, length]), payload]);
}

async function talk(socket: WebSocket): Promise<string> {
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const answer = new Promise<string>((resolve) =>
    socket.once('message', (data: Buffer) => resolve(data.toString())),
  );
  socket.send('hello');
  return answer;
}

/** Sends a handshake written by hand and returns what came back once the head is complete. */
async function handshake(
  socket: Socket,
  path = '/ws',
  extra = '',
): Promise<{ text: () => string; closed: Promise<void> }> {
  let text = '';
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: other.test\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n` +
      `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nOrigin: http://page.test\r\n${extra}\r\n`,
  );
  await eventually(() => text.includes('\r\n\r\n'));
  return { text: () => text, closed };
}

describe('WebSocket', () => {
  it('06-T114 upgrades inside a TLS tunnel with injected header and path, and returns handshake fields only', async () => {
    const gateway = await startGateway({ upstream: { extraRootsPem: (await testIssuer()).certificatePem } });
    const echo = await echoServer(true);
    gateway.stages.injection = ({ outbound }) => {
      outbound.headers.push('x-test-key', 'value');
      outbound.target = '/botSECRET/ws';
      return 2;
    };
    const tunnel = await tlsTunnel(gateway, echo.authority, '127.0.0.1');
    const socket = new WebSocket(`ws://127.0.0.1/botX/ws`, { createConnection: () => tunnel });
    const head = new Promise<IncomingMessage>((resolve) => socket.once('upgrade', resolve));
    await expect(talk(socket)).rejects.toThrow(/subprotocol/);
    expect(Object.keys((await head).headers).sort()).toEqual([
      'connection',
      'sec-websocket-accept',
      'sec-websocket-protocol',
      'upgrade',
    ]);
    expect(echo.requests[0]!.url).toBe('/botSECRET/ws');
    expect(echo.requests[0]!.headers).toMatchObject({ 'x-test-key': 'value', host: echo.authority });
    await eventually(() => gateway.stages.outcomes.length === 1);
    expect(gateway.stages.outcomes[0]).toMatchObject({
      target: '/botX/ws',
      outcome: { status: 101, injectionCount: 2 },
    });
  });

  it('06-25 bytes flow both ways, in plain tunnels and in reverse mode', async () => {
    const gateway = await startGateway();
    const echo = await echoServer();
    const { socket: tunnel } = await connectThrough(gateway, echo.authority, gateway.token);
    const inTunnel = new WebSocket('ws://127.0.0.1/ws', 'chat', { createConnection: () => tunnel });
    expect(await talk(inTunnel)).toBe('hello');
    const reverse = new WebSocket(`ws://127.0.0.1:${gateway.port}/proxy-http/${echo.authority}/ws`, 'chat', {
      headers: { 'x-agent-token': gateway.token },
    });
    expect(await talk(reverse)).toBe('hello');
    inTunnel.terminate();
    reverse.terminate();
    await eventually(() => echo.sockets.every((socket) => socket.destroyed));
    expect(JSON.stringify(echo.requests.map((request) => request.rawHeaders))).not.toContain(gateway.token);
  });

  it('06-23 verifies the upstream certificate of a WebSocket leg', async () => {
    const gateway = await startGateway();
    const echo = await echoServer(true);
    const tunnel = await tlsTunnel(gateway, echo.authority, '127.0.0.1');
    const { text } = await handshake(tunnel);
    expect(text()).toMatch(/^HTTP\/1\.1 502 /);
    expect(echo.requests).toEqual([]);
  });

  it('06 §2 takes one that the operator vouches for, by a skip rule, a CA file, or for all', async () => {
    const echo = await echoServer(true);
    for (const upstream of [
      { skipVerifyHosts: ['127.0.0.1'] },
      { extraRootsPem: (await testIssuer()).certificatePem },
      { acceptInvalidCertificates: true },
    ]) {
      const gateway = await startGateway({ upstream });
      const tunnel = await tlsTunnel(gateway, echo.authority, '127.0.0.1');
      expect((await handshake(tunnel)).text()).toMatch(/^HTTP\/1\.1 101 /);
    }
  });

  it('06-T115 another status is answered in our own words, without upstream fields or body', async () => {
    const gateway = await startGateway();
    const server = createServer((_request, response) => response.end());
    server.on('upgrade', (_request, socket: Duplex) =>
      socket.end(
        "HTTP/1.1 418 I'm a teapot\r\nSet-Cookie: a=b\r\nX-Up: 1\r\nContent-Length: 6\r\n\r\nteapot",
      ),
    );
    const authority = `127.0.0.1:${await listen(server)}`;
    const { socket } = await connectThrough(gateway, authority, gateway.token);
    const { text, closed } = await handshake(socket);
    await closed;
    expect(text()).toMatch(/^HTTP\/1\.1 418 /);
    expect(text().toLowerCase()).not.toContain('set-cookie');
    expect(text().toLowerCase()).not.toContain('x-up');
    expect(text()).not.toContain('teapot');
    expect(text()).toContain('418.');
  });

  it('forwards application and handshake fields with exactly one Host', async () => {
    const gateway = await startGateway();
    const echo = await echoServer();
    const { socket } = await connectThrough(gateway, echo.authority, gateway.token);
    const { text } = await handshake(socket, '/ws?q=1', 'X-App: 1\r\nX-Onecli-Foo: 2\r\nCookie: c=d\r\n');
    expect(text()).toMatch(/^HTTP\/1\.1 101 /);
    const { rawHeaders, url } = echo.requests[0]!;
    const names = rawHeaders.filter((_part, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(url).toBe('/ws?q=1');
    expect(names.filter((name) => name === 'host')).toHaveLength(1);
    expect(names.sort()).toEqual(
      [
        'connection',
        'cookie',
        'host',
        'origin',
        'sec-websocket-key',
        'sec-websocket-version',
        'upgrade',
        'x-app',
      ].sort(),
    );
    socket.destroy();
  });

  it('keeps bytes that arrive together with the handshake', async () => {
    const gateway = await startGateway();
    const echo = await echoServer();
    const { socket } = await connectThrough(gateway, echo.authority, gateway.token);
    let bytes = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => (bytes = Buffer.concat([bytes, chunk])));
    const frame = Buffer.concat([Buffer.from([0x81, 0x82, 0, 0, 0, 0]), Buffer.from('hi')]);
    socket.write(
      Buffer.concat([
        Buffer.from(
          'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
        ),
        frame,
      ]),
    );
    await eventually(() => bytes.includes('\x02hi'));
    expect(bytes.toString('latin1')).toMatch(/^HTTP\/1\.1 101 /);
    socket.destroy();
  });

  it('Upgrade without Connection, or Connection without Upgrade, is plain HTTP', async () => {
    const gateway = await startGateway();
    const echo = await echoServer();
    for (const fields of [
      'Upgrade: websocket\r\n',
      'Connection: upgrade\r\n',
      'Upgrade: h2c\r\nConnection: upgrade\r\n',
    ]) {
      const { socket } = await connectThrough(gateway, echo.authority, gateway.token);
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${fields}\r\n`);
      await eventually(() => text.includes('plain'));
      expect(text).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
    }
    expect(echo.requests).toEqual([]);
  });

  it('is refused like any other request, before any connection', async () => {
    const gateway = await startGateway();
    const echo = await echoServer();
    gateway.stages.decision = ({ isWebSocket }) =>
      isWebSocket ? { status: 403, retryable: false, body: { error: 'blocked_by_policy' } } : null;
    const { socket } = await connectThrough(gateway, echo.authority, gateway.token);
    const { text, closed } = await handshake(socket);
    await closed;
    expect(text()).toMatch(/^HTTP\/1\.1 403 [^]*blocked_by_policy/);
    expect(echo.requests).toEqual([]);
  });

  it('in reverse mode without a token is 401', async () => {
    const gateway = await startGateway();
    const socket = connect(gateway.port, '127.0.0.1');
    const { text, closed } = await handshake(socket, '/proxy-http/127.0.0.1:9/ws');
    await closed;
    expect(text()).toMatch(/^HTTP\/1\.1 401 [^]*agent_token_required/);
  });

  it('9.1.7 a session that falls silent ends', async () => {
    const gateway = await startGateway({ upstream: { idleTimeoutMs: 200 } });
    const { closed, echo, socket, text } = await openSession(gateway);
    expect(text()).toMatch(/^HTTP\/1\.1 101 /);
    await closed;
    await eventually(() => echo.sockets[0]!.destroyed);
    await eventually(() => gateway.openTunnels() === 0);
    expect(socket.destroyed).toBe(true);
  });

  it('an upstream that leaves ends the agent side', async () => {
    const gateway = await startGateway();
    const { closed, echo, socket } = await openSession(gateway);
    expect(socket.destroyed).toBe(false);
    echo.sockets[0]!.destroy();
    await closed;
    await eventually(() => gateway.openTunnels() === 0);
    expect(socket.destroyed).toBe(true);
  });

  it('06-T113 is not waited for at shutdown', async () => {
    const gateway = await startGateway({ listener: { drainMs: 30_000 } });
    const { closed, socket } = await openSession(gateway);
    expect(socket.destroyed).toBe(false);
    await gateway.stop();
    await closed;
    await eventually(() => gateway.openTunnels() === 0);
    expect(socket.destroyed).toBe(true);
  });

  async function openSession(gateway: RunningGateway) {
    const echo = await echoServer();
    const { socket } = await connectThrough(gateway, echo.authority, gateway.token);
    const { closed, text } = await handshake(socket);
    return { closed, echo, socket, text };
  }
});
