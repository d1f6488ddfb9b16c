import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ConnectionWaiter } from '../../../src/gateway/upstream/pools/connection-waiter.js';
import type { AnswerTaker } from '../../../src/gateway/upstream/channels/upstream-types.js';
import { OriginPools, POOL_DEFAULTS } from '../../../src/gateway/upstream/pools/origin-pools.js';
import type { UpstreamConnection } from '../../../src/gateway/upstream/channels/upstream-connection.js';
import {
  ask,
  basic,
  eventually,
  listen,
  sendRaw,
  startGateway,
  stopAll,
  type RunningGateway,
} from './wire-harness.js';

afterEach(stopAll);

const answer = (body: string, fields = ''): string =>
  `HTTP/1.1 200 OK\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`;

interface Upstream {
  authority: string;
  /** Request lines in the order they came, with the number of their connection. */
  requests: string[];
  sockets: Socket[];
}

/** An upstream that is told of every request head, and of connections before there is any. */
async function upstream(
  respond: (socket: Socket, path: string, nth: number) => void,
  connected: (socket: Socket) => void = () => undefined,
): Promise<Upstream> {
  const seen: Upstream = { authority: '', requests: [], sockets: [] };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = seen.sockets.push(socket);
    socket.on('error', () => undefined).on('end', () => socket.end());
    connected(socket);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const line = /([A-Z]+ (\S+)) HTTP\/1\.1\r\n/.exec(text.slice(0, end));
        text = text.slice(end + 4);
        if (line) respond(socket, line[2]!, seen.requests.push(`${connection} ${line[1]}`));
      }
    });
  });
  seen.authority = `127.0.0.1:${await listen(server)}`;
  return seen;
}

/** What the agent got of one request: the body, the detail of a 502, or that its connection broke. */
async function outcomeOf(
  gateway: RunningGateway,
  target: string,
  options: Parameters<typeof ask>[2] = {},
): Promise<string> {
  return ask(gateway, target, options).then(
    ({ status, text, json }) => (status === 200 ? text : `${status} ${String(json.detail ?? json.error)}`),
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe('an upstream that lies about where its answer ends', () => {
  const FORGED = answer('forged');

  it.each([
    ['a second answer', FORGED],
    ['garbage', 'garbage'],
    ['an empty line', '\r\n'],
    ['the beginning of a head', 'HTTP/1.1 200 OK\r\n'],
  ])('does not reach the next request with %s behind the answer', async (_name, surplus) => {
    const gateway = await startGateway();
    const { authority, requests } = await upstream((socket, path) => socket.write(answer(path) + surplus));
    expect(await outcomeOf(gateway, `http://${authority}/1`)).toBe('/1');
    expect(await outcomeOf(gateway, `http://${authority}/2`)).toBe('/2');
    expect(requests).toEqual(['1 GET /1', '2 GET /2']);
  });

  it.each([
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
    ['a 204 that has content', '', '204 No Content'],
    ['a HEAD that has content', 'Content-Length: 6\r\n\r\n', '200 OK', 'HEAD'],
  ])('nor behind %s', async (_name, rest, status = '200 OK', method = 'GET') => {
    const gateway = await startGateway();
    const { authority, requests } = await upstream((socket, path) => {
      if (path === '/1') socket.write(`HTTP/1.1 ${status}\r\n${rest || '\r\n'}${FORGED}`);
      else socket.write(answer(path));
    });
    await ask(gateway, `http://${authority}/1`, { method });
    expect(await outcomeOf(gateway, `http://${authority}/2`)).toBe('/2');
    expect(requests).toEqual([`1 ${method} /1`, '2 GET /2']);
  });

  it('nor by speaking on a connection that waits for a request', async () => {
    const gateway = await startGateway();
    const { authority, requests, sockets } = await upstream((socket, path) => socket.write(answer(path)));
    await ask(gateway, `http://${authority}/1`);
    sockets[0]!.write(FORGED);
    await eventually(() => sockets[0]!.destroyed);
    expect(await outcomeOf(gateway, `http://${authority}/2`)).toBe('/2');
    expect(requests).toEqual(['1 GET /1', '2 GET /2']);
  });

  it.each([
    ['a length', 'Content-Length: 100\r\n\r\nhalf'],
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
    ['a chunk that is no chunk', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nxyz\r\n'],
    ['a chunk that is longer than it says', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalfhalf\r\n0\r\n\r\n'],
  ])('breaks the transfer when it stops short of %s', async (_name, rest) => {
    const gateway = await startGateway();
    const { authority } = await upstream((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${rest}`, () => setTimeout(() => socket.resetAndDestroy(), 20));
    });
    expect(await outcomeOf(gateway, `http://${authority}/`)).toBe('ECONNRESET');
    expect(gateway.stages.outcomes[0]!.outcome).toMatchObject({ status: 200, complete: false });
  });
});

function collectText(socket: Socket): Promise<string> {
  let text = '';
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

describe('an upstream that is slow or silent', () => {
  it.each([
    ['says nothing', ''],
    ['stops within its head', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['stops after an interim answer', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('and %s is a timeout, and the connection ends', async (_name, bytes) => {
    const gateway = await startGateway({ upstream: { responseTimeoutMs: 200 } });
    const { authority, sockets } = await upstream((socket) => void socket.write(bytes));
    expect(await outcomeOf(gateway, `http://${authority}/`)).toBe('502 timeout');
    await eventually(() => sockets[0]!.destroyed);
  });

  it('and drips its head is a timeout all the same', async () => {
    const gateway = await startGateway({ upstream: { responseTimeoutMs: 300 } });
    const { authority, sockets } = await upstream((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.once('close', () => clearInterval(drip));
    });
    expect(await outcomeOf(gateway, `http://${authority}/`)).toBe('502 timeout');
    await eventually(() => sockets[0]!.destroyed);
  });

  it('and sends its answer byte by byte is read like any other', async () => {
    const gateway = await startGateway();
    const text =
      'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-sum\r\n\r\n' +
      '5;a=b\r\nhello\r\n1\r\n!\r\n0\r\nX-Sum: 7\r\n\r\n';
    const { authority, requests } = await upstream((socket) => {
      socket.setNoDelay(true);
      const bytes = text[Symbol.iterator]();
      const send = (): void => {
        const { value, done } = bytes.next();
        if (!done) socket.write(value, 'latin1', () => setImmediate(send));
      };
      send();
    });
    const first = await ask(gateway, `http://${authority}/1`);
    expect([first.text, first.trailers]).toEqual(['hello!', { 'x-sum': '7' }]);
    expect(await outcomeOf(gateway, `http://${authority}/2`)).toBe('hello!');
    expect(requests).toEqual(['1 GET /1', '1 GET /2']);
  });

  it('and never reads an upload ends it by the idle limit', async () => {
    const gateway = await startGateway({ upstream: { idleTimeoutMs: 300 } });
    const { authority, sockets } = await upstream(
      () => undefined,
      (socket) => process.nextTick(() => socket.pause()),
    );
    const agent = connect(gateway.port, '127.0.0.1');
    const text = collectText(agent);
    agent.write(
      `POST http://${authority}/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\n` +
        'Content-Length: 100000000\r\n\r\n',
    );
    const pour = (): void => {
      while (!agent.destroyed && agent.write(Buffer.alloc(65_536)));
    };
    agent.on('drain', pour);
    pour();
    expect(await text).toMatch(/^HTTP\/1\.1 502 [^]*"detail":"timeout"/);
    sockets[0]!.destroy();
  });

  it('is not read further for an agent that does not read, and both end by the idle limit', async () => {
    const gateway = await startGateway({ upstream: { idleTimeoutMs: 300 } });
    const { authority, sockets } = await upstream((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n');
      const pour = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
      };
      socket.on('drain', pour);
      pour();
    });
    const agent = connect(gateway.port, '127.0.0.1');
    agent.on('error', () => undefined).pause();
    agent.write(
      `GET http://${authority}/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\n\r\n`,
    );
    await eventually(() => gateway.stages.outcomes.length === 1);
    expect(gateway.stages.outcomes[0]!.outcome).toMatchObject({ status: 200, complete: false });
    await eventually(() => sockets[0]!.destroyed);
    expect(sockets[0]!.bytesWritten).toBeLessThan(50_000_000);
    agent.destroy();
  });
});

describe('an upstream that floods', () => {
  it('with a head of a gigabyte is refused at 64 KiB of it', async () => {
    const gateway = await startGateway();
    let sent = 0;
    const { authority, sockets } = await upstream((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const line = Buffer.from(`X-Filler: ${'x'.repeat(8_000)}\r\n`);
      const pour = (): void => {
        while (!socket.destroyed && sent < 1_000_000_000) {
          sent += line.length;
          if (!socket.write(line)) return void socket.once('drain', pour);
        }
      };
      pour();
    });
    expect(await outcomeOf(gateway, `http://${authority}/`)).toBe('502 protocol');
    await eventually(() => sockets[0]!.destroyed);
    expect(sent).toBeLessThan(100_000_000);
  });

  it('with interim answers is refused, and any number of a few is swallowed, 100 as well', async () => {
    const gateway = await startGateway();
    const { authority } = await upstream((socket, path) =>
      socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(Number(path.slice(1))) + answer('ok')),
    );
    expect(await outcomeOf(gateway, `http://${authority}/32`)).toBe('ok');
    expect(await outcomeOf(gateway, `http://${authority}/33`)).toBe('502 protocol');
  });
});

describe('an upstream that answers early', () => {
  it('before it was asked is heard, and an upload that it does not read is given up', async () => {
    const gateway = await startGateway();
    const { authority, sockets } = await upstream(
      () => undefined,
      (socket) => {
        process.nextTick(() => socket.pause());
        socket.write(answer('early'));
      },
    );
    const text = await sendRaw(
      gateway.port,
      `POST http://${authority}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n` +
        `Proxy-Authorization: ${basic(gateway.token)}\r\nContent-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nearly$/);
    sockets[0]!.resume();
    await eventually(() => sockets[0]!.destroyed);
  });

  it('is not asked again on that connection', async () => {
    const gateway = await startGateway();
    const { authority, requests } = await upstream((socket, path) => socket.write(answer(path)));
    const outgoing = httpRequest({
      port: gateway.port,
      method: 'POST',
      path: `http://${authority}/1`,
      headers: { host: 'a', 'proxy-authorization': basic(gateway.token) },
      agent: false,
    });
    outgoing.on('error', () => undefined).write('never finished');
    const response = await new Promise<IncomingMessage>((resolve) => outgoing.once('response', resolve));
    response.resume();
    await new Promise((resolve) => response.once('end', resolve));
    expect(await outcomeOf(gateway, `http://${authority}/2`)).toBe('/2');
    expect(requests).toEqual(['1 POST /1', '2 GET /2']);
    outgoing.destroy();
  });
});

describe('connections that are kept', () => {
  it.each([
    ['as HTTP/1.1 is', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', true],
    ['with chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', true],
    ['of no content', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', true],
    ['that close', 'HTTP/1.1 200 OK\r\nConnection: x, close\r\nContent-Length: 2\r\n\r\nok', false],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok', false],
    [
      'of HTTP/1.0 that go on',
      'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok',
      true,
    ],
    ['for a minute', 'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=60, max=9\r\nContent-Length: 2\r\n\r\nok', true],
    [
      'for less than it takes',
      'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=2\r\nContent-Length: 2\r\n\r\nok',
      false,
    ],
  ])('are those %s', async (_name, bytes, kept) => {
    const gateway = await startGateway();
    const { authority, requests } = await upstream((socket) => void socket.write(bytes));
    expect((await ask(gateway, `http://${authority}/1`)).status).toBe(200);
    expect((await ask(gateway, `http://${authority}/2`)).status).toBe(200);
    expect(requests).toEqual(['1 GET /1', kept ? '1 GET /2' : '2 GET /2']);
  });

  it('carry a body that lasts until its connection ends, and are not used again', async () => {
    const gateway = await startGateway();
    const { authority, requests } = await upstream((socket, path) =>
      socket.end(`HTTP/1.1 200 OK\r\n\r\nall of ${path}`),
    );
    expect(await outcomeOf(gateway, `http://${authority}/1`)).toBe('all of /1');
    expect(await outcomeOf(gateway, `http://${authority}/2`)).toBe('all of /2');
    expect(requests).toEqual(['1 GET /1', '2 GET /2']);
  });

  it('serve one request at a time, and each gets its own answer', async () => {
    const gateway = await startGateway();
    const { authority, requests } = await upstream((socket, path) =>
      setTimeout(() => socket.write(answer(path)), 20),
    );
    const paths = Array.from({ length: 8 }, (_, index) => `/${index}`);
    expect(await Promise.all(paths.map((path) => outcomeOf(gateway, `http://${authority}${path}`)))).toEqual(
      paths,
    );
    expect(new Set(requests.map((line) => line.split(' ')[0])).size).toBe(8);
    expect(await outcomeOf(gateway, `http://${authority}/again`)).toBe('/again');
    expect(requests).toHaveLength(9);
    expect(Number(requests[8]!.split(' ')[0])).toBeLessThan(9);
  });

  it('that were half-closed are not used', async () => {
    const gateway = await startGateway();
    const { authority, requests, sockets } = await upstream((socket, path) => socket.write(answer(path)));
    await ask(gateway, `http://${authority}/1`);
    sockets[0]!.end();
    await eventually(() => sockets[0]!.destroyed);
    expect(await outcomeOf(gateway, `http://${authority}/2`)).toBe('/2');
    expect(requests).toEqual(['1 GET /1', '2 GET /2']);
  });

  it('9.4 that die under a request are replaced once, with a body that is here', async () => {
    const gateway = await startGateway();
    gateway.stages.decision = async (exchange) => {
      await exchange.body.peek(1_000);
      return null;
    };
    // The first connection lives for one answer, the second for none, the third for ever.
    const { authority, requests } = await upstream((socket, path, nth) => {
      if (nth === 2) socket.destroy();
      else if (path === '/dies') socket.destroy();
      else socket.write(answer(path));
    });
    await ask(gateway, `http://${authority}/1`);
    await pause();
    const post = (path: string) =>
      outcomeOf(gateway, `http://${authority}${path}`, { method: 'POST', body: 'x' });
    expect(await post('/2')).toBe('/2');
    await pause();
    expect(await post('/dies')).toBe('502 reset');
    expect(requests).toEqual(['1 GET /1', '1 POST /2', '2 POST /2', '2 POST /dies', '3 POST /dies']);
  });

  it('9.4 that die after an interim answer are not replaced', async () => {
    const gateway = await startGateway();
    const { authority, requests } = await upstream((socket, path) => {
      if (path === '/1') return void socket.write(answer(path));
      socket.write('HTTP/1.1 103 Early Hints\r\n\r\n', () => setTimeout(() => socket.resetAndDestroy(), 20));
    });
    await ask(gateway, `http://${authority}/1`);
    await pause();
    expect(await outcomeOf(gateway, `http://${authority}/2`)).toBe('502 reset');
    expect(requests).toEqual(['1 GET /1', '1 GET /2']);
  });
});

describe('what is sent', () => {
  /** Everything that came in on one connection. */
  async function recorder(): Promise<{ authority: string; text: () => string }> {
    let text = '';
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (/\r\n\r\n$|payload$/.test(text)) socket.end(answer('ok'));
      });
    });
    return { authority: `127.0.0.1:${await listen(server)}`, text: () => text };
  }

  it.each([
    ['POST', 'content-length: 0\r\n'],
    ['PUT', 'content-length: 0\r\n'],
    ['GET', ''],
    ['DELETE', ''],
  ])('%s without a body says so where a body is expected', async (method, framing) => {
    const gateway = await startGateway();
    const { authority, text } = await recorder();
    await sendRaw(
      gateway.port,
      `${method} http://${authority}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nProxy-Authorization: ${basic(gateway.token)}\r\n\r\n`,
    );
    expect(text()).toBe(
      `${method} / HTTP/1.1\r\nhost: ${authority}\r\nconnection: keep-alive\r\n${framing}\r\n`,
    );
  });

  it('keeps the framing of a body that passes through, and gives a length to one that was read', async () => {
    const gateway = await startGateway();
    const body = randomBytes(200_000);
    let peeked = 0;
    gateway.stages.decision = async (exchange) => {
      if (peeked > 0) await exchange.body.peek(peeked);
      return null;
    };
    const headOf = async (bytes: Buffer, headers: Record<string, string>): Promise<string> => {
      let got = Buffer.alloc(0);
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.on('data', (chunk: Buffer) => {
          got = Buffer.concat([got, chunk]);
          if (got.includes('\r\n0\r\n\r\n') || got.subarray(got.indexOf('\r\n\r\n') + 4).equals(bytes))
            socket.end(answer('ok'));
        });
      });
      const target = `http://127.0.0.1:${await listen(server)}/`;
      expect(await outcomeOf(gateway, target, { method: 'POST', body: bytes, headers })).toBe('ok');
      const end = got.indexOf('\r\n\r\n') + 4;
      expect(unchunked(got.subarray(end)).equals(bytes)).toBe(true);
      return got.subarray(0, end).toString('latin1').toLowerCase();
    };
    const chunked = { 'transfer-encoding': 'chunked' };
    expect(await headOf(body, chunked)).toMatch(/\r\ntransfer-encoding: chunked\r\n\r\n$/);
    expect(await headOf(body, { 'content-length': '200000' })).toMatch(/\r\ncontent-length: 200000\r\n\r\n$/);
    peeked = 1_000;
    expect(await headOf(body, chunked)).toMatch(/\r\ntransfer-encoding: chunked\r\n\r\n$/);
    expect(await headOf(Buffer.from('small'), chunked)).toMatch(/\r\ncontent-length: 5\r\n\r\n$/);
    expect(await headOf(Buffer.from('small'), { 'content-length': '5' })).toMatch(
      /\r\ncontent-length: 5\r\n\r\n$/,
    );
  });

  it.each([
    ['a value', (headers: string[]) => headers.push('x-key', 'a\r\nx-other: b')],
    ['a name', (headers: string[]) => headers.push('x-key: a\r\nx-other', 'b')],
    ['a character that is two bytes', (headers: string[]) => headers.push('x-key', 'a\u010ab')],
  ])('never contains a line that %s brought in, and the connection goes on', async (_name, inject) => {
    const gateway = await startGateway();
    const { authority, requests } = await upstream((socket, path) => socket.write(answer(path)));
    await ask(gateway, `http://${authority}/1`);
    gateway.stages.injection = ({ outbound }) => inject(outbound.headers);
    expect(await outcomeOf(gateway, `http://${authority}/2`)).toBe('502 protocol');
    gateway.stages.injection = () => 0;
    expect(await outcomeOf(gateway, `http://${authority}/3`)).toBe('/3');
    expect(requests).toEqual(['1 GET /1', '1 GET /3']);
  });
});

/** The content of a body in chunks, or of one that has none. */
function unchunked(bytes: Buffer): Buffer {
  if (!bytes.includes('\r\n0\r\n\r\n')) return bytes;
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    const size = parseInt(bytes.toString('latin1', at, end), 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

describe('the connections of an agent to an origin', () => {
  const GET = {
    method: 'GET',
    head: 'GET / HTTP/1.1\r\nhost: a\r\n\r\n',
    body: null,
    length: null,
    trailers: () => [],
  };

  /** Sends one request as soon as it has a connection; what became of it is noted. */
  class Asker implements ConnectionWaiter, AnswerTaker {
    wanted = true;
    status: number | null = null;
    text = '';
    ended = '';
    connection: UpstreamConnection | null = null;

    onConnection(connection: UpstreamConnection): void {
      this.connection = connection;
      connection.send(GET, this);
    }
    onHead({ status }: { status: number }): void {
      this.status = status;
    }
    onSwitch(): void {
      this.ended = 'switched';
    }
    onPiece(piece: Buffer): void {
      this.text += piece.toString();
    }
    onPause(): void {
      // It takes everything.
    }
    onEnd(): void {
      this.ended = 'complete';
    }
    onFailure(error: Error): void {
      this.ended = error.message;
    }
  }

  async function poolsTo(
    settings: Partial<Record<keyof typeof POOL_DEFAULTS, number>>,
    respond: (socket: Socket, nth: number) => void = (socket) => void socket.write(answer('ok')),
  ) {
    const { authority, requests, sockets } = await upstream((socket, _path, nth) => respond(socket, nth));
    const [host, port] = authority.split(':') as [string, string];
    const open = async (): Promise<Socket> => {
      const socket = connect(Number(port), host);
      await new Promise((resolve) => socket.once('connect', resolve));
      return socket;
    };
    const times = { responseTimeoutMs: 20_000, idleTimeoutMs: 20_000 };
    const pools = new OriginPools({ open } as unknown as ConstructorParameters<typeof OriginPools>[0], {
      ...POOL_DEFAULTS,
      http2: true,
      ...times,
      ...settings,
    });
    const poolFor = (agentToken = 'a') =>
      pools.poolFor({ scheme: 'http', host, port: Number(port), agentToken, organizationId: 'one' });
    return { pools, poolFor, requests, sockets };
  }

  it('a kept one on which something arrived in the turn it was given out is not used', async () => {
    const { pools, poolFor, requests, sockets } = await poolsTo({});
    const first = new Asker();
    poolFor().ask(first);
    await eventually(() => first.ended === 'complete');
    const second = new Asker();
    await new Promise<void>((resolve) =>
      // Before the turn in which the bytes are read, which are there by then.
      setTimeout(() => {
        sockets[0]!.write(answer('forged'));
        for (const until = performance.now() + 20; performance.now() < until;);
        poolFor().ask(second);
        resolve();
      }),
    );
    await eventually(() => second.ended === 'complete');
    expect([second.text, requests]).toEqual(['ok', ['1 GET /', '2 GET /']]);
    pools.destroy();
  });

  it('are as many as may be; as many wait and are served in turn, but not those that have left', async () => {
    const held: Socket[] = [];
    const { pools, poolFor, requests } = await poolsTo({ maxConnectionsPerOrigin: 3 }, (socket) =>
      held.push(socket),
    );
    const askers = Array.from({ length: 7 }, () => new Asker());
    for (const asker of askers) poolFor().ask(asker);
    const [, , , left, next, last, refused] = askers as [Asker, Asker, Asker, Asker, Asker, Asker, Asker];
    expect(refused.ended).toBe('Upstream failed: connect');
    left.wanted = false;
    await eventually(() => held.length === 3);
    held[0]!.write(answer('one'));
    await eventually(() => held.length === 4);
    held[3]!.destroy();
    await eventually(() => held.length === 5);
    expect(next.ended).toBe('Upstream failed: reset');
    for (const socket of held.slice(1)) if (!socket.destroyed) socket.write(answer('more'));
    await eventually(() => last.ended === 'complete');
    const first = askers.slice(0, 3);
    await eventually(() => first.every(({ ended }) => ended === 'complete'));
    expect(first.map(({ text }) => text).sort()).toEqual(['more', 'more', 'one']);
    expect([left.connection, requests.length, requests[4]]).toEqual([null, 5, '4 GET /']);
    pools.destroy();
  });

  it('end when they were idle for their time', async () => {
    const { pools, poolFor, sockets } = await poolsTo({ keepAliveMs: 100 });
    const asker = new Asker();
    poolFor().ask(asker);
    await eventually(() => asker.ended === 'complete' && sockets[0]!.destroyed);
    pools.destroy();
  });

  it('of an agent that gave way to others finish what is under way and are not kept', async () => {
    let slow: Socket | null = null;
    const { pools, poolFor, sockets } = await poolsTo({ maxPools: 1 }, (socket, nth) => {
      if (nth === 1) slow = socket;
      else socket.write(answer('ok'));
    });
    const [first, second] = [new Asker(), new Asker()];
    poolFor('a').ask(first);
    await eventually(() => slow !== null);
    poolFor('b').ask(second);
    await eventually(() => second.ended === 'complete');
    slow!.write(answer('late'));
    await eventually(() => first.ended === 'complete' && sockets[0]!.destroyed);
    expect([first.text, sockets[1]!.destroyed]).toEqual(['late', false]);
    pools.destroy();
    await eventually(() => sockets[1]!.destroyed);
  });

  it('are all cut at the end, and whoever waits for an answer is told', async () => {
    const { pools, poolFor, sockets } = await poolsTo({}, () => undefined);
    const asker = new Asker();
    poolFor().ask(asker);
    await eventually(() => sockets.length === 1 && asker.connection !== null);
    pools.destroy();
    expect(asker.ended).toBe('Upstream failed: reset');
    await eventually(() => sockets[0]!.destroyed);
  });
});
