/** In which order credentials are looked at, and what a look answers (01 §4). */
import { beforeEach, describe, expect, it } from '@jest/globals';
import 'jose';
import { loadConfiguration } from '../../config/load-configuration.js';
import { mintToken } from '../../crypto/tokens.js';
import type { AccessRule } from '../declaration/access.decorator.js';
import { type AccessRequest, readScopeInput } from '../declaration/access-request.js';
import type { CredentialQueries, ScopePlan } from '../queries/credential.queries.js';
import type { Sessions } from '../sessions/sessions.js';
import { CredentialVerifiers } from './credential-verifiers.js';
import type { OperatorToken } from './operator-token.js';

// Behind `jose`: Jest has no ES module for the package that requires it while both are being linked.
const { Authenticator } = await import('./authenticator.js');

const KEYS = ['workspace-key', 'org-key'] as const;
const TOKENS = {
  workspace: mintToken('workspace'),
  organization: mintToken('organization'),
  partner: mintToken('partner'),
  scim: mintToken('scim'),
};
const SECRET = { 'x-gateway-secret': 'between-processes' };

let looks: string[];
let plans: ScopePlan[];
let family: 'workspace' | 'service';
let known: boolean;

beforeEach(() => {
  [looks, plans, family, known] = [[], [], 'workspace', true];
});

function look(what: string, found: object) {
  return (): Promise<unknown> => {
    looks.push(what);
    return Promise.resolve(known ? found : null);
  };
}

const queries = {
  workspaceKey: () => look('workspace', { family, workspaceId: 'w1' })(),
  organizationKey: (_hash: Buffer, workspace: string | null) =>
    look(`organization ${workspace}`, { family: 'organization', workspaceId: null })(),
  partnerKey: look('partner', { partnerId: 'p1' }),
  scimToken: look('scim', { organizationId: 'o1' }),
};
const sessions = {
  find: (_request: AccessRequest, plan: ScopePlan) => {
    plans.push(plan);
    return look('session', { userId: 'u1' })();
  },
};
const operator = {
  authenticate: look('operator', { kind: 'machine', principal: { credential: 'operator' } }),
};

function authenticator(env: Record<string, string> = {}): InstanceType<typeof Authenticator> {
  return new Authenticator(
    loadConfiguration({ NODE_ENV: 'test', GATEWAY_INTERNAL_SECRET: SECRET['x-gateway-secret'], ...env }),
    new CredentialVerifiers(queries as unknown as CredentialQueries),
    sessions as unknown as Sessions,
    operator as unknown as OperatorToken,
  );
}

/** The kind that was found, or the code of the refusal. */
async function found(
  as: AccessRule['as'],
  headers: Record<string, string> = {},
  { level = 'person', env = {} }: { level?: AccessRule['level']; env?: Record<string, string> } = {},
): Promise<unknown> {
  const request: AccessRequest = { method: 'POST', headers, query: {}, socket: {} };
  const rule: AccessRule = { as, level };
  try {
    const { kind } = await authenticator(env).authenticate(request, rule, readScopeInput(request));
    return kind;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const UNKNOWN = 'invalid_credentials';
const FORBIDDEN = 'insufficient_permissions';

describe('a bearer', () => {
  it.each<[string, string, AccessRule['as'], AccessRule['level'], string, string[]]>([
    ['a workspace key', TOKENS.workspace, KEYS, 'person', 'key', ['workspace']],
    ['an organization key', TOKENS.organization, KEYS, 'person', 'key', ['organization null']],
    ['a partner key', TOKENS.partner, ['partner-key'], 'partner', 'partner', ['partner']],
    ['a SCIM token', TOKENS.scim, ['scim'], 'none', 'machine', ['scim']],
    // Not taken, and the holder is told so only where people call.
    ['a workspace key', TOKENS.workspace, ['session'], 'person', FORBIDDEN, ['workspace']],
    ['a workspace key', TOKENS.workspace, ['service-key'], 'person', FORBIDDEN, ['workspace']],
    [
      'an organization key',
      TOKENS.organization,
      ['workspace-key'],
      'person',
      FORBIDDEN,
      ['organization null'],
    ],
    ['a workspace key', TOKENS.workspace, ['scim'], 'none', UNKNOWN, []],
    ['a workspace key', TOKENS.workspace, ['partner-key', 'session'], 'partner', UNKNOWN, []],
    ['a partner key', TOKENS.partner, [...KEYS, 'session'], 'person', UNKNOWN, []],
    ['a SCIM token', TOKENS.scim, KEYS, 'person', UNKNOWN, []],
    // Of a known family without being one of its tokens.
    ['a broken workspace key', 'oc_x', KEYS, 'person', UNKNOWN, []],
    ['a broken organization key', 'oc_org_x', KEYS, 'person', UNKNOWN, []],
    ['a broken partner key', 'oc_partner_x', ['partner-key'], 'partner', UNKNOWN, []],
    ['a broken SCIM token', 'oc_scim_x', ['scim'], 'none', UNKNOWN, []],
    ['an agent', 'aoc_x', [...KEYS, 'session'], 'person', UNKNOWN, []],
    ['a runner', 'rnr_x', [...KEYS, 'session'], 'person', UNKNOWN, []],
    ['a channel adapter', 'cha_x', [...KEYS, 'session'], 'person', UNKNOWN, []],
  ])('of %s, %s, where %j are taken at level %s: %s', async (_, token, as, level, expected, looked) => {
    expect([await found(as, bearer(token), { level }), looks]).toEqual([expected, looked]);
  });

  it.each<[string, AccessRule['as'], AccessRule['level']]>([
    [TOKENS.workspace, [...KEYS, 'session'], 'person'],
    [TOKENS.organization, [...KEYS, 'session'], 'person'],
    [TOKENS.partner, ['partner-key', 'session'], 'partner'],
    [TOKENS.scim, ['scim', 'session'], 'none'],
  ])('that nothing is known of is unknown: no session is looked for (%#)', async (token, as, level) => {
    known = false;
    expect(await found(as, bearer(token), { level })).toBe(UNKNOWN);
    expect(looks).toHaveLength(1);
  });

  it('of a service key is taken where the route lists it, and unknown elsewhere', async () => {
    family = 'service';
    expect(await found(['service-key'], bearer(TOKENS.workspace))).toBe('key');
    expect(await found(KEYS, bearer(TOKENS.workspace))).toBe(UNKNOWN);
  });

  it('of an organization key is looked up with the workspace that is named', async () => {
    await found(KEYS, { ...bearer(TOKENS.organization), 'x-workspace-id': 'w9' });
    expect(looks).toEqual(['organization w9']);
  });

  it('of no known family leaves the request to the session', async () => {
    expect(await found(['session'], bearer('ey.J.x'))).toBe('session');
    expect(await found(KEYS, bearer('ey.J.x'))).toBe(UNKNOWN);
    expect(looks).toEqual(['session']);
  });
});

describe('a session', () => {
  it('is looked for where it is taken, in the default workspace on self-hosted alone', async () => {
    const cloud = {
      ...{ EDITION: 'cloud', SESSION_JWT_ISSUER: 'https://id.test', OAUTH_STATE_SECRET: 'x'.repeat(40) },
      ...{
        SESSION_JWT_JWKS_URL: 'https://id.test/keys',
        APP_URL: 'https://a.test',
        API_URL: 'https://b.test',
      },
    };
    expect(await found(['session'])).toBe('session');
    expect(await found(['session'], {}, { env: cloud })).toBe('session');
    expect(plans.map(({ useDefault }) => useDefault)).toEqual([true, false]);
    known = false;
    expect(await found(['session'])).toBe(UNKNOWN);
  });
});

describe('a route of machines', () => {
  it('looks at the internal secret first, and at the rest where it is not right', async () => {
    expect(await found(['internal'], { ...SECRET, ...bearer(TOKENS.workspace) })).toBe('machine');
    expect(looks).toEqual([]);
    expect(await found(['internal', 'session'], { 'x-gateway-secret': 'wrong' })).toBe('session');
    expect(await found(['internal'])).toBe(UNKNOWN);
    expect(await found(['session'], SECRET)).toBe('session');
    expect(await found(['internal'], SECRET, { env: { GATEWAY_INTERNAL_SECRET: '' } })).toBe(UNKNOWN);
  });

  it('of the operator looks at nothing else', async () => {
    expect(await found(['operator'], bearer(TOKENS.workspace))).toBe('machine');
    known = false;
    expect(await found(['operator'], SECRET)).toBe(UNKNOWN);
    expect(looks).toEqual(['operator', 'operator']);
  });
});
