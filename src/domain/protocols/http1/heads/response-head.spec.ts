import { describe, expect, it } from '@jest/globals';
import { responseFraming } from './framing.js';
import type { HeadFault } from './head-faults.js';
import { ResponseHeadReader, type ResponseHead } from './response-head.js';

function read(text: string): ResponseHead | HeadFault | null {
  return new ResponseHeadReader().read(Buffer.from(text, 'latin1'), 0);
}

describe('the head of an answer', () => {
  it.each<[string, Partial<ResponseHead>]>([
    ['HTTP/1.1 200 OK', { status: 200, reason: 'OK', minor: 1, persistent: true }],
    ['HTTP/1.0 404 Not Found', { status: 404, reason: 'Not Found', minor: 0, persistent: false }],
    ['HTTP/1.1 999 ', { status: 999, reason: '' }],
    ['HTTP/1.1 200', { status: 200, reason: '' }],
    ['HTTP/1.1 200 caf\xe9 \t!', { reason: 'caf\xe9 \t!' }],
  ])('%s', (line, parts) => {
    const head = read(`${line}\r\nSet-Cookie: a\r\nset-cookie: b\r\n\r\n`);
    expect(head).toMatchObject({ ...parts, rawHeaders: ['Set-Cookie', 'a', 'set-cookie', 'b'] });
    expect((head as ResponseHead).value('set-cookie')).toBe('a, b');
  });

  it('is refused where a field frames it twice, in another coding, or an interim answer has a body', () => {
    const faults = [
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n',
      'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
      'HTTP/1.1 103 Early Hints\r\nTransfer-Encoding: chunked\r\n\r\n',
    ].map(read);
    const expected: HeadFault[] = [
      'length_repeated',
      'length_and_coding',
      'coding_unknown',
      'coding_in_http_1_0',
      'interim_with_body',
    ];
    expect(faults).toEqual(expected);
  });
});

describe('where the body of an answer ends (RFC 9112 §6.3)', () => {
  const LENGTH = 'Content-Length: 5\r\n';
  const CHUNKS = 'Transfer-Encoding: chunked\r\n';
  it.each<[string, string, string, string, object]>([
    ['200', 'GET', LENGTH, 'with its length', { kind: 'length', length: 5 }],
    ['200', 'GET', CHUNKS, 'with its last chunk', { kind: 'chunked' }],
    ['200', 'GET', '', 'with the connection', { kind: 'until_close' }],
    ['200', 'HEAD', LENGTH, 'before it begins', { kind: 'none' }],
    ['200', 'HEAD', CHUNKS, 'before it begins', { kind: 'none' }],
    ['204', 'GET', LENGTH, 'before it begins', { kind: 'none' }],
    ['304', 'GET', CHUNKS, 'before it begins', { kind: 'none' }],
    ['103', 'GET', '', 'before it begins', { kind: 'none' }],
    ['200', 'CONNECT', LENGTH, 'before it begins', { kind: 'none' }],
    ['407', 'CONNECT', LENGTH, 'with its length', { kind: 'length', length: 5 }],
    ['101', 'GET', '', 'before it begins', { kind: 'none' }],
  ])('%s to %s with %j: %s', (status, method, fields, _where, framing) => {
    const head = read(`HTTP/1.1 ${status} X\r\n${fields}\r\n`) as ResponseHead;
    expect(responseFraming(head, method)).toEqual(framing);
  });
});
