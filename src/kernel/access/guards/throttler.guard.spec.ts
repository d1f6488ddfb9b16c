/** Whom each limit counts, and how often (01 §21, R67). */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type ExecutionContext, Logger } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { loadConfiguration } from '../../config/load-configuration.js';
import { sha256 } from '../../crypto/tokens.js';
import { ClientAddress } from '../client/client-address.js';
import { Public } from '../declaration/access.decorator.js';
import { type CountedBy, Throttled, type ThrottlePolicy } from '../throttling/throttle.js';

// Behind Nest: Jest has no ES module for a package that requires it while both are being linked.
const { PrincipalThrottlerGuard, RequestThrottlerGuard } = await import('./throttler.guard.js');

interface Given {
  remoteAddress?: string;
  body?: unknown;
  query?: unknown;
  principal?: object;
  url?: string;
}

const CODE = 'a'.repeat(32);
let counted: [key: string, ttl: number, limit: number][];
let blocked: string | null;

beforeEach(() => {
  [counted, blocked] = [[], null];
  // The library asks for limits of its own.
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
});
afterEach(() => void jest.restoreAllMocks());

const storage: ThrottlerStorage = {
  increment: (key, ttl, limit) => {
    counted.push([key, ttl, limit]);
    const isBlocked = key === blocked;
    return Promise.resolve({ totalHits: 1, timeToExpire: 7, isBlocked, timeToBlockExpire: 7 });
  },
};

async function guards(env: Record<string, string> = {}) {
  const configuration = loadConfiguration({ NODE_ENV: 'test', ...env });
  const address = new ClientAddress(configuration);
  const made = [RequestThrottlerGuard, PrincipalThrottlerGuard].map(
    (guard) => new guard([], storage, new Reflector(), configuration, address),
  );
  for (const guard of made) await guard.onModuleInit();
  return made as [(typeof made)[number], (typeof made)[number]];
}

function contextOf(policy: ThrottlePolicy | null, given: Given): ExecutionContext {
  class Probe {}
  Public()(Probe);
  if (policy) Throttled(policy)(Probe);
  const { remoteAddress = '203.0.113.5', url = '/v1/probe', ...rest } = given;
  const socket = { remoteAddress };
  const request = { method: 'GET', headers: {}, query: {}, socket, routeOptions: { url }, ...rest };
  return {
    getHandler: () => contextOf,
    getClass: () => Probe,
    getType: () => 'http',
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({ header: () => undefined }) }),
  } as unknown as ExecutionContext;
}

const policyOf = (...by: CountedBy[]): ThrottlePolicy => ({
  name: 'p',
  limits: by.map((each) => ({ by: each, limit: 3, seconds: 10 })),
});
const keyOf = (by: CountedBy, tracker: string, name = 'p') =>
  `${name}:${by}:${sha256(tracker).toString('base64url')}`;

async function run(policy: ThrottlePolicy | null, given: Given, env: Record<string, string> = {}) {
  const [before, after] = await guards(env);
  const context = contextOf(policy, given);
  await before.canActivate(context);
  const first = counted.splice(0);
  await after.canActivate(context);
  return [first, counted.splice(0)].map((each) => each.map(([key, , limit]) => [key, limit]));
}

describe('before it is known who calls', () => {
  const V6 = '2001:db8:1:2:3:4:5:6';

  it.each<[CountedBy, Given, [string, number][]]>([
    ['address', {}, [['203.0.113.5', 3]]],
    [
      'address',
      { remoteAddress: V6 },
      [
        ['2001:db8:1::/48', 30],
        ['2001:db8:1:2::/64', 3],
      ],
    ],
    ['address-and-email', { body: { email: ' Ada@B.test ' } }, [['203.0.113.5 ada@b.test', 3]]],
    ['address-and-email', { body: { email: 7 } }, [['203.0.113.5 ', 3]]],
    ['address-and-email', { body: null }, [['203.0.113.5 ', 3]]],
    ['address-and-email', { body: 'email' }, [['203.0.113.5 ', 3]]],
    ['address-and-email', {}, [['203.0.113.5 ', 3]]],
    [
      'address-and-email',
      { remoteAddress: V6, body: { email: 'a@b' } },
      [
        ['2001:db8:1::/48 a@b', 30],
        ['2001:db8:1:2::/64 a@b', 3],
      ],
    ],
    ['code', { query: { code: CODE } }, [[CODE, 3]]],
    ['code', { query: { code: CODE }, remoteAddress: V6 }, [[CODE, 3]]],
    ['code', { query: { code: `${CODE}a` } }, []],
    ['code', {}, []],
  ])('%s of %j', async (by, given, expected) => {
    const rows = expected.map(([tracker, limit]) => [keyOf(by, tracker), limit]);
    expect(await run(policyOf(by), given)).toEqual([rows, []]);
  });

  it('counts the wider network of every limit before the first narrower one', async () => {
    const policy = policyOf('address', 'address-and-email');
    const [before] = await run(policy, { remoteAddress: V6, body: { email: 'a' } });
    expect(before!.map(([, limit]) => limit)).toEqual([30, 30, 3, 3]);
  });
});

describe('when it is known who calls', () => {
  const person = { credential: 'session', userId: 'u1', organizationId: 'o1', credentialId: 's1' };
  const internal = { credential: 'internal' };

  it.each<[CountedBy, object | undefined, string | null]>([
    ['user', person, 'u1'],
    ['organization', person, 'o1'],
    ['credential', person, 's1'],
    ['organization', { ...person, organizationId: null }, null],
    ['user', { credential: 'scim', organizationId: 'o1', credentialId: 'k1' }, null],
    ['organization', { credential: 'scim', organizationId: 'o1', credentialId: 'k1' }, 'o1'],
    ...(['user', 'organization', 'credential'] as const).flatMap(
      (by): [CountedBy, object | undefined, null][] => [
        [by, internal, null],
        [by, undefined, null],
      ],
    ),
  ])('%s of %j', async (by, principal, tracker) => {
    const rows = tracker === null ? [] : [[keyOf(by, tracker), 3]];
    expect(await run(policyOf(by), principal ? { principal } : {})).toEqual([[], rows]);
  });

  it('counts each credential on routes without a policy, where the operator says so', async () => {
    expect(await run(null, { principal: person })).toEqual([[], []]);
    const rows = [[keyOf('credential', 's1', 'general'), 5]];
    expect(await run(null, { principal: person }, { API_RATE_LIMIT_PER_MINUTE: '5' })).toEqual([[], rows]);
  });
});

describe('a request beyond a limit', () => {
  it('is refused in the words of its surface, with the time to wait', async () => {
    blocked = keyOf('address', '203.0.113.5');
    const [guard] = await guards();
    const refused = (url: string) => guard.canActivate(contextOf(policyOf('address'), { url }));
    await expect(refused('/v1/probe')).rejects.toMatchObject({
      code: 'throttled',
      headers: { 'Retry-After': '7' },
    });
    await expect(refused('/auth/sign-in')).rejects.toMatchObject({
      code: 'auth_throttled',
      headers: { 'Retry-After': '7', 'X-Retry-After': '7' },
    });
  });

  it('is counted in the window of its limit', async () => {
    const [guard] = await guards();
    expect(await guard.canActivate(contextOf(policyOf('address'), {}))).toBe(true);
    expect(counted).toEqual([[keyOf('address', '203.0.113.5'), 10_000, 3]]);
  });
});
