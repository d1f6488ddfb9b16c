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
} from '../gateway/wire-harness.js';

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
  ['a control character in the reason', `HTTP/1.1 200 O\x01K\r\n${FRAMED}`, 200],
  ['DEL in the reason', `HTTP/1.1 200 O\x7fK\r\n${FRAMED}`, 200],
  ['a control character in the reason of a hinted 401', `HTTP/1.1 401 N\x1fo\r\n${FRAMED}`, 401],
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
  ['a control character in a trailer', `HTTP/1.1 200 OK\r\n${CHUNKED}X-T: a\x01b\r\n\r\n`, 200],
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
