import { createServer as createTcpServer, connect, type Socket } from 'node:net';
import { createServer } from 'node:http';
import { X509Certificate } from 'node:crypto';
import { connect as tlsConnect, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { PortCertificate } from '../../../src/kernel/config/port-certificate.js';
import { heldMemory } from '../../harness/server/held-memory.js';
import { dial, HANDSHAKE, head, statusesOf } from './pipelining.js';
import {
  ask,
  basic,
  eventually,
  listen,
  startGateway,
  startUpstream,
  stopAll,
  testIssuer,
  type RunningGateway,
} from './wire-harness.js';

afterEach(stopAll);

const MEBIBYTE = 1_048_576;
const LAST = head('GET', '/healthz', 'Connection: close\r\n');

const authorized = ({ token }: RunningGateway): string => `Proxy-Authorization: ${basic(token)}\r\n`;
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Each part as a segment of its own, as far as a sender can see to that. */
async function inPieces(socket: Socket, parts: Iterable<string>): Promise<void> {
  socket.setNoDelay(true);
  for (const part of parts) {
    await new Promise((resolve) => socket.write(part, 'latin1', resolve));
    await tick();
  }
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

describe('requests on an agent’s connection', () => {
  it('are read alike in pieces of one byte', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const url = `http://${upstream.authority}`;
    const chunks = '4;name="va\\"lue"\r\nbody\r\nA\r\n0123456789\r\n0\r\nx-checksum: 1\r\n\r\n';
    const requests =
      head('GET', `${url}/1`, authorized(gateway)) +
      `${head('POST', `${url}/2`, `${authorized(gateway)}Content-Length: 4\r\n`)}body` +
      `${head('POST', `${url}/3`, `${authorized(gateway)}Transfer-Encoding: chunked\r\n`)}${chunks}` +
      LAST;
    const socket = await dial(gateway.port);
    const statuses = await statusesOf(socket, () => inPieces(socket, requests));
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(upstream.seen.map(({ url: path, body }) => [path, body.toString()])).toEqual([
      ['/1', ''],
      ['/2', 'body'],
      ['/3', 'body0123456789'],
    ]);
  });

  it('are read alike with their head cut at every byte', async () => {
    const gateway = await startGateway();
    const request = `${head('POST', '/healthz', 'Content-Length: 1\r\nOdd:   spaces  \r\n')}x`;
    const socket = await dial(gateway.port);
    const statuses = await statusesOf(
      socket,
      async () => {
        for (let at = 1; at < request.length; at += 1)
          await inPieces(socket, [request.slice(0, at), request.slice(at)]);
      },
      LAST,
    );
    expect(statuses).toEqual([...Array<number>(request.length - 1).fill(400), 200]);
  });

  it('wait in line, sixteen of them and not one more', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const slow = head('GET', `http://${upstream.authority}/slow`, authorized(gateway));
    const line = async (waiting: number): Promise<number[]> => {
      let release = (): void => undefined;
      upstream.answer = (_request, response) => (release = () => response.end('ok'));
      const before = upstream.seen.length;
      const more = head('GET', '/healthz').repeat(waiting - 1) + LAST;
      const begun = (): Promise<void> => eventually(() => upstream.seen.length > before);
      return statusesOf(await dial(gateway.port), slow, begun, more, tick, async () => release());
    };
    expect(await line(16)).toEqual(Array<number>(17).fill(200));
    expect(await line(17)).toEqual([]);
  });

  it('begin where the length of a body says, whoever meant something else', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const post = head('POST', `http://${upstream.authority}/`, `${authorized(gateway)}Content-Length: 4\r\n`);
    expect(await statusesOf(await dial(gateway.port), `${post}body${LAST}`)).toEqual([200, 200]);
    expect(await statusesOf(await dial(gateway.port), `${post}body and more\r\n\r\n`)).toEqual([200, 400]);
    expect(upstream.seen.map(({ body }) => body.toString())).toEqual(['body', 'body']);
  });

  it('follow a body that nobody read, also one larger than what is held', async () => {
    const gateway = await startGateway();
    const body = 'x'.repeat(200_000);
    const unread = `${head('POST', '/healthz', `Content-Length: ${body.length}\r\n`)}${body}`;
    expect(await statusesOf(await dial(gateway.port), unread, unread, LAST)).toEqual([400, 400, 200]);
    // The body arrived whole before anybody could have taken it.
    const socket = await dial(gateway.port);
    socket.write(unread);
    await tick();
    expect(await statusesOf(socket, LAST)).toEqual(expect.arrayContaining([200]));
  });

  it('in HTTP/1.0 persist when asked to, and an answer without a length ends them', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    upstream.answer = (request, response) => {
      if (request.url === '/open') response.write('first ');
      response.end('last');
    };
    const old = (path: string): string =>
      `GET http://${upstream.authority}${path} HTTP/1.0\r\n${authorized(gateway)}Connection: keep-alive\r\n\r\n`;
    const socket = await dial(gateway.port);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write(old('/counted'));
    await eventually(() => text.endsWith('last'));
    expect(text).toMatch(/\r\nConnection: keep-alive\r\n/);
    text = '';
    socket.write(old('/open'));
    await closed(socket);
    expect(text).toMatch(/\r\nConnection: close\r\n\r\nfirst last$/);
  });

  it('are taken over TLS on the port itself, and tunnels inside of it', async () => {
    const issuer = await testIssuer();
    const leaf = await issuer.issueLeaf('127.0.0.1');
    const gateway = await startGateway({
      listener: { tls: { certificatePem: leaf.chainPem, keyPem: leaf.keyPem } },
    });
    const upstream = await startUpstream();
    const outer = tlsConnect({ port: gateway.port, host: '127.0.0.1', ca: issuer.certificatePem });
    let text = '';
    outer.on('data', (chunk: Buffer) => (text += chunk.toString()));
    outer.write(head('GET', '/healthz') + head('GET', `http://${upstream.authority}/`, authorized(gateway)));
    await eventually(() => text.endsWith('ok'));
    expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
    outer.removeAllListeners('data');
    outer.write(head('CONNECT', upstream.authority, authorized(gateway)));
    await new Promise((resolve) => outer.once('data', resolve));
    expect((await ask(gateway, '/inside', { over: outer })).text).toBe('ok');
    expect(upstream.seen.at(-1)!.url).toBe('/inside');
  });

  it('see a renewed certificate when they are new, and go on when they are not', async () => {
    const issuer = await testIssuer();
    const pair = async (): Promise<PortCertificate> => {
      const leaf = await issuer.issueLeaf('127.0.0.1');
      return { certificatePem: leaf.chainPem, keyPem: leaf.keyPem };
    };
    const [first, second] = [await pair(), await pair()];
    let configured = (): PortCertificate => first;
    let looks = 0;
    const read = (): PortCertificate => {
      looks++;
      return configured();
    };
    const gateway = await startGateway({ listener: { tls: first, renewal: { read, everyMs: 5 } } });
    const open = (): Promise<TLSSocket> =>
      new Promise((resolve, reject) => {
        const options = { port: gateway.port, host: '127.0.0.1', ca: issuer.certificatePem };
        const socket = tlsConnect(options, () => resolve(socket)).on('error', reject);
      });
    const saw = (socket: TLSSocket): string => socket.getPeerX509Certificate()!.serialNumber;
    const serialOf = ({ certificatePem }: PortCertificate): string =>
      new X509Certificate(certificatePem).serialNumber;

    const before = await open();
    configured = () => {
      throw new Error('only one of the files is written');
    };
    const seen = looks;
    await eventually(() => looks > seen + 1);
    const meanwhile = await open();
    expect([saw(before), saw(meanwhile)]).toEqual([serialOf(first), serialOf(first)]);
    expect(gateway.faults).toEqual([new Error('only one of the files is written')]);

    configured = () => second;
    const later = looks;
    await eventually(() => looks > later + 1);
    const after = await open();
    expect(saw(after)).toBe(serialOf(second));
    expect(await statusesOf(before, LAST)).toEqual([200]);
    for (const socket of [before, meanwhile, after]) socket.destroy();
  });
});

describe('an agent’s connection ends', () => {
  it('behind a head of a gigabyte that it refused, long before all of it came', async () => {
    const gateway = await startGateway();
    const socket = connect(gateway.port, '127.0.0.1');
    let text = '';
    let sent = 0;
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => (text += chunk.toString()));
    const over = closed(socket);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nX: ');
    const part = Buffer.alloc(MEBIBYTE, 'y');
    while (!socket.destroyed && sent < 1_024 * MEBIBYTE) {
      sent += part.length;
      if (!socket.write(part))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), over]);
    }
    await over;
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect(sent).toBeLessThan(40 * MEBIBYTE);
  });

  it('when its client takes nothing of an answer for the idle limit', async () => {
    const gateway = await startGateway({ upstream: { idleTimeoutMs: 400 } });
    let produced = 0;
    let aborted = false;
    const authority = `127.0.0.1:${await listen(
      createServer((_request, response) => {
        response.on('close', () => (aborted = true));
        const pump = (): void => {
          while (!aborted && response.write(Buffer.alloc(MEBIBYTE))) produced += MEBIBYTE;
          produced += MEBIBYTE;
          response.once('drain', pump);
        };
        pump();
      }),
    )}`;
    const socket = await dial(gateway.port);
    socket.on('error', () => undefined).pause();
    socket.write(head('GET', `http://${authority}/`, authorized(gateway)));
    await eventually(() => aborted);
    expect(produced).toBeLessThan(64 * MEBIBYTE);
    socket.destroy();
  });

  it('when nothing is asked for the time it is kept', async () => {
    const gateway = await startGateway({ listener: { keepAliveMs: 100 } });
    expect(await statusesOf(await dial(gateway.port), head('GET', '/healthz'))).toEqual([200]);
  });

  it.each([
    ['a request is being answered', '', []],
    ['a head is arriving', 'GET / HTTP/1.1\r\nHo', [400]],
    ['a body is arriving', head('POST', '/v1/echo', 'Content-Length: 9\r\n') + 'some', [400]],
  ])('when its client has closed its side while %s', async (_state, sent, expected) => {
    const controls = [
      {
        handle: async (request: { body: (most: number) => Promise<Buffer> }) => ({
          status: 200,
          body: { length: (await request.body(100)).length },
        }),
      },
    ];
    const gateway = await startGateway({ controls });
    const upstream = await startUpstream();
    let aborted = false;
    upstream.answer = (_request, response) => response.on('close', () => (aborted = true));
    const waits = sent === '';
    const bytes = waits ? head('GET', `http://${upstream.authority}/slow`, authorized(gateway)) : sent;
    const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true });
    const statuses = statusesOf(socket, bytes, async () => {
      if (waits) await eventually(() => upstream.seen.length === 1);
      else await tick();
      socket.end();
      socket.once('end', () => socket.destroy());
    });
    expect(await statuses).toEqual(expected);
    if (waits) await eventually(() => aborted);
    expect(gateway.faults).toEqual([]);
  });

  it('without a trace: what is refused on thousands of them costs no memory', async () => {
    const gateway = await startGateway();
    const refused = [
      'nonsense\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(70_000)}`,
      head('CONNECT', 'a:443'),
      head('GET', '/proxy/a.test/ws', HANDSHAKE),
      `${head('POST', 'http://a.test/', 'Content-Length: 9\r\n')}some`,
    ];
    const round = async (count: number): Promise<void> => {
      for (let made = 0; made < count; made += 50) {
        await Promise.all(
          Array.from({ length: 50 }, async (_, at) => {
            const socket = await dial(gateway.port);
            const over = closed(socket);
            socket.on('error', () => undefined).on('data', () => socket.destroy());
            socket.write(refused[at % refused.length]!);
            await over;
          }),
        );
      }
    };
    await round(500);
    const before = heldMemory().heapUsed;
    await round(4_000);
    expect(heldMemory().heapUsed - before).toBeLessThan(4 * MEBIBYTE);
  }, 60_000);

  it('by a reset when its upstream breaks off an answer that only the end would have ended', async () => {
    const gateway = await startGateway();
    const authority = `127.0.0.1:${await listen(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n');
          setTimeout(() => socket.destroy(), 50);
        });
      }),
    )}`;
    const socket = await dial(gateway.port);
    let text = '';
    let failure: NodeJS.ErrnoException | null = null;
    socket.on('error', (error) => (failure = error)).on('data', (chunk) => (text += String(chunk)));
    socket.write(`GET http://${authority}/ HTTP/1.0\r\n${authorized(gateway)}\r\n`);
    await closed(socket);
    expect(text).toMatch(/\r\n\r\npart$/);
    expect(failure).toMatchObject({ code: 'ECONNRESET' });
  });
});
