/** 06 §8.8, §9.8, R59: what an agent and an upstream try together to have an injected credential come back. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../harness/clients/agent.js';
import type { TestServer } from '../harness/server/server.js';
import { withUpstream } from '../harness/server/stands.js';
import type { Upstream } from '../harness/upstreams/upstream.js';

const HOST = 'api.u.test';
const VALUE = 'k3y+with/slash';
const SPELLINGS = [
  VALUE,
  encodeURIComponent(VALUE),
  encodeURIComponent(VALUE).toLowerCase(),
  encodeURIComponent(encodeURIComponent(VALUE)),
];

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand));

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  const injectionConfig = { paramName: 'api_key' };
  await grant(
    owner,
    agent.id,
    await createSecret(owner, { hostPattern: HOST, value: VALUE, injectionConfig }),
  );
});

/** Everything the agent gets until the gateway closes, as it stands on the wire. */
async function onTheWire(line: string, fields: readonly string[] = [], body = ''): Promise<string> {
  const { hostname, port } = new URL(server.gatewayUrl);
  const socket = connect(Number(port), hostname);
  const authorization = Buffer.from(`x:${agent.token}`).toString('base64');
  const head = [line, `Host: ${HOST}`, `Proxy-Authorization: Basic ${authorization}`, ...fields];
  socket.on('error', () => undefined);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('latin1');
}

const CLOSES = 'Connection: close';
const asked = (method = 'GET'): string => `${method} http://${HOST}/m HTTP/1.1`;

function expectNoCredential(told: string): void {
  for (const spelling of SPELLINGS) expect(told).not.toContain(spelling);
}

describe('an answer before the answer', () => {
  it.each(
    [100, 102, 103, 104, 150, 199].flatMap((status) => SPELLINGS.map((value) => [status, value] as const)),
  )('%i with the credential as %s stays here', async (status, value) => {
    upstream.answer = (_request, response) => {
      response.socket!.write(
        `HTTP/1.1 ${status} ${value}\r\nLink: <https://${HOST}/?api_key=${value}>; rel=preload\r\nX-Any: ${value}\r\n\r\n`,
      );
      response.end('ok');
    };
    const told = await onTheWire(asked(), [CLOSES]);
    expect(told).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(told.endsWith('ok')).toBe(true);
    expectNoCredential(told);
  });

  it.each(SPELLINGS)(
    'the handshake of a WebSocket with the credential as %s shows it hidden',
    async (value) => {
      upstream.upgrade = (_request, socket) => {
        socket.end(
          `HTTP/1.1 101 ${value}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n` +
            `Sec-WebSocket-Protocol: ${value}\r\nLocation: /?api_key=${value}\r\n\r\n`,
        );
      };
      const told = await onTheWire(asked(), [
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ]);
      expect(told).toMatch(/^HTTP\/1\.1 \d{3} /);
      expectNoCredential(told);
    },
  );

  it('a body that waits for 100 is sent once, and what the upstream says early is not taken for its answer', async () => {
    upstream.answer = (_request, response) => response.end('late');
    const told = await onTheWire(
      asked('POST'),
      [CLOSES, 'Expect: 100-continue', 'Content-Length: 5'],
      'hello',
    );
    expect(told).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    expect(upstream.only().body.toString()).toBe('hello');
  });
});

describe('a piece of an answer', () => {
  it.each([
    ['Range: bytes=0-3', 206],
    ['Range: bytes=0-0,5-5', 206],
    ['Range: bytes=999999-', 416],
    ['If-Range: "k"\r\nRange: bytes=1-', 206],
  ])('(%s) tells the credential in no field', async (field, status) => {
    upstream.answer = (_request, response) => {
      response.writeHead(status, {
        'content-range': `bytes 0-3/${VALUE}`,
        'content-location': `/m?api_key=${encodeURIComponent(VALUE)}`,
        etag: `"${VALUE}"`,
        'content-disposition': `attachment; filename="${VALUE}"`,
      });
      response.end('part');
    };
    const told = await onTheWire(asked(), [CLOSES, field]);
    expect(told).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(told).toContain('part');
    expectNoCredential(told);
    expect(upstream.only().headers.range).toMatch(/^bytes=/);
  });
});

describe('an answer that is coded', () => {
  const CODINGS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

  it.each(Object.entries(CODINGS))(
    '(%s) arrives byte for byte, its fields without the credential',
    async (name, code) => {
      const body = code(Buffer.from('x'.repeat(10_000)));
      upstream.answer = (_request, response) => {
        response.writeHead(200, {
          'content-encoding': name,
          'content-length': body.length,
          location: `/m?api_key=${VALUE}`,
          refresh: `0; url=/m?api_key=${encodeURIComponent(VALUE)}`,
        });
        response.end(body);
      };
      const told = await onTheWire(asked(), [CLOSES, 'Accept-Encoding: gzip, br, deflate']);
      expect(Buffer.from(told.slice(told.indexOf('\r\n\r\n') + 4), 'latin1')).toEqual(body);
      expectNoCredential(told);
    },
  );
});

describe('a method that makes an upstream repeat the request', () => {
  it.each(['TRACE', 'trace', 'Trace', 'TRACK', 'DEBUG'])('%s brings no credential back', async (method) => {
    upstream.answer = (_request, response, seen) => response.writeHead(200, { 'x-seen': seen.url }).end('ok');
    expectNoCredential(await onTheWire(asked(method), [CLOSES, 'Max-Forwards: 0']));
  });
});
