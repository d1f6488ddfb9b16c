import { beforeEach, describe, expect, it } from '@jest/globals';
import { HeaderList } from './headers/headers.js';
import { ConnectionAuthCache } from './connection-auth-cache.js';

const BEARER = { token: 'aoc_1', tokenHash: Buffer.from('hash') };
const SAID = new HeaderList(['Accept', '*/*', 'Proxy-Authorization', 'Bearer aoc_1']);

let last: ConnectionAuthCache;

beforeEach(() => void (last = new ConnectionAuthCache()));

describe('what the last request of a connection said', () => {
  it('is whose token it was, when the next one says the same', () => {
    expect(last.bearerOf(SAID)).toBeNull();
    last.keep(SAID, BEARER);
    expect(last.bearerOf(new HeaderList(['proxy-authorization', 'Bearer aoc_1']))).toBe(BEARER);
  });

  it.each([
    ['no token', []],
    ['another token', ['Proxy-Authorization', 'Bearer aoc_2']],
    ['the same in another spelling', ['Proxy-Authorization', 'bearer aoc_1']],
    ['its token twice', ['Proxy-Authorization', 'Bearer aoc_1', 'Proxy-Authorization', 'Bearer aoc_1']],
    ['its token beside another', ['Proxy-Authorization', 'Bearer aoc_1', 'proxy-authorization', 'x']],
    ['its token in another field', ['Authorization', 'Bearer aoc_1']],
  ])('tells nothing of one that carries %s', (_what, fields) => {
    last.keep(SAID, BEARER);
    expect(last.bearerOf(new HeaderList(fields))).toBeNull();
  });

  it('is where it went, and nothing of where the next one goes', () => {
    expect(last.authorityOf('API.u.test:8080')).toEqual({ host: 'api.u.test', port: 8080 });
    expect(last.authorityOf('API.u.test:8080')).toEqual({ host: 'api.u.test', port: 8080 });
    expect(last.authorityOf('other.u.test')).toEqual({ host: 'other.u.test', port: null });
    expect(last.authorityOf('a b')).toBeNull();
    expect(last.authorityOf('')).toBeNull();
  });
});
