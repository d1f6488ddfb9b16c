import { describe, expect, it } from '@jest/globals';
import { METHODS } from 'node:http';
import { HEAD_FAULTS, type HeadFault } from './head-faults.js';
import { RequestHeadReader, type RequestHead, isRequestMethod } from './request-head.js';

function read(text: string, limits?: { bytes: number; fields: number }): RequestHead | HeadFault | null {
  return new RequestHeadReader(limits).read(Buffer.from(text, 'latin1'), 0);
}

/** A request of HTTP/1.1 with a Host and these fields. */
function withFields(fields: string): RequestHead {
  return read(`GET / HTTP/1.1\r\nHost: u.test\r\n${fields}\r\n`) as RequestHead;
}

describe('the head of a request', () => {
  it('gives its parts as they came, and where it ends', () => {
    const head = 'POST /a?b=c HTTP/1.1\r\nHost: u.test\r\nX-Two:  spaced \t \r\nX-\xa0: \xe9\r\n';
    expect(read(head)).toBe('malformed');
    const text =
      'POST /a?b=c HTTP/1.1\r\nHost: u.test\r\nX-Two:  spaced \t \r\nX: \xe9\r\ncontent-length: 5\r\n\r\n';
    const reader = new RequestHeadReader();
    expect(reader.read(Buffer.from(`before${text}hello`, 'latin1'), 6)).toMatchObject({
      method: 'POST',
      target: '/a?b=c',
      minor: 1,
      rawHeaders: ['Host', 'u.test', 'X-Two', 'spaced', 'X', '\xe9', 'content-length', '5'],
      framing: { kind: 'length', length: 5 },
      persistent: true,
      expectsContinue: false,
      upgrade: null,
      host: 'u.test',
    });
    expect(reader.end).toBe(6 + text.length);
    expect(reader.held).toBe(0);
  });

  it('is one of several on a connection, each begun anew', () => {
    const reader = new RequestHeadReader();
    const one = Buffer.from('GET /1 HTTP/1.1\r\nHost: a\r\nX: 1\r\n\r\n');
    const both = Buffer.concat([one, Buffer.from('\r\nGET /2 HTTP/1.0\r\n\r\nGET /3')]);
    expect(reader.read(both, 0)).toMatchObject({ target: '/1' });
    expect(reader.end).toBe(one.length);
    expect(reader.read(both, reader.end)).toMatchObject({
      target: '/2',
      minor: 0,
      rawHeaders: [],
      host: null,
    });
    expect(reader.read(both, reader.end)).toBeNull();
    expect(reader.held).toBe('GET /3'.length);
    expect(reader.read(Buffer.from(' HTTP/1.0\r\n\r\n'), 0)).toMatchObject({ target: '/3' });
    expect(reader.held).toBe(0);
  });

  it.each<[string, string, Partial<RequestHead>]>([
    ['goes on by itself', '', { persistent: true }],
    ['ends where it says so', 'Connection: x, Close\r\n', { persistent: false }],
    [
      'ends where one of two fields says so',
      'Connection: keep-alive\r\nConnection: close\r\n',
      { persistent: false },
    ],
    ['goes on where a word only resembles', 'Connection: closed\r\n', { persistent: true }],
  ])('of HTTP/1.1 %s', (_name, fields, parts) => {
    expect(withFields(fields)).toMatchObject(parts);
  });

  it('of HTTP/1.0 ends its connection unless it asks for more', () => {
    expect(read('GET / HTTP/1.0\r\n\r\n')).toMatchObject({ persistent: false });
    expect(read('GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n')).toMatchObject({ persistent: true });
    expect(read('GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n')).toMatchObject({
      persistent: false,
    });
  });

  it('waits for 100 in HTTP/1.1 only, and asks for another protocol where Connection says so', () => {
    expect(withFields('Expect: 100-Continue\r\n').expectsContinue).toBe(true);
    expect(withFields('Expect: 200-ok\r\n').expectsContinue).toBe(false);
    const old = read('GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n');
    expect(old).toMatchObject({ expectsContinue: false });
    expect(withFields('Upgrade: websocket\r\n').upgrade).toBeNull();
    expect(withFields('Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n').upgrade).toBe('websocket');
    expect(withFields('Upgrade: a\r\nConnection: upgrade\r\nUpgrade: b\r\n').upgrade).toBe('a, b');
  });

  it('gives the value of a field by its name, of several as a list', () => {
    const head = withFields('X-A: 1\r\nx-a: 2\r\nX-B:\r\n');
    expect([head.value('x-a'), head.value('x-b'), head.value('x-c')]).toEqual(['1, 2', '', undefined]);
  });

  it('R43 needs no Host for CONNECT, whose target says everything', () => {
    expect(read('CONNECT a:1 HTTP/1.1\r\n\r\n')).toMatchObject({
      method: 'CONNECT',
      target: 'a:1',
      host: null,
    });
    expect(read('CONNECT a:1 HTTP/1.1\r\nHost: b:2\r\n\r\n')).toMatchObject({ target: 'a:1', host: 'b:2' });
  });
});

describe('a head that is refused', () => {
  it.each<[HeadFault, string]>([
    ['method_unknown', 'get / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['target_malformed', 'GET a HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['version_unknown', 'GET / HTTP/1.2\r\nHost: a\r\n\r\n'],
    ['host_missing', 'GET / HTTP/1.1\r\n\r\n'],
    ['host_missing', 'OPTIONS * HTTP/1.1\r\n\r\n'],
    ['host_missing', 'GET http://a/ HTTP/1.1\r\n\r\n'],
    ['host_repeated', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n'],
    ['host_malformed', 'CONNECT a:1 HTTP/1.1\r\nHost: a, b\r\n\r\n'],
    ['host_repeated', 'GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n'],
    ['host_malformed', 'GET / HTTP/1.1\r\nHost: a, b\r\n\r\n'],
    ['length_malformed', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n'],
    ['length_repeated', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n'],
    [
      'length_and_coding',
      'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['coding_unknown', 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'],
    ['coding_in_http_1_0', 'GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['connect_with_body', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n'],
    ['trailer_that_frames', 'GET / HTTP/1.1\r\nHost: a\r\nTrailer: x, Host\r\n\r\n'],
    ['framing_respelled', 'GET / HTTP/1.1\r\nHost: a\r\nTransfer_Encoding: chunked\r\n\r\n'],
  ])('%s says what is wrong, and nothing behind it is read', (fault, text) => {
    const reader = new RequestHeadReader();
    expect(reader.read(Buffer.from(text, 'latin1'), 0)).toBe(fault);
    expect(HEAD_FAULTS[fault].status).toBe(400);
    expect(reader.read(Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'), 0)).toBe(fault);
    expect(reader.held).toBe(0);
  });

  it.each([
    ['a handshake of TLS', '\x16\x03\x01'],
    ['a banner of SSH', 'SSH-2.0-OpenSSH\r\n'],
    ['a bare LF', 'GET / HTTP/1.1\n'],
    ['a preface of HTTP/2', 'PRI * HTTP/2.0\r\n'],
    ['a blank before the colon', 'GET / HTTP/1.1\r\nX '],
    ['a fold', 'GET / HTTP/1.1\r\nX: a\r\n '],
    ['a second empty line before', '\r\n\r'],
  ])('is so as soon as it shows: %s', (_name, begun) => {
    expect(read(begun)).toEqual(expect.any(String));
  });

  it('is too large behind its last byte of room, in one piece and in many', () => {
    const limits = { bytes: 100, fields: 10 };
    const head = (size: number): string => {
      const rest = 'GET / HTTP/1.0\r\nX: \r\n\r\n';
      return rest.replace('X: ', `X: ${'y'.repeat(size - rest.length)}`);
    };
    expect(read(head(100), limits)).toMatchObject({ minor: 0 });
    expect(read(head(101), limits)).toBe('too_large');
    expect(HEAD_FAULTS.too_large.status).toBe(431);
    const reader = new RequestHeadReader(limits);
    const results = [...head(101)].map((letter) => reader.read(Buffer.from(letter), 0));
    expect(results.indexOf('too_large')).toBe(99);
  });

  it('06 §9.11 has more than 500 fields, and is so before all of them have come', () => {
    const begun = `GET / HTTP/1.1\r\nHost: a\r\n${'x: y\r\n'.repeat(499)}`;
    expect(read(`${begun}\r\n`)).toMatchObject({ host: 'a' });
    expect(read(`${begun}x:`)).toBe('too_many_fields');
    expect(HEAD_FAULTS.too_many_fields.status).toBe(431);
  });
});

describe('a head in pieces', () => {
  /** CPU time of reading a head of this size in pieces of one byte, in milliseconds. */
  function costOf(size: number): number {
    const head = Buffer.from(`GET / HTTP/1.1\r\nHost: a\r\nX: ${' '.repeat(size)}\r\n\r\n`);
    const reader = new RequestHeadReader({ bytes: 1_000_000, fields: 500 });
    const before = process.cpuUsage();
    let result: unknown = null;
    for (let at = 0; at < head.length; at += 1) result = reader.read(head.subarray(at, at + 1), 0);
    const { user, system } = process.cpuUsage(before);
    expect(result).toMatchObject({ host: 'a' });
    return (user + system) / 1_000;
  }

  it('costs its bytes once, however small they are', () => {
    costOf(50_000);
    // Ten times the bytes: ten times the cost; a hundred where each piece read all before it again.
    expect(costOf(500_000)).toBeLessThan(40 * Math.max(costOf(50_000), 5));
  });

  it('says how much of it is held', () => {
    const reader = new RequestHeadReader();
    expect(reader.read(Buffer.from('\r'), 0)).toBeNull();
    expect(reader.held).toBe(1);
    expect(reader.read(Buffer.from('\nGET /'), 0)).toBeNull();
    expect(reader.held).toBe(7);
    expect(reader.read(Buffer.from(' HTTP/1.0\r\n\r\n'), 0)).toMatchObject({ target: '/' });
    expect(reader.held).toBe(0);
  });
});

it('methods are those that Node takes, in that spelling alone', () => {
  expect(METHODS.filter((method) => !isRequestMethod(method))).toEqual([]);
  expect(METHODS.filter((method) => isRequestMethod(method.toLowerCase()))).toEqual([]);
  expect(['', 'FOO', 'GE', 'GETT', 'PRI', 'ANNOUNCE'].filter(isRequestMethod)).toEqual([]);
});
