import { describe, expect, it } from '@jest/globals';
import type { AccessRule } from '../declaration/access.decorator.js';
import type { Caller, OrganizationRole, PartnerCaller } from '../declaration/caller.js';
import type { ActiveSession } from '../queries/active-session.js';
import type { LiveKey } from '../queries/credential.queries.js';
import type { Authenticated } from './credential-verifiers.js';
import {
  credentialOf,
  lacksWorkspaceHeader,
  readsScopeInput,
  requirePartnerRole,
  requireRole,
  resolvePrincipal,
} from './resolve-principal.js';

type Level = AccessRule['level'];
type Place = Partial<Pick<Caller, 'organizationId' | 'workspaceId' | 'role'>>;

const PARTNER = { partnerId: 'p1', partnerName: 'P', role: 'admin' } as const;
const UNKNOWN = 'invalid_credentials';

function session(values: Partial<ActiveSession> = {}): Authenticated {
  const place = { organizationId: 'o1', workspaceId: 'w1', role: 'member' as OrganizationRole };
  const session = { sessionId: 's1', userId: 'u1', email: 'a@b.test', ...place, ...values };
  return { kind: 'session', session: session as ActiveSession };
}

function key(family: LiveKey['family'], place: Place = {}): Authenticated {
  const held = { credentialId: 'k1', userId: 'u1', email: 'a@b.test', organizationId: 'o1', role: 'owner' };
  return { kind: 'key', key: { ...held, workspaceId: 'w1', family, ...place } as LiveKey };
}

const partner = (suspended = false): Authenticated => ({
  kind: 'partner',
  key: { credentialId: 'k1', ...PARTNER, suspended },
});
const MACHINE: Authenticated = { kind: 'machine', principal: { credential: 'internal' } };

const ruleOf = (level: Level, more: Partial<AccessRule> = {}): AccessRule => ({
  as: ['session'],
  level,
  ...more,
});
const named = (workspace: string | null) => ({ workspace, organization: null, deprecatedSurface: null });

/** The principal, or the code of the refusal. */
function resolved(
  who: Authenticated,
  rule: AccessRule,
  { rolesEnforced = true, workspace = null as string | null } = {},
): unknown {
  return outcome(() => resolvePrincipal(who, { input: named(workspace), rule, rolesEnforced }));
}

function outcome(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('which credential it is', () => {
  it.each<[Authenticated, string, boolean]>([
    [MACHINE, 'internal', false],
    [partner(), 'partner-key', false],
    [session(), 'session', true],
    [key('workspace'), 'workspace-key', false],
    [key('service'), 'service-key', false],
    [key('organization'), 'org-key', true],
  ])('%#: %j', (who, credential, reads) => {
    expect(credentialOf(who)).toBe(credential);
    expect(readsScopeInput(who, ruleOf('person'))).toBe(reads);
    expect(readsScopeInput(who, ruleOf('partner'))).toBe(false);
  });
});

describe('the place of a key', () => {
  it.each<[LiveKey['family'], Level, string | null, string | null, unknown]>([
    // family, level, workspace of the key, workspace that is named, outcome
    ['workspace', 'workspace', 'w1', null, 'w1'],
    ['workspace', 'workspace', 'w1', 'other', 'w1'],
    ['service', 'person', 'w1', null, 'w1'],
    ['organization', 'workspace', 'w1', 'w1', 'w1'],
    ['organization', 'organization', null, null, null],
    ['organization', 'person', null, null, null],
    ['organization', 'workspace', null, null, 'workspace_required'],
    ['organization', 'workspace', null, 'foreign', UNKNOWN],
    ['organization', 'organization', null, 'foreign', UNKNOWN],
  ])('of %s at level %s with %s, naming %s', (family, level, workspaceId, workspace, expected) => {
    const found = resolved(key(family, { workspaceId }), ruleOf(level), { workspace });
    expect(typeof found === 'string' ? found : (found as Caller).workspaceId).toBe(expected);
  });

  it('comes with the holder and the kind of the key, and no family', () => {
    expect(resolved(key('service'), ruleOf('workspace'))).toEqual({
      ...{ credential: 'service-key', credentialId: 'k1', userId: 'u1', email: 'a@b.test' },
      ...{ organizationId: 'o1', workspaceId: 'w1', role: 'owner', isAdmin: true },
    });
  });
});

describe('the place of a session', () => {
  const nowhere = { organizationId: null, workspaceId: null, role: null };
  const inOrganization = { workspaceId: null };

  it.each<[string, Partial<ActiveSession>, Level, boolean]>([
    ['nowhere', nowhere, 'person', true],
    ['nowhere', nowhere, 'organization', false],
    ['nowhere', nowhere, 'workspace', false],
    ['in an organization', inOrganization, 'person', true],
    ['in an organization', inOrganization, 'organization', true],
    ['in an organization', inOrganization, 'workspace', false],
    ['in a workspace', {}, 'workspace', true],
    ['in a workspace', {}, 'organization', true],
  ])('%s, %j, is enough for level %s: %s', (_, place, level, enough) => {
    const found = resolved(session(place), ruleOf(level));
    expect(found).toEqual(
      enough ? expect.objectContaining({ credential: 'session', credentialId: 's1' }) : UNKNOWN,
    );
  });

  it('needs a workspace where the route wants one', () => {
    const wants = ruleOf('organization', { needsWorkspace: true });
    expect(resolved(session({ workspaceId: null }), wants)).toBe('workspace_header_required');
    expect(resolved(session(), wants)).toMatchObject({ workspaceId: 'w1' });
    expect(resolved(session({ workspaceId: null }), ruleOf('organization'))).toMatchObject({
      organizationId: 'o1',
    });
  });
});

describe('who passes an admin check', () => {
  it.each<[OrganizationRole | null, boolean, boolean]>([
    ['owner', true, true],
    ['admin', true, true],
    ['member', true, false],
    ['member', false, true],
    [null, true, false],
    [null, false, false],
  ])('%s, roles enforced %s: %s', (role, rolesEnforced, isAdmin) => {
    expect(resolved(session({ role }), ruleOf('person'), { rolesEnforced })).toMatchObject({ isAdmin });
    if (role !== null)
      expect(resolved(key('workspace', { role }), ruleOf('person'), { rolesEnforced })).toMatchObject({
        isAdmin,
      });
  });
});

describe('the partner of a credential', () => {
  const portal = (suspended: boolean) => session({ portal: { ...PARTNER, role: 'member', suspended } });

  it('is on its own routes and on no other', () => {
    expect(resolved(partner(), ruleOf('partner'))).toEqual({
      ...{ credential: 'partner-key', member: null, credentialId: 'k1' },
      ...PARTNER,
    });
    expect(resolved(portal(false), ruleOf('partner'))).toEqual({
      ...{ credential: 'session', credentialId: 's1', ...PARTNER, role: 'member' },
      member: { userId: 'u1', email: 'a@b.test' },
    });
    for (const level of ['person', 'organization', 'workspace', 'none'] as const)
      expect(resolved(partner(), ruleOf(level))).toBe(UNKNOWN);
  });

  it.each<[string, Authenticated, string]>([
    ['a suspended key', partner(true), 'partner_suspended'],
    ['a member of a suspended one', portal(true), 'partner_suspended'],
    ['a person of none', session({ portal: null }), 'not_in_a_partner'],
    ['a person who was not looked up', session(), 'not_in_a_partner'],
    ['the key of a person', key('workspace'), UNKNOWN],
  ])('refuses %s', (_, who, code) => {
    expect(resolved(who, ruleOf('partner'))).toBe(code);
  });

  it('is no matter for a machine, which is what it is on every level', () => {
    for (const level of ['none', 'partner'] as const)
      expect(resolved(MACHINE, ruleOf(level))).toBe((MACHINE as { principal: unknown }).principal);
  });
});

describe('who lacks the workspace header of a control endpoint', () => {
  const control = ruleOf('workspace', { control: true });

  it.each<[Authenticated, 'cloud' | 'onprem', boolean]>([
    [session(), 'cloud', true],
    [session(), 'onprem', false],
    [key('organization'), 'cloud', true],
    [key('organization'), 'onprem', true],
    [key('workspace'), 'cloud', false],
    [key('service'), 'onprem', false],
  ])('%# %j on %s: %s', (who, edition, lacks) => {
    const lacking = (rule: AccessRule, workspace: string | null = null) =>
      lacksWorkspaceHeader(who, { input: named(workspace), rule, edition });
    expect(lacking(control)).toBe(lacks);
    expect(lacking(control, 'w1')).toBe(false);
    expect(lacking(ruleOf('workspace'))).toBe(false);
    expect(lacking(ruleOf('organization', { control: true }))).toBe(false);
  });
});

describe('the role that a route asks for', () => {
  const ADMIN = { role: 'admin' } as const;
  const OWNER = { role: 'owner' } as const;
  const ALWAYS = { ...OWNER, roleInEveryEdition: true } as const;

  it.each<[OrganizationRole | null, Partial<AccessRule>, string | null, string | null]>([
    // role, rule, where roles are enforced, where they are not
    [null, {}, null, null],
    [null, ADMIN, 'not_a_member', 'not_a_member'],
    ['member', ADMIN, 'insufficient_permissions', null],
    ['admin', ADMIN, null, null],
    ['owner', ADMIN, null, null],
    ['admin', OWNER, 'insufficient_permissions', null],
    ['owner', OWNER, null, null],
    ['admin', ALWAYS, 'insufficient_permissions', 'insufficient_permissions'],
    ['owner', ALWAYS, null, null],
  ])('%s under %j', (role, more, enforced, flat) => {
    const asked = (rolesEnforced: boolean): unknown =>
      outcome(() => requireRole({ role } as Caller, ruleOf('organization', more), rolesEnforced)) ?? null;
    expect([asked(true), asked(false)]).toEqual([enforced, flat]);
  });

  it('binds in a partner in every edition', () => {
    const asked = (role: OrganizationRole, more: Partial<AccessRule>): unknown =>
      outcome(() => requirePartnerRole({ role } as PartnerCaller, ruleOf('partner', more)));
    expect(asked('member', {})).toBeUndefined();
    expect(asked('member', ADMIN)).toBe('insufficient_permissions');
    expect(asked('admin', ADMIN)).toBeUndefined();
  });
});
