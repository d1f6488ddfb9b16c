import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SignJWT } from 'jose';
import type { ProviderFetch } from '../connections/provider/provider-fetch.js';
import { ProviderKeys } from './provider-keys.js';
import { judgeIdToken } from './token-judge.js';

const KEYS = 'https://login.acme.test/keys';
const EXPECTED = { issuer: 'https://login.acme.test', clientId: 'client', nonce: 'n' };

interface Signer {
  privateKey: KeyObject;
  jwk: { kid: string };
}

/** What the provider publishes now; null where it does not answer. */
let published: Signer[] | null;
let headers: Record<string, string>;
let reads: number;
let keys: ProviderKeys;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  [published, headers, reads] = [[signer('one')], {}, 0];
  const get = (): Promise<unknown> => {
    reads++;
    if (published === null) return Promise.reject(new Error('down'));
    const body = Buffer.from(JSON.stringify({ keys: published.map(({ jwk }) => jwk) }));
    return Promise.resolve({ status: 200, body, headers: new Headers(headers) });
  };
  keys = new ProviderKeys({ get } as unknown as ProviderFetch);
});

afterEach(() => {
  jest.useRealTimers();
});

function signer(kid: string): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid } };
}

async function accepts({ privateKey, jwk }: Signer, kid = jwk.kid): Promise<boolean> {
  const token = await new SignJWT({ nonce: 'n' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(EXPECTED.issuer)
    .setAudience('client')
    .setSubject('s')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey);
  return judgeIdToken(token, { ...EXPECTED, keys: keys.at(KEYS) }).then(
    () => true,
    () => false,
  );
}

const pass = (seconds: number): void => {
  jest.setSystemTime(Date.now() + seconds * 1000);
};

describe('keys of providers (05 §8.6 rule 5)', () => {
  it('are read once for many tokens, also for those that come at the same time', async () => {
    const [one] = published!;
    expect(await Promise.all([accepts(one!), accepts(one!), accepts(one!)])).toEqual([true, true, true]);
    pass(599);
    expect([await accepts(one!), reads]).toEqual([true, 1]);
    pass(2);
    expect([await accepts(one!), reads]).toEqual([true, 2]);
  });

  it('are kept as long as they say, a day at most', async () => {
    const [one] = published!;
    headers = { 'cache-control': 'public, max-age=7200' };
    await accepts(one!);
    pass(7199);
    expect([await accepts(one!), reads]).toEqual([true, 1]);
    headers = { 'cache-control': 'max-age=999999' };
    pass(2);
    await accepts(one!);
    pass(86_399);
    expect([await accepts(one!), reads]).toEqual([true, 2]);
    pass(2);
    expect([await accepts(one!), reads]).toEqual([true, 3]);
  });

  it('R48 are read again for an id that is published right after the first reading', async () => {
    const [one, two] = [published![0]!, signer('two')];
    expect([await accepts(one), reads]).toEqual([true, 1]);
    published = [one, two];
    expect([await accepts(two), reads]).toEqual([true, 2]);
    const three = signer('three');
    published = [one, two, three];
    pass(59);
    expect([await accepts(three), reads]).toEqual([false, 2]);
    pass(2);
    expect([await accepts(three), reads]).toEqual([true, 3]);
  });

  it('are read anew for an id nobody knows, at most once a minute', async () => {
    const [one, two] = [published![0]!, signer('two')];
    await accepts(one);
    pass(61);
    published = [two];
    expect(await Promise.all([accepts(two), accepts(two)])).toEqual([true, true]);
    expect([await accepts(one), reads]).toEqual([false, 2]);
    for (let invented = 0; invented < 20; invented++) await accepts(two, `invented-${invented}`);
    expect(reads).toBe(2);
  });

  it('stay as they are while the provider does not answer who made up an id', async () => {
    const one = published![0]!;
    headers = { 'cache-control': 'max-age=7200' };
    await accepts(one);
    pass(61);
    published = null;
    expect(await accepts(signer('invented'))).toBe(false);
    expect([await accepts(one), reads]).toEqual([true, 2]);
  });

  it('that could not be read are asked for again after ten seconds', async () => {
    const one = published![0]!;
    published = null;
    expect([await accepts(one), await accepts(one), reads]).toEqual([false, false, 1]);
    published = [one];
    pass(11);
    expect([await accepts(one), reads]).toEqual([true, 2]);
  });
});
