import { describe, expect, it } from '@jest/globals';
import { http2RequestFields, http2ResponseFields, http2Trailers, readRequestHead } from './heads.js';

const PSEUDO = [':method', 'POST', ':scheme', 'https', ':authority', 'a.test', ':path', '/p'];

describe('a field section of a request', () => {
  it('becomes what a head of HTTP/1 says', () => {
    const head = readRequestHead([...PSEUDO, 'x-a', '1', 'content-length', '5', 'expect', '100-continue']);
    expect(head).toEqual({
      method: 'POST',
      target: '/p',
      rawHeaders: ['host', 'a.test', 'x-a', '1', 'content-length', '5', 'expect', '100-continue'],
      length: 5,
      expectsContinue: true,
    });
  });

  it('has one cookie, whatever crumbs it was sent in, and one host', () => {
    const raw = [...PSEUDO, 'cookie', 'a=1', 'host', 'A.test', 'cookie', 'b=2'];
    expect(readRequestHead(raw)).toMatchObject({ rawHeaders: ['host', 'a.test', 'cookie', 'a=1; b=2'] });
    expect(readRequestHead([...PSEUDO, 'cookie', 'a=1', 'x', '1', 'cookie', 'b=2'])).toMatchObject({
      rawHeaders: ['host', 'a.test', 'cookie', 'a=1; b=2', 'x', '1'],
    });
  });

  it.each<[string, string[], string]>([
    ['a line break in a value', [...PSEUDO, 'x-a', 'b\r\nc: d'], 'not_http2'],
    ['a NUL in a value', [...PSEUDO, 'x-a', 'b\0'], 'not_http2'],
    ['a capital in a name', [...PSEUDO, 'X-a', 'b'], 'not_http2'],
    ['a pseudo-header twice', [...PSEUDO, ':path', '/q'], 'not_http2'],
    ['a pseudo-header behind a field', [...PSEUDO.slice(0, 6), 'x-a', 'b', ':path', '/'], 'not_http2'],
    ['one that is none of a request', [...PSEUDO, ':protocol', 'websocket'], 'not_http2'],
    ['a transfer coding', [...PSEUDO, 'transfer-encoding', 'chunked'], 'not_http2'],
    ['two lengths', [...PSEUDO, 'content-length', '1', 'content-length', '1'], 'length_repeated'],
    ['a respelled length', [...PSEUDO, 'content_length', '1'], 'framing_respelled'],
    ['another host', [...PSEUDO, 'host', 'b.test'], 'host_disagrees'],
    ['no host', [...PSEUDO.slice(0, 4), ':path', '/'], 'host_missing'],
    ['userinfo', [...PSEUDO.slice(0, 4), ':authority', 'u@a.test', ':path', '/'], 'host_malformed'],
    ['a method nobody knows', [':method', 'HTTP/1.1', ...PSEUDO.slice(2)], 'method_unknown'],
    ['CONNECT', [':method', 'CONNECT', ':authority', 'a.test:443'], 'target_malformed'],
    ['a target that is no path', [...PSEUDO.slice(0, 6), ':path', 'http://b.test/'], 'target_malformed'],
    ['CONNECT to a path', [':method', 'CONNECT', ...PSEUDO.slice(2)], 'target_malformed'],
    ['an asterisk of another method than OPTIONS', [...PSEUDO.slice(0, 6), ':path', '*'], 'target_malformed'],
    ['OPTIONS of a word', [':method', 'OPTIONS', ...PSEUDO.slice(2, 6), ':path', 'a'], 'target_malformed'],
    ['no path', PSEUDO.slice(0, 6), 'target_malformed'],
    ['no method', PSEUDO.slice(2), 'not_http2'],
    ['a blank in the path', [...PSEUDO.slice(0, 6), ':path', '/a b'], 'target_malformed'],
    ['a connection', [...PSEUDO, 'connection', 'keep-alive'], 'not_http2'],
    ['an upgrade', [...PSEUDO, 'upgrade', 'websocket'], 'not_http2'],
    ['two hosts', [...PSEUDO, 'host', 'a.test', 'host', 'a.test'], 'host_repeated'],
  ])('%s is refused', (_what, raw, fault) => {
    expect(readRequestHead(raw)).toBe(fault);
  });

  it('of OPTIONS may ask about the server as a whole', () => {
    const raw = [':method', 'OPTIONS', ...PSEUDO.slice(2, 6), ':path', '*'];
    expect(readRequestHead(raw)).toMatchObject({ method: 'OPTIONS', target: '*' });
  });

  it('has the limits of a head of HTTP/1', () => {
    const many = Array.from({ length: 501 }, (_, at) => [`x-${at}`, '']).flat();
    expect(readRequestHead([...PSEUDO, ...many])).toBe('too_many_fields');
    expect(readRequestHead([...PSEUDO, 'x-a', 'b'.repeat(65_500)])).toBe('too_large');
  });

  it('has as many fields as the limit says beside those of the request itself', () => {
    const fields = (count: number): string[] => Array.from({ length: count }, () => ['x', '']).flat();
    const limits = { bytes: 65_536, fields: 5 };
    expect(readRequestHead([...PSEUDO, ...fields(5)], limits)).toMatchObject({ target: '/p' });
    expect(readRequestHead([...PSEUDO, ...fields(6)], limits)).toBe('too_many_fields');
    expect(readRequestHead([...PSEUDO.slice(0, 2), ...fields(6)], limits)).toBe('too_many_fields');
  });

  it('has as many bytes as the limit says, four around each field included', () => {
    const raw = [...PSEUDO, 'x-a', 'b'];
    const bytes = raw.join('').length + (raw.length / 2) * 4;
    expect(readRequestHead(raw, { bytes, fields: 5 })).toMatchObject({ target: '/p' });
    expect(readRequestHead(raw, { bytes: bytes - 1, fields: 5 })).toBe('too_large');
  });
});

describe('fields on their way out', () => {
  it('are spelled as HTTP/2 wants them, without what belongs to a connection', () => {
    const flat = ['X-A', '1', 'Connection', 'x', 'TE', 'gzip', 'Keep-Alive', 'timeout=5', 'x-a', '2'];
    const route = { method: 'GET', scheme: 'https', authority: 'a.test', target: '/' };
    const pseudo = [':method', 'GET', ':scheme', 'https', ':authority', 'a.test', ':path', '/'];
    expect(http2RequestFields(route, flat, false)).toEqual([...pseudo, 'x-a', '1', 'x-a', '2']);
    expect(http2RequestFields(route, [], true)).toEqual([...pseudo, 'te', 'trailers']);
    expect(http2Trailers(['X-A', '1', 'x-a', '2'])).toEqual({ 'x-a': ['1', '2'] });
  });

  it('say nothing else than their parts', () => {
    const route = { method: 'GET', scheme: 'https', authority: 'a.test', target: '/' };
    for (const flat of [
      ['x a', '1'],
      ['x-a', 'b\r\nc'],
      ['x-a', 'b\0c'],
      ['x-a', '\u010a'],
      [':path', '/'],
    ])
      expect(() => http2RequestFields(route, flat, false)).toThrow(/cannot be part/);
    expect(() => http2RequestFields({ ...route, target: '/ x' }, [], false)).toThrow(/target/);
    for (const status of [100, 101, 199, 600, 1.5])
      expect(() => http2ResponseFields(status, [])).toThrow(/status/);
    for (const status of [200, 599])
      expect(http2ResponseFields(status, ['X-A', '1'])).toEqual([':status', String(status), 'x-a', '1']);
  });
});
