import { describe, expect, it } from '@jest/globals';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Access, type AccessRule, Public } from '../declaration/access.decorator.js';
import type { Caller, Principal } from '../declaration/caller.js';
import type { Configuration } from '../../config/configuration.js';
import type { Authenticated } from '../credentials/credential-verifiers.js';
import { LicenceExceptions } from '../declaration/licence-exceptions.js';
import { EnterpriseGuard, LicenceExceptionGuard, RoleGuard, ScopeGuard } from './access.guards.js';

const ORGANIZATION: AccessRule = { as: ['session', 'org-key'], level: 'organization' };
const MEMBER: Caller = {
  credential: 'session',
  credentialId: 's1',
  userId: 'u1',
  email: 'ada@example.com',
  organizationId: 'o1',
  role: 'member',
  isAdmin: false,
  workspaceId: null,
};

interface Given {
  principal?: Principal;
  authenticated?: Authenticated;
  headers?: Record<string, string>;
  body?: string;
}

function contextOf(decorate: ClassDecorator & MethodDecorator, given: Given = {}): ExecutionContext {
  class Probe {}
  (decorate as ClassDecorator)(Probe);
  const request = { method: 'GET', headers: {}, query: {}, id: 'r1', ...given };
  return {
    getHandler: () => contextOf,
    getClass: () => Probe,
    getType: () => 'http',
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) }),
  } as unknown as ExecutionContext;
}

function configured(values: Partial<Configuration>): Configuration {
  return values as Configuration;
}

const unadorned = (): void => undefined;

describe('EnterpriseGuard', () => {
  const enterprise = Access({ ...ORGANIZATION, edition: 'enterprise', feature: 'Groups' });

  it('refuses without the licence, naming what needs it', () => {
    const guard = new EnterpriseGuard(configured({ entitled: false }));
    expect(() => guard.canActivate(contextOf(enterprise))).toThrow(
      expect.objectContaining({
        code: 'enterprise_license_required',
        message: 'Groups requires an Enterprise license.',
      }),
    );
  });

  it('lets licensed servers and free routes pass', () => {
    expect(new EnterpriseGuard(configured({ entitled: true })).canActivate(contextOf(enterprise))).toBe(true);
    const unlicensed = new EnterpriseGuard(configured({ entitled: false }));
    expect(unlicensed.canActivate(contextOf(Access(ORGANIZATION)))).toBe(true);
  });
});

describe('what a licensed route does without the licence', () => {
  const CLAIM = { ...ORGANIZATION, edition: 'enterprise', licenceException: 'partner-claim' } as const;
  const entitled = (yes: boolean): Configuration => configured({ entitled: yes });

  it.each<[string, ClassDecorator & MethodDecorator, boolean]>([
    ['with an exception', Access(CLAIM), true],
    ['that asks itself', Access({ ...ORGANIZATION, edition: 'enterprise', licensedByHandler: true }), true],
    ['without either', Access({ ...ORGANIZATION, edition: 'enterprise' }), false],
    ['that is public', Public({ edition: 'enterprise' }), false],
  ])('is asked for later on a route %s', (_, route, later) => {
    const check = (): boolean => new EnterpriseGuard(entitled(false)).canActivate(contextOf(route));
    if (later) expect(check()).toBe(true);
    else expect(check).toThrow(expect.objectContaining({ code: 'enterprise_license_required' }));
  });

  it('is decided by the body, of a route with an exception alone', async () => {
    const exceptions = new LicenceExceptions();
    const check = (yes: boolean, route: ClassDecorator & MethodDecorator, body: string): Promise<boolean> =>
      new LicenceExceptionGuard(entitled(yes), exceptions).canActivate(contextOf(route, { body }));
    const refused = { code: 'enterprise_license_required' };
    await expect(check(false, Access(CLAIM), 'claim')).rejects.toMatchObject(refused);
    exceptions.register('partner-claim', (body) => Promise.resolve(body === 'claim'));
    expect(await check(false, Access(CLAIM), 'claim')).toBe(true);
    await expect(check(false, Access(CLAIM), 'other')).rejects.toMatchObject(refused);
    expect(await check(true, Access(CLAIM), 'other')).toBe(true);
    expect(await check(false, Access(ORGANIZATION), 'other')).toBe(true);
    expect(await check(false, Public({ edition: 'enterprise' }), 'other')).toBe(true);
  });
});

describe('RoleGuard', () => {
  const forAdmins = Access({ ...ORGANIZATION, role: 'admin' });

  it('refuses a role that is too low where roles are enforced', () => {
    const guard = new RoleGuard(configured({ rolesEnforced: true }));
    expect(() => guard.canActivate(contextOf(forAdmins, { principal: MEMBER }))).toThrow(
      expect.objectContaining({ code: 'insufficient_permissions' }),
    );
    expect(guard.canActivate(contextOf(forAdmins, { principal: { ...MEMBER, role: 'admin' } }))).toBe(true);
  });

  it('lets a flat team pass, but nobody who is no member', () => {
    const guard = new RoleGuard(configured({ rolesEnforced: false }));
    expect(guard.canActivate(contextOf(forAdmins, { principal: MEMBER }))).toBe(true);
    expect(() => guard.canActivate(contextOf(forAdmins, { principal: { ...MEMBER, role: null } }))).toThrow(
      expect.objectContaining({ code: 'not_a_member' }),
    );
  });

  it('throws when no scope was resolved before it', () => {
    const guard = new RoleGuard(configured({ rolesEnforced: true }));
    expect(() => guard.canActivate(contextOf(forAdmins))).toThrow('before the scope');
  });
});

describe('ScopeGuard', () => {
  it('leaves the caller with its place for the handler and the log', () => {
    const authenticated: Authenticated = {
      kind: 'machine',
      principal: { credential: 'scim', credentialId: 't1', organizationId: 'o1' },
    };
    const given: Given & Record<string, unknown> = { authenticated };
    const context = contextOf(Access({ as: ['scim'], level: 'none' }), given);
    expect(new ScopeGuard(configured({ rolesEnforced: true })).canActivate(context)).toBe(true);
    expect(context.switchToHttp().getRequest()).toMatchObject({
      principal: { credential: 'scim', organizationId: 'o1' },
      accessLog: { orgId: 'o1', credential: 'scim', keyId: 't1' },
    });
  });

  it('throws when no credential was judged before it', () => {
    const guard = new ScopeGuard(configured({ rolesEnforced: true }));
    expect(() => guard.canActivate(contextOf(Access(ORGANIZATION)))).toThrow('before the credential');
  });
});

describe.each<[string, CanActivate]>([
  ['EnterpriseGuard', new EnterpriseGuard(configured({ entitled: true }))],
  ['ScopeGuard', new ScopeGuard(configured({ rolesEnforced: true }))],
  ['RoleGuard', new RoleGuard(configured({ rolesEnforced: true }))],
])('%s', (_name, guard) => {
  it('lets nobody through to a handler about which nothing is declared', () => {
    const context = { ...contextOf(Public()), getClass: () => Object, getHandler: () => unadorned };
    expect(() => guard.canActivate(context as ExecutionContext)).toThrow('without an access rule');
  });
});
