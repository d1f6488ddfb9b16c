import { createServer as createTcpServer } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import {
  ask,
  basic,
  listen,
  sendRaw,
  startGateway,
  startUpstream,
  stopAll,
} from '../gateway/wire/wire-harness.js';

afterEach(stopAll);

/** Answers every request head with the given bytes and closes. */
async function hostileUpstream(bytes: string): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes, 'latin1'));
  });
  return `127.0.0.1:${await listen(server)}`;
}

/** What bytes an upstream sends is the upstream's choice; none may hang the agent, go unlogged or harm others. */
const FRAMED = 'Content-Length: 2\r\n\r\nok';
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n';
it.each([
  ['a control character in the reason', `HTTP/1.1 200 O\x01K\r\n${FRAMED}`, 502],
  ['DEL in the reason', `HTTP/1.1 200 O\x7fK\r\n${FRAMED}`, 502],
  ['a control character in the reason of a hinted 401', `HTTP/1.1 401 N\x1fo\r\n${FRAMED}`, 502],
  ['no reason, and no blank before it', `HTTP/1.1 200\r\n${FRAMED}`, 200],
  ['NUL in a field', `HTTP/1.1 200 OK\r\nX-A: a\0b\r\n${FRAMED}`, 502],
  ['a bare LF', `HTTP/1.1 200 OK\r\nX-A: a\nX-B: b\r\n${FRAMED}`, 502],
  ['a folded field', `HTTP/1.1 200 OK\r\nX-A: a\r\n b\r\n${FRAMED}`, 502],
  ['a field name with a space', `HTTP/1.1 200 OK\r\nX A: b\r\n${FRAMED}`, 502],
  ['a status below 100', `HTTP/1.1 099 OK\r\n${FRAMED}`, 502],
  ['two framings', `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${CHUNKED}\r\n`, 502],
  ['a signed length', `HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok`, 502],
  ['a list of lengths', `HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok`, 502],
  ['a length taken away by Connection', `HTTP/1.1 200 OK\r\nConnection: content-length\r\n${FRAMED}`, 200],
  ['Trailer on a body without chunks', `HTTP/1.1 200 OK\r\nTrailer: X\r\n${FRAMED}`, 200],
  ['a head of 70 KiB', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(70_000)}\r\n${FRAMED}`, 502],
  ['14,000 fields', `HTTP/1.1 200 OK\r\n${'a:\r\n'.repeat(14_000)}${FRAMED}`, 200],
  ['a second answer nobody asked for', `HTTP/1.1 200 OK\r\n${FRAMED}HTTP/1.1 200 OK\r\n${FRAMED}`, 200],
])('an upstream that sends %s', async (_name, bytes, status) => {
  const gateway = await startGateway();
  const authority = await hostileUpstream(bytes);
  const raw = await sendRaw(
    gateway.port,
    `GET http://${authority}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      `Proxy-Authorization: ${basic(gateway.token)}\r\n\r\n`,
  );
  expect(raw).not.toContain('<still open>');
  expect(raw.match(/HTTP\/1\.1 \d{3}/g)).toEqual([`HTTP/1.1 ${status}`]);
  expect(gateway.stages.outcomes.map(({ outcome }) => outcome.status)).toEqual([status]);
  const other = await startUpstream();
  expect((await ask(gateway, `http://${other.authority}/`)).text).toBe('ok');
});

/** One answer through a gateway of its own, as bytes; `line` is what the agent asks with. */
async function rawAnswer(
  bytes: string,
  line: (authority: string) => string = (authority) => `GET http://${authority}/ HTTP/1.1`,
): Promise<string> {
  const gateway = await startGateway();
  const authority = await hostileUpstream(bytes);
  const raw = await sendRaw(
    gateway.port,
    `${line(authority)}\r\nHost: x\r\nConnection: close\r\nProxy-Authorization: ${basic(gateway.token)}\r\n\r\n`,
  );
  expect(raw).not.toContain('<still open>');
  return raw;
}

const trailed = (trailers: string, head = ''): string =>
  `HTTP/1.1 200 OK\r\n${head}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n${trailers}\r\n`;

it.each([
  'Set-Cookie: a=b',
  'SET-COOKIE2: a=b',
  'X-OneCLI-Connections: []',
  'x-onecli-anything: 1',
  'X-Should-Retry: true',
  'Connection: close',
  'Keep-Alive: timeout=5',
  'Upgrade: h2c',
  'Trailer: X-A',
  'Content-Type: text/html',
  'Content-Encoding: gzip',
  'Content-Range: bytes 0-1/2',
  'Content-Security-Policy: default-src *',
  'Cache-Control: public',
  'Expires: 0',
  'Location: http://elsewhere.test/',
  'Retry-After: 1',
  'Vary: x',
  'WWW-Authenticate: Basic',
  'Authorization: Basic x',
  'Proxy-Authenticate: Basic',
  'Proxy-Authentication-Info: x',
  'Proxy-Status: x',
  'Authentication-Info: x',
  'Alt-Svc: h3=":443"',
  'Strict-Transport-Security: max-age=1',
  'Clear-Site-Data: "*"',
  'Access-Control-Allow-Origin: *',
  'Sec-WebSocket-Accept: x',
  'X-Named: 1',
])('a trailer %s does not reach the agent', async (field) => {
  const raw = await rawAnswer(trailed(`${field}\r\nX-Checksum: 7\r\n`, 'Connection: x-named\r\n'));
  expect(raw.slice(raw.indexOf('\r\n\r\n') + 4)).toBe('2\r\nok\r\n0\r\nX-Checksum: 7\r\n\r\n');
});

it.each([
  'X-T: a\x01b',
  'X-T : 1',
  'Host: elsewhere.test',
  'Content-Length: 2',
  'Transfer-Encoding: chunked',
])('a trailer %j is no trailer, and the transfer breaks', async (field) => {
  const gateway = await startGateway();
  const authority = await hostileUpstream(trailed(`${field}\r\n`));
  await expect(ask(gateway, `http://${authority}/`)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(gateway.stages.outcomes[0]!.outcome).toMatchObject({ status: 200, complete: false });
});

it('trailers that speak of the body only pass as they are', async () => {
  const fields = ['Grpc-Status: 0', 'ETag: "x"', 'Server-Timing: a;dur=1', 'Digest: sha-256=x', 'X-Own: 1'];
  const raw = await rawAnswer(trailed(`${fields.join('\r\n')}\r\n`));
  expect(raw.endsWith(`0\r\n${fields.join('\r\n')}\r\n\r\n`)).toBe(true);
});

it('in reverse mode a trailer cannot say what the head may not', async () => {
  const gateway = await startGateway();
  const authority = await hostileUpstream(
    trailed('Set-Cookie: a=b\r\nAccess-Control-Allow-Origin: *\r\nService-Worker-Allowed: /\r\nX-Own: 1\r\n'),
  );
  const answer = await ask(gateway, `/proxy-http/${authority}/`, {
    token: null,
    headers: { 'x-agent-token': gateway.token },
  });
  expect([answer.text, answer.trailers]).toEqual(['ok', { 'x-own': '1' }]);
});

it.each([
  ['Transfer-Encoding: gzip, chunked'],
  ['Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked'],
  ['Transfer-Encoding: chunked, chunked'],
  ['Transfer-Encoding: identity'],
  ['Transfer-Encoding: xchunked'],
  ['Transfer-Encoding: gzip'],
])('a body under %s is refused, because its bytes would pass for plain ones', async (field) => {
  const raw = await rawAnswer(`HTTP/1.1 200 OK\r\n${field}\r\n\r\n2\r\nok\r\n0\r\n\r\n`);
  expect(raw).toMatch(/^HTTP\/1\.1 502 /);
  expect(raw).toContain('"detail":"protocol"');
});

it.each(['HEAD', 'GET'])(
  'nor does a coding pass that announces no body, as a 304 or to HEAD: %s',
  async (method) => {
    const raw = await rawAnswer(
      'HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: gzip, chunked\r\nX-A: 1\r\n\r\n',
      (authority) => `${method} http://${authority}/ HTTP/1.1`,
    );
    expect(raw).toMatch(/^HTTP\/1\.1 502 /);
  },
);

it('what an answer to HEAD says of its framing ends here', async () => {
  const raw = await rawAnswer(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: 1\r\n\r\n',
    (authority) => `HEAD http://${authority}/ HTTP/1.1`,
  );
  expect(raw).toMatch(/^HTTP\/1\.1 200 /);
  expect(raw).toContain('X-A: 1');
  expect(raw.toLowerCase()).not.toContain('transfer-encoding');
});

it.each([
  ['204 with a length', '204 No Content\r\nContent-Length: 5\r\n\r\nhello'],
  ['204 with a length of nothing', '204 No Content\r\nContent-Length: 0\r\n\r\n'],
  ['204 with chunks', '204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
])('%s is a 204 that no reader waits behind', async (_name, answer) => {
  const raw = await rawAnswer(`HTTP/1.1 ${answer}`);
  expect(raw).toMatch(/^HTTP\/1\.1 204 /);
  expect(raw).toMatch(/\r\n\r\n$/);
  expect(raw.toLowerCase()).not.toMatch(/content-length|transfer-encoding/);
});

it('a 304 keeps the length of what it speaks of and has no body', async () => {
  const raw = await rawAnswer('HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nhello');
  expect(raw).toMatch(/^HTTP\/1\.1 304 [^]*Content-Length: 5\r\n[^]*\r\n\r\n$/);
});

it('bytes behind a 204 are not the answer to the next request', async () => {
  const gateway = await startGateway();
  const forged = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged';
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (chunk.includes('GET /first'))
        socket.write(`HTTP/1.1 204 No Content\r\nContent-Length: ${forged.length}\r\n\r\n${forged}`);
      else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nreal');
    });
  });
  const authority = `127.0.0.1:${await listen(server)}`;
  expect((await ask(gateway, `http://${authority}/first`)).status).toBe(204);
  expect((await ask(gateway, `http://${authority}/second`)).text).toBe('real');
});

it('a flood of interim answers ends, with and without a WebSocket', async () => {
  const gateway = await startGateway();
  const hints = 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n'.repeat(100);
  const authority = await hostileUpstream(`${hints}HTTP/1.1 200 OK\r\n${FRAMED}`);
  const plain = await ask(gateway, `http://${authority}/`);
  expect([plain.status, plain.json.detail]).toEqual([502, 'protocol']);
  const upgrade = await sendRaw(
    gateway.port,
    `GET /proxy-http/${authority}/ HTTP/1.1\r\nHost: x\r\nX-Agent-Token: ${gateway.token}\r\n${HANDSHAKE}\r\n`,
  );
  expect(upgrade).toMatch(/^HTTP\/1\.1 502 [^]*"detail":"protocol"/);
});

const HANDSHAKE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

it.each([
  ['another protocol', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'],
  ['two protocols', 'Connection: Upgrade\r\nUpgrade: websocket\r\nUpgrade: h2c\r\n'],
  ['no protocol', 'Connection: Upgrade\r\n'],
])('a WebSocket answered with %s is refused', async (_name, fields) => {
  const gateway = await startGateway();
  const authority = await hostileUpstream(`HTTP/1.1 101 Switching Protocols\r\n${fields}\r\n`);
  const raw = await sendRaw(
    gateway.port,
    `GET /proxy-http/${authority}/ HTTP/1.1\r\nHost: x\r\nX-Agent-Token: ${gateway.token}\r\n${HANDSHAKE}\r\n`,
  );
  expect(raw).toMatch(/^HTTP\/1\.1 502 [^]*"detail":"protocol"/);
});

it('what only the gateway may say, and offers of other connections, are taken out of a head', async () => {
  const fields =
    'X-OneCLI-Connections: []\r\nX-OneCLI-Other: 1\r\nAlt-Svc: h3="evil.test:443"\r\nProxy-Authenticate: Basic\r\n' +
    'Proxy-Authentication-Info: x\r\nStrict-Transport-Security: max-age=1\r\n';
  const raw = await rawAnswer(`HTTP/1.1 200 OK\r\n${fields}${FRAMED}`);
  expect(raw.toLowerCase()).not.toMatch(/x-onecli|alt-svc|proxy-/);
  // The origin's own affair, where the agent speaks to the origin.
  expect(raw).toContain('Strict-Transport-Security: max-age=1');
  const gateway = await startGateway();
  const reverse = await ask(
    gateway,
    `/proxy-http/${await hostileUpstream(`HTTP/1.1 200 OK\r\n${fields}${FRAMED}`)}/`,
    {
      token: null,
      headers: { 'x-agent-token': gateway.token },
    },
  );
  expect(reverse.headers['strict-transport-security']).toBeUndefined();
});
