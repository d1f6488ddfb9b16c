import { describe, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { faultOf, Access, accessOf, Public, type RouteAccess } from './declaration/access.decorator.js';
import { describeAccess } from './declaration/openapi-access.js';
import { readScopeInput } from './declaration/access-request.js';
import { sessionScopePlan } from './credentials/session-scope-plan.js';

/** Stand-ins for handlers: the decorators read and write their metadata only. */
const handler = (controller: { prototype: object }, name: string) =>
  (controller.prototype as Record<string, object>)[name]!;

@Controller('v1/things')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
class Things {
  list(): void {}

  @Access({
    as: ['session'],
    level: 'organization',
    role: 'admin',
    edition: 'enterprise',
    sessionOnly: true,
  })
  administer(): void {}

  @Public()
  open(): void {}
}

@Controller('auth')
class Auth {
  @Access({ as: ['session'], level: 'person' })
  me(): void {}

  @Public()
  signIn(): void {}
}

const codesOf = (errors: { message: string; status: number; surface: string }[]) =>
  errors.map(({ status, surface }) => `${status} ${surface}`);

describe('@Access', () => {
  it("a method's rule replaces the class's as a whole", () => {
    expect(accessOf(handler(Things, 'list'), Things)).toMatchObject({ level: 'workspace' });
    expect(accessOf(handler(Things, 'open'), Things)).toEqual({ public: true });
    expect(accessOf(handler(Things, 'administer'), Things)).not.toHaveProperty('needsWorkspace');
    expect(accessOf(function forgotten() {}, Auth)).toBeUndefined();
  });

  it.each<[string, RouteAccess | undefined]>([
    ['no rule at all', undefined],
    ['no credential', { public: false, as: [], level: 'person' }],
    [
      'a key on a session-only route',
      { public: false, as: ['org-key', 'session'], level: 'person', sessionOnly: true },
    ],
    ['a role without an organization', { public: false, as: ['session'], level: 'person', role: 'admin' }],
    [
      'roleInEveryEdition without a role',
      { public: false, as: ['session'], level: 'organization', roleInEveryEdition: true },
    ],
    [
      'needsWorkspace where one is required anyway',
      { public: false, as: ['session'], level: 'workspace', needsWorkspace: true },
    ],
  ])('the boot-time audit refuses %s', (_, rule) => {
    expect(faultOf(rule)).toEqual(expect.any(String));
  });

  it('describes itself for the API description (01 §8.4)', () => {
    expect(describeAccess(handler(Things, 'list'), Things)).toMatchObject({
      security: [{ workspaceKey: [] }, { organizationKey: [] }, { session: [] }],
      availability: 'Cloud · Community (self-hosted) · Enterprise (self-hosted)',
    });
    const { availability, errors } = describeAccess(handler(Things, 'administer'), Things);
    expect(availability).toBe('Cloud · Enterprise (self-hosted)');
    expect(codesOf(errors)).toEqual([
      ...['413 envelope', '429 envelope', '500 envelope', '403 envelope', '401 envelope', '401 envelope'],
      ...['403 envelope', '403 flat', '403 envelope', '403 envelope'],
    ]);
    expect(describeAccess(handler(Things, 'open'), Things).security).toEqual([]);
  });

  it('describes /auth/* with the bodies of /auth/*', () => {
    expect(codesOf(describeAccess(handler(Auth, 'me'), Auth).errors)).toEqual(
      expect.arrayContaining(['401 auth', '403 auth', '429 auth']),
    );
  });
});

describe('scope inputs (01 §5.1)', () => {
  const read = (headers: Record<string, string>, query: Record<string, unknown> = {}) =>
    readScopeInput({ method: 'GET', headers, query, socket: {} });

  it('header before query, canonical before legacy, blank means not sent', () => {
    const headers = { 'x-workspace-id': 'h', 'x-project-id': 'lh' };
    const query = { _workspace: 'q', _project: 'lq' };
    expect(read(headers, query)).toMatchObject({ workspace: 'h', deprecatedSurface: null });
    expect(read({ ...headers, 'x-workspace-id': ' ' }, query)).toMatchObject({ workspace: 'q' });
    expect(read({ 'x-project-id': 'lh' }, { _workspace: '', _project: 'lq' })).toMatchObject({
      workspace: 'lh',
      deprecatedSurface: 'x-project-id',
    });
    expect(read({}, { _project: 'lq' })).toMatchObject({ workspace: 'lq', deprecatedSurface: '_project' });
    expect(read({ 'x-organization-id': 'a' }, { _org: 'b' }).organization).toBe('a');
  });

  it('what no header could carry is ignored, a repeated value counts once', () => {
    const nothing = { workspace: null, organization: null, deprecatedSurface: null };
    expect(read({}, { _workspace: '\u{1F600}', _project: 'a\u0000b', _org: 'x\ny' })).toEqual(nothing);
    expect(read({}, { _workspace: { nested: 'x' }, _org: [] })).toEqual(nothing);
    expect(read({}, { _workspace: ['first', 'second'] }).workspace).toBe('first');
    expect(read({}, { _workspace: 'é' }).workspace).toBe('é');
  });
});

describe('what a session looks for (01 §5.2)', () => {
  const rule = (level: 'person' | 'organization' | 'workspace', needsWorkspace?: true) => ({
    as: ['session'] as const,
    level,
    needsWorkspace,
  });
  const input = (workspace: string | null, organization: string | null) => ({
    workspace,
    organization,
    deprecatedSurface: null,
  });

  it('never the default after a named workspace', () => {
    for (const level of ['person', 'organization', 'workspace'] as const) {
      expect(sessionScopePlan(input('w', 'o'), rule(level), true).useDefault).toBe(false);
    }
    expect(sessionScopePlan(input('w', 'o'), rule('workspace'), true).organization).toBeNull();
    expect(sessionScopePlan(input('w', 'o'), rule('organization', true), true).organization).toBeNull();
    expect(sessionScopePlan(input('w', 'o'), rule('organization'), true).organization).toBe('o');
  });

  it('no default on Cloud, and none for an organization that needs no workspace', () => {
    expect(sessionScopePlan(input(null, null), rule('workspace'), false).useDefault).toBe(false);
    expect(sessionScopePlan(input(null, 'o'), rule('organization'), true).useDefault).toBe(false);
    expect(sessionScopePlan(input(null, 'o'), rule('workspace'), true).useDefault).toBe(true);
    expect(sessionScopePlan(input(null, null), rule('organization'), true).useDefault).toBe(true);
  });
});
