import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, basic, listen, sendRaw, startGateway, stopAll, type RunningGateway } from './wire-harness.js';

/** Inputs that two readers could cut into messages differently, over real sockets and in both directions (06 §9.11). */
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
const FINE = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok';
const CHUNKS = '5\r\nabcde\r\n0\r\n\r\n';

let gateway: RunningGateway;
/** An upstream of bytes: what it was sent, and what it says to anybody who sends a head. */
let upstream: { server: Server; port: number; seen: string; answer: string };

beforeAll(async () => {
  gateway = await startGateway();
  const seen = { server: createServer(), port: 0, seen: '', answer: '' };
  seen.server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    let text = '';
    let answered = false;
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      seen.seen += chunk.toString('latin1');
      if (answered || !text.includes('\r\n\r\n')) return;
      answered = true;
      // A connection that served a broken answer stays open: whoever used it again would read what is left on it.
      if (seen.answer === FINE) socket.end(FINE);
      else socket.write(Buffer.from(seen.answer, 'latin1'));
    });
  });
  seen.port = await listen(seen.server);
  upstream = seen;
});
afterAll(stopAll);

/** What all of a connection's answers are, when this head is sent with what stands behind it. */
function send(head: string, behind: string): Promise<string> {
  upstream.seen = '';
  upstream.answer = FINE;
  const token = `Proxy-Authorization: ${basic(gateway.token)}\r\n`;
  const text = head
    .replace('Host: a\r\n', `Host: a\r\n${token}`)
    .replace('http://u/', `http://127.0.0.1:${upstream.port}/`);
  return sendRaw(gateway.port, Buffer.from(text + behind, 'latin1'));
}

function post(fields: string): string {
  return `POST http://u/ HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
}

const CODINGS = [
  'chunked, identity',
  'identity, chunked',
  'identity',
  'gzip, chunked',
  'chunked;q=1',
  'chunked,',
  ', chunked',
  '"chunked"',
  'chunked chunked',
  'xchunked',
  'chunked\x0b',
  'chunk\xe9d',
  '',
];
const LENGTHS = [
  '5;',
  '5.0',
  '5e0',
  '_5',
  '5_',
  '5 5',
  '0x5',
  '5\0',
  '\x0b5',
  '',
  '"5"',
  '\xb2',
  '18446744073709551621',
];
const NAMES: [name: string, value: string][] = [
  ['Transfer-Encoding\x0b', 'chunked'],
  ['Transfer-Encoding\0', 'chunked'],
  ['"Transfer-Encoding"', 'chunked'],
  ['X: a\nTransfer-Encoding', 'chunked'],
  ['X: a\rTransfer-Encoding', 'chunked'],
  ['\x0bContent-Length', '5'],
  ['Content-Length\t', '5'],
  ['Content-Length\xa0', '5'],
];
const SIZES = ['-5', '5_', '_5', ' 5', '0x5', '5.', '5g', '', '5,5', '10000000000000005', '\xb5'];
const EXTENSIONS = [';a\nb', ';a\rb', ';a="\n"', ';a\0', ';a="b"c', '\n', '\r', ' ;a\n'];
const ENDS = ['abcde\n', 'abcde', 'abcdeXX', 'abcdef\r\n', 'abcd\r\n', 'abcde\r\r\n'];

const requests: [name: string, head: string, behind: string][] = [
  ['CL.TE', post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n'), `0\r\n\r\n${SMUGGLED}`],
  ['TE.CL', post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n'), `24\r\n${SMUGGLED}\r\n0\r\n\r\n`],
  ...CODINGS.map((coding): [string, string, string] => [
    `TE.TE ${JSON.stringify(coding)}`,
    post(`Transfer-Encoding: ${coding}\r\n`),
    CHUNKS + SMUGGLED,
  ]),
  ['TE.TE in two fields', post('Transfer-Encoding: chunked\r\nTransfer-encoding: x\r\n'), CHUNKS + SMUGGLED],
  ...LENGTHS.map((length): [string, string, string] => [
    `the length ${JSON.stringify(length)}`,
    post(`Content-Length: ${length}\r\n`),
    `abcde${SMUGGLED}`,
  ]),
  ...NAMES.map(([name, value]): [string, string, string] => [
    `the name ${JSON.stringify(name)}`,
    post(`${name}: ${value}\r\n`),
    CHUNKS + SMUGGLED,
  ]),
  ...SIZES.map((size): [string, string, string] => [
    `the chunk size ${JSON.stringify(size)}`,
    post('Transfer-Encoding: chunked\r\n'),
    `${size}\r\nabcde\r\n0\r\n\r\n${SMUGGLED}`,
  ]),
  ...EXTENSIONS.map((extension): [string, string, string] => [
    `the chunk extension ${JSON.stringify(extension)}`,
    post('Transfer-Encoding: chunked\r\n'),
    `5${extension}\r\nabcde\r\n0\r\n\r\n${SMUGGLED}`,
  ]),
  ...ENDS.map((end): [string, string, string] => [
    `the chunk ${JSON.stringify(end)} of 5`,
    post('Transfer-Encoding: chunked\r\n'),
    `5\r\n${end}0\r\n\r\n${SMUGGLED}`,
  ]),
  [
    'a trailer behind a bare LF',
    post('Transfer-Encoding: chunked\r\n'),
    `0\r\nX: a\nY: b\r\n\r\n${SMUGGLED}`,
  ],
  ['a folded length', post('Content-Length:\r\n 5\r\n'), `abcde${SMUGGLED}`],
  ['an end by bare LF', post('X: a\r\n\n'), SMUGGLED],
  ['a NUL in the target', 'GET http://u/\0 HTTP/1.1\r\nHost: a\r\n\r\n', SMUGGLED],
  [
    'HTTP/1.0 in chunks',
    'POST http://u/ HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
    CHUNKS + SMUGGLED,
  ],
];

describe('a request that two readers could end differently', () => {
  it.each(requests)('is refused and nothing behind it is read: %s', async (_name, head, behind) => {
    const text = await send(head, behind);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(text).not.toContain('<still open>');
    expect(upstream.seen).not.toContain('smuggled');
  });

  it('CL.0: a request in the body of another stays its body, whatever the method', async () => {
    for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST']) {
      const head = `${method} http://u/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n`;
      const text = await send(head, SMUGGLED);
      expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      expect(upstream.seen).toMatch(new RegExp(`^${method} / HTTP/1\\.1\\r\\n`));
      expect(upstream.seen).toMatch(new RegExp(`content-length: ${SMUGGLED.length}\\r\\n`, 'i'));
      expect(upstream.seen.endsWith(`\r\n\r\n${SMUGGLED}`)).toBe(true);
    }
  });

  it('0.CL: a length under another name frames nothing here, and is no length upstream', async () => {
    for (const name of ['Content_Length', 'X-Content-Length', 'Content-Length-']) {
      const text = await send(
        post(`Connection: close\r\nContent-Length: 0\r\n${name}: ${SMUGGLED.length}\r\n`),
        SMUGGLED,
      );
      expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      expect(upstream.seen).not.toContain('smuggled');
    }
  });
});

const OK = 'HTTP/1.1 200 OK\r\n';
const INJECTED = 'HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\ninjected';
const answers: [name: string, answer: string][] = [
  ['CL.TE', `${OK}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${INJECTED}`],
  ['TE.CL', `${OK}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${CHUNKS}${INJECTED}`],
  ['TE.TE', `${OK}Transfer-Encoding: chunked, identity\r\n\r\n${CHUNKS}${INJECTED}`],
  ['another coding', `${OK}Transfer-Encoding: gzip\r\n\r\n${CHUNKS}${INJECTED}`],
  ['two lengths', `${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef${INJECTED}`],
  ['a signed length', `${OK}Content-Length: +5\r\n\r\nabcde${INJECTED}`],
  ['a negative length', `${OK}Content-Length: -5\r\n\r\nabcde${INJECTED}`],
  ['a hexadecimal length', `${OK}Content-Length: 0x5\r\n\r\nabcde${INJECTED}`],
  ['a list of lengths', `${OK}Content-Length: 5, 5\r\n\r\nabcde${INJECTED}`],
  ['a blank before the colon', `${OK}Content-Length : 5\r\n\r\nabcde${INJECTED}`],
  ['a NUL in a value', `${OK}X: a\0b\r\nContent-Length: 5\r\n\r\nabcde`],
  ['a field without a colon', `${OK}Broken\r\nContent-Length: 5\r\n\r\nabcde`],
  ['a status of two digits', `HTTP/1.1 20 OK\r\nContent-Length: 5\r\n\r\nabcde`],
  ['another version', `HTTP/3.7 200 OK\r\nContent-Length: 5\r\n\r\nabcde`],
];
const bodies: [name: string, body: string][] = [
  ['a signed chunk size', `+5\r\nabcde\r\n0\r\n\r\n${INJECTED}`],
  ['a chunk size with a prefix', `0x5\r\nabcde\r\n0\r\n\r\n${INJECTED}`],
  ['a chunk size that overflows', `10000000000000005\r\nabcde\r\n0\r\n\r\n${INJECTED}`],
  ['a chunk longer than its size', `5\r\nabcdefg\r\n0\r\n\r\n${INJECTED}`],
  ['no chunk size', `\r\nabcde\r\n0\r\n\r\n${INJECTED}`],
];

describe('an answer that two readers could end differently', () => {
  function answered(answer: string): Promise<string> {
    const head = `GET http://127.0.0.1:${upstream.port}/ HTTP/1.1\r\nHost: a\r\n`;
    upstream.seen = '';
    upstream.answer = answer;
    return sendRaw(
      gateway.port,
      `${head}Connection: close\r\nProxy-Authorization: ${basic(gateway.token)}\r\n\r\n`,
    );
  }

  it.each(answers)('is a 502 and never the next one: %s', async (_name, answer) => {
    const text = await answered(answer);
    expect(text).toMatch(/^HTTP\/1\.1 502 /);
    expect(text).toContain('"detail":"protocol"');
    expect(text).not.toContain('injected');
    upstream.answer = FINE;
    expect((await ask(gateway, `http://127.0.0.1:${upstream.port}/`)).text).toBe('ok');
  });

  it.each(bodies)('is cut where its body breaks: %s', async (_name, body) => {
    const text = await answered(`${OK}Transfer-Encoding: chunked\r\n\r\n${body}`);
    // Whether the head had left by then or not: the answer never ends as if it were whole.
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(text).not.toContain('injected');
    upstream.answer = FINE;
    expect((await ask(gateway, `http://127.0.0.1:${upstream.port}/`)).text).toBe('ok');
  });

  it('what stands behind an answer is never the answer to the next request', async () => {
    for (const answer of [
      `${OK}Content-Length: 5\r\n\r\nabcde${INJECTED}`,
      `HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n${INJECTED}`,
      `HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n${INJECTED}`,
      `${OK}Transfer-Encoding: chunked\r\n\r\n${CHUNKS}${INJECTED}`,
    ]) {
      expect(await answered(answer)).not.toContain('injected');
      upstream.answer = FINE;
      expect((await ask(gateway, `http://127.0.0.1:${upstream.port}/`)).text).toBe('ok');
    }
  });
});
