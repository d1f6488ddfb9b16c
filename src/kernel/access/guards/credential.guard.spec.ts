/** What a credential is refused for on its way in, by surface, credential and origin (01 §4, §5.4, §22.2). */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import 'jose';
import '@nestjs/core';
import { type ExecutionContext, Logger } from '@nestjs/common';
import { loadConfiguration } from '../../config/load-configuration.js';
import { AppError } from '../../errors/app-error.js';
import { platformErrors } from '../../errors/platform-errors.js';
import { BrowserOrigins } from '../client/browser-origins.js';
import type { Authenticator } from '../credentials/authenticator.js';
import { Access, type AccessRule, Public } from '../declaration/access.decorator.js';
import type { Sessions } from '../sessions/sessions.js';
import { BrowserOriginGuard } from './access.guards.js';

// Behind `jose` and Nest: Jest has no ES module for packages that require them while all are being linked.
const { CredentialGuard } = await import('./credential.guard.js');

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  url?: string;
}

const KEY = { kind: 'key', key: { family: 'workspace' } };
const ORGANIZATION_KEY = { kind: 'key', key: { family: 'organization' } };
const FOREIGN = { origin: 'https://evil.test' };
const RULE: AccessRule = { as: ['session'], level: 'person' };
const SESSION_ONLY: AccessRule = { ...RULE, sessionOnly: true };

let warned: unknown[];
let slid: number;
let headersSet: string[];
let request: Record<string, unknown>;

beforeEach(() => {
  [warned, slid, headersSet] = [[], 0, []];
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((entry: unknown) => void warned.push(entry));
});
afterEach(() => void jest.restoreAllMocks());

const configuration = loadConfiguration({
  ...{ NODE_ENV: 'test', APP_URL: 'https://app.test', API_URL: 'https://api.test' },
});
const origins = new BrowserOrigins(configuration);

function session(values: { stored?: object | null; needsSso?: boolean } = {}): object {
  return { kind: 'session', session: { stored: {}, needsSso: false, ...values } };
}

function contextOf(rule: AccessRule | null, { method = 'POST', headers = {}, query = {}, url }: Asked) {
  class Probe {}
  (rule === null ? Public() : Access(rule))(Probe);
  request = { method, headers, query, id: 'r1', routeOptions: { url: url ?? '/v1/probe' }, socket: {} };
  const reply: Record<string, unknown> = {
    header: (name: string) => (headersSet.push(name), reply),
    headers: (given: object) => (headersSet.push(...Object.keys(given)), reply),
    getHeader: () => undefined,
  };
  return {
    getHandler: () => contextOf,
    getClass: () => Probe,
    getType: () => 'http',
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => reply }),
  } as unknown as ExecutionContext;
}

/** What a request with this credential is answered: true, or the code of the refusal. */
async function passes(found: object | Error, rule: AccessRule | null, asked: Asked = {}): Promise<unknown> {
  const authenticator = {
    authenticate: () => (found instanceof Error ? Promise.reject(found) : Promise.resolve(found)),
  };
  const sessions = { slide: () => Promise.resolve(void (slid += 1)) };
  const guard = new CredentialGuard(
    configuration,
    authenticator as unknown as Authenticator,
    sessions as unknown as Sessions,
    origins,
  );
  try {
    return await guard.canActivate(contextOf(rule, asked));
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

it('leaves who calls and by what rule for those behind it, and asks nobody on public routes', async () => {
  expect(await passes(KEY, RULE)).toBe(true);
  expect(request).toMatchObject({ authenticated: KEY, accessRule: RULE });
  expect(await passes(new Error('asked'), null)).toBe(true);
  expect(request).not.toHaveProperty('authenticated');
});

describe('a route for sessions alone', () => {
  it.each<[string, Asked, unknown]>([
    ['a key', bearer('oc_x'), 'api_key_refused'],
    ['a key on /auth', { ...bearer('oc_x'), url: '/auth/me' }, 'auth_api_key_refused'],
    ['the key of a partner', bearer('oc_partner_x'), 'invalid_credentials'],
    ['the key of a partner on /auth', { ...bearer('oc_partner_x'), url: '/auth/me' }, 'unauthorized'],
    ['another bearer', bearer('ey.J'), true],
    ['no bearer', {}, true],
  ])('answers %s', async (_, asked, expected) => {
    expect(await passes(session(), SESSION_ONLY, asked)).toBe(expected);
  });

  it('is no matter for others', async () => {
    expect(await passes(KEY, RULE, bearer('oc_x'))).toBe(true);
  });
});

describe('a credential that is unknown', () => {
  const unknown = new AppError(platformErrors.invalid_credentials);

  it.each<[string, AccessRule, string]>([
    ['/v1/probe', RULE, 'invalid_credentials'],
    ['/auth/me', RULE, 'unauthorized'],
    ['/authority', RULE, 'invalid_credentials'],
    ['/scim/v2/Users', RULE, 'scim_unauthenticated'],
    ['/v1/runner', RULE, 'daemon_unauthorized'],
    ['/v1/channel-adapter/x', RULE, 'daemon_unauthorized'],
    ['/v1/probe', { ...RULE, refusals: { unauthenticated: platformErrors.unknown_route } }, 'unknown_route'],
  ])('reads on %s as the surface says', async (url, rule, code) => {
    expect(await passes(unknown, rule, { url })).toBe(code);
  });

  it('is told from a permission and from a fault', async () => {
    const forbidden = new AppError(platformErrors.insufficient_permissions);
    expect(await passes(forbidden, RULE, { url: '/auth/me' })).toBe('insufficient_permissions');
    const fault = new Error('no database');
    expect(await passes(fault, RULE, { url: '/auth/me' })).toBe(fault);
  });
});

describe('the legacy form of a workspace', () => {
  const legacy = { headers: { 'x-project-id': 'w1' } };
  const used = { requestId: 'r1', deprecatedSurface: 'x-project-id' };

  it('is marked where the credential reads it', async () => {
    for (const found of [session(), ORGANIZATION_KEY]) {
      expect(await passes(found, RULE, legacy)).toBe(true);
      expect(warned.splice(0)).toEqual([used]);
      expect(headersSet.splice(0)).not.toEqual([]);
    }
    await passes(KEY, RULE, legacy);
    await passes(session(), RULE, { headers: { 'x-workspace-id': 'w1' } });
    expect([warned, headersSet]).toEqual([[], []]);
  });

  it('is marked on a refusal too', async () => {
    expect(await passes(session({ needsSso: true }), RULE, legacy)).toBe('sso_required');
    expect(warned).toEqual([used]);
  });

  it('in an address counts for nothing on control endpoints', async () => {
    const asked = { query: { _project: 'w1' } };
    await passes(session(), { ...RULE, control: true }, asked);
    expect(warned).toEqual([]);
    await passes(session(), RULE, asked);
    expect(warned).toEqual([{ ...used, deprecatedSurface: '_project' }]);
  });
});

describe('a page of a foreign origin', () => {
  const write = { headers: FOREIGN };
  const byBearer = session({ stored: null });
  const DASHBOARD: AccessRule = { ...RULE, dashboardOnly: true };

  it.each<[string, object, AccessRule, Asked, unknown]>([
    ['cannot write with the cookie', session(), RULE, write, 'cross_site_request'],
    [
      'cannot write with the cookie on /auth',
      session(),
      RULE,
      { ...write, url: '/auth/me' },
      'invalid_origin',
    ],
    ['can read', session(), RULE, { ...write, method: 'GET' }, true],
    ['can write with a bearer', byBearer, RULE, write, true],
    ['cannot where only the dashboard may', byBearer, DASHBOARD, write, 'cross_site_request'],
    ['is none when it is ours', session(), RULE, { headers: { origin: 'https://app.test' } }, true],
    ['can write with a key', KEY, DASHBOARD, write, true],
  ])('%s', async (_, found, rule, asked, expected) => {
    expect(await passes(found, rule, asked)).toBe(expected);
  });

  it('is refused in the words of the route', async () => {
    const rule = { ...RULE, refusals: { foreignOrigin: platformErrors.foreign_dashboard } };
    expect(await passes(session(), rule, write)).toBe('foreign_dashboard');
  });
});

describe('a session', () => {
  it('is extended where it is accepted, and only there', async () => {
    await passes(session({ needsSso: true }), RULE);
    await passes(session(), RULE, { headers: FOREIGN });
    await passes(KEY, RULE);
    expect(slid).toBe(0);
    await passes(session(), RULE);
    expect(slid).toBe(1);
  });

  it('that owes a single sign-on is good for the portal of a partner alone', async () => {
    const owing = session({ needsSso: true });
    expect(await passes(owing, { as: ['session', 'partner-key'], level: 'partner' })).toBe(true);
    expect(await passes(owing, { as: ['session'], level: 'workspace' })).toBe('sso_required');
  });
});

describe('BrowserOriginGuard', () => {
  it.each<[string, Asked, boolean]>([
    ['a foreign write to /auth', { url: '/auth/sign-in', headers: FOREIGN }, false],
    ['a foreign write elsewhere', { url: '/v1/probe', headers: FOREIGN }, true],
    ['a foreign read of /auth', { url: '/auth/me', headers: FOREIGN, method: 'GET' }, true],
    ['a write of no page', { url: '/auth/sign-in' }, true],
    ['a write to no route', { url: '', headers: FOREIGN }, true],
  ])('%s passes: %s', (_, asked, passed) => {
    const check = (): boolean => new BrowserOriginGuard(origins).canActivate(contextOf(null, asked));
    if (passed) expect(check()).toBe(true);
    else expect(check).toThrow(expect.objectContaining({ code: 'invalid_origin' }));
  });
});
