/**
 * The access rules through HTTP on a real database, with routes made for the purpose: one per kind of rule, in
 * each edition. What the product's own routes declare is tested with them.
 */
import { createHmac, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Access, Public } from '../../src/kernel/access/declaration/access.decorator.js';
import { AccessModule } from '../../src/kernel/access/access.module.js';
import { type Principal, CurrentCaller } from '../../src/kernel/access/declaration/caller.js';
import { Throttled } from '../../src/kernel/access/throttling/throttle.js';
import { ConfigurationModule } from '../../src/kernel/config/configuration.module.js';
import { loadConfiguration } from '../../src/kernel/config/load-configuration.js';
import { CryptoModule } from '../../src/kernel/crypto/crypto.module.js';
import { mintToken, newId16, sha256 } from '../../src/kernel/crypto/tokens.js';
import { DatabaseModule } from '../../src/kernel/database/database.module.js';
import { createApplication } from '../../src/kernel/http/server/create-application.js';
import { HttpModule } from '../../src/kernel/http/http.module.js';
import { JobsModule } from '../../src/kernel/jobs/jobs.module.js';
import { ApiClient } from '../harness/clients/client.js';
import { createTestDatabase, type TestDatabase } from '../harness/database/database.js';
import { roomInThrottleWindow } from '../harness/time/throttle-window.js';
import { BOOTSTRAP } from '../../src/modules/people/instance/instance.throttles.js';
import { AUTH, SIGN_IN } from '../../src/modules/people/identity/identity.throttles.js';

const SECRET = 'a session secret of more than thirty-two bytes';
const KEYS = ['workspace-key', 'org-key'] as const;

@Controller('v1/probe')
@Access({ as: [...KEYS, 'session'], level: 'workspace' })
class ProbeController {
  @Get('workspace')
  workspace(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Post('workspace')
  change(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Get('organization')
  @Access({ as: [...KEYS, 'session'], level: 'organization' })
  organization(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Get('person')
  @Access({ as: [...KEYS, 'session'], level: 'person' })
  person(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Get('needs-workspace')
  @Access({ as: [...KEYS, 'session'], level: 'organization', needsWorkspace: true })
  needsWorkspace(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Get('admin')
  @Access({ as: [...KEYS, 'session'], level: 'organization', role: 'admin' })
  admin(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Get('owner')
  @Access({ as: ['org-key', 'session'], level: 'organization', role: 'owner', roleInEveryEdition: true })
  owner(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Get('session-only')
  @Access({ as: ['session'], level: 'person', sessionOnly: true })
  sessionOnly(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Get('enterprise')
  @Access({ as: [...KEYS, 'session'], level: 'organization', edition: 'enterprise', feature: 'Groups' })
  enterprise(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Get('approvals')
  @Access({ as: [...KEYS, 'service-key', 'session'], level: 'workspace' })
  approvals(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Get('partner')
  @Access({ as: ['partner-key'], level: 'partner' })
  partner(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Get('scim')
  @Access({ as: ['scim'], level: 'none' })
  scim(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Get('internal')
  @Access({ as: ['internal'], level: 'none' })
  internal(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }

  @Get('open')
  @Public()
  open(): { ok: true } {
    return { ok: true };
  }

  @Post('bootstrap')
  @Public()
  @Throttled(BOOTSTRAP)
  bootstrap(): { ok: true } {
    return { ok: true };
  }
}

@Controller('auth/probe')
class AuthProbeController {
  @Post('sign-in')
  @Public()
  @Throttled(SIGN_IN)
  signIn(): { ok: true } {
    return { ok: true };
  }

  @Get('me')
  @Access({ as: ['session'], level: 'person', sessionOnly: true })
  @Throttled(AUTH)
  me(@CurrentCaller() caller: Principal): Principal {
    return caller;
  }
}

@Controller('v1/forgotten')
class ForgottenController {
  @Get()
  open(): string {
    return 'nobody said who may call this';
  }
}

interface Person {
  userId: string;
  email: string;
  identity: string;
}

interface Organization {
  organizationId: string;
  workspaceId: string;
}

describe('access', () => {
  let database: TestDatabase;
  let dataDir: string;
  let jwks: Server;
  let signingKey: KeyObject;
  const apps: NestFastifyApplication[] = [];
  let community: ApiClient;
  let enterprise: ApiClient;
  let cloud: ApiClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'cg-access-'));
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    signingKey = pair.privateKey;
    const keys = [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }];
    jwks = createServer((_, response) => void response.end(JSON.stringify({ keys })));
    await new Promise<void>((resolve) => jwks.listen(0, '127.0.0.1', resolve));
    community = await start({ GATEWAY_INTERNAL_SECRET: 'between-processes' });
    enterprise = await start({ ENTERPRISE_ENABLED: 'true' });
    cloud = await start({
      EDITION: 'cloud',
      SESSION_JWT_ISSUER: 'https://id.example.test',
      SESSION_JWT_JWKS_URL: `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/keys`,
      SESSION_JWT_AUDIENCE: 'cg',
      OAUTH_STATE_SECRET: SECRET,
      APP_URL: 'https://app.example.test',
      API_URL: 'https://api.example.test',
    });
  });

  afterAll(async () => {
    for (const app of apps) await app.close();
    jwks.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function build(
    env: Record<string, string>,
    controllers: (new () => object)[],
  ): Promise<NestFastifyApplication> {
    const configuration = loadConfiguration({
      ...{ NODE_ENV: 'test', DATABASE_URL: database.url, DATA_DIR: dataDir, SERVER_ROLES: 'api' },
      ...{ SESSION_SECRET: SECRET, ...env },
    });
    const kernel = [DatabaseModule, CryptoModule, JobsModule, AccessModule, HttpModule];
    class Root {}
    Module({ imports: [ConfigurationModule.of(configuration), ...kernel], controllers })(Root);
    return createApplication(Root, { log: ignore, error: ignore, warn: ignore });
  }

  async function start(env: Record<string, string>): Promise<ApiClient> {
    const app = await build(env, [ProbeController, AuthProbeController]);
    apps.push(app);
    await app.listen(0, '127.0.0.1');
    return new ApiClient(`http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`);
  }

  async function person(): Promise<Person> {
    const email = `p-${randomBytes(6).toString('hex')}@example.test`;
    const [row] = await database.query<{ id: string }>(
      'INSERT INTO users (email, external_auth_id, email_verified) VALUES ($1, $2, true) RETURNING id',
      [email, `cg:${email}`],
    );
    return { userId: row!.id, email, identity: `cg:${email}` };
  }

  async function organization(owner: Person): Promise<Organization> {
    const organizationId = newId16();
    await database.query('INSERT INTO organizations (id, name, slug) VALUES ($1, $1, $1)', [organizationId]);
    await addMember(organizationId, owner, 'owner');
    return { organizationId, workspaceId: await workspace(organizationId, owner) };
  }

  async function addMember(organizationId: string, who: Person, role: string): Promise<void> {
    await database.query('INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, $3)', [
      organizationId,
      who.userId,
      role,
    ]);
  }

  async function workspace(organizationId: string, creator: Person, bound = true): Promise<string> {
    const id = newId16();
    await database.query(
      'INSERT INTO workspaces (id, organization_id, name, slug, created_by_user_id) VALUES ($1, $2, $1, $1, $3)',
      [id, organizationId, creator.userId],
    );
    if (bound) {
      await database.query(
        `INSERT INTO workspace_bindings (workspace_id, user_id, role) VALUES ($1, $2, 'owner')`,
        [...[id, creator.userId]],
      );
    }
    return id;
  }

  async function key(
    family: 'workspace' | 'service' | 'organization' | 'partner' | 'scim',
    who: Person | null,
    at: Partial<Organization> = {},
  ): Promise<string> {
    const token = mintToken(family === 'service' ? 'workspace' : family);
    const partnerId = family === 'partner' ? crypto.randomUUID() : null;
    if (partnerId !== null)
      await database.query(`INSERT INTO partners (id, name, slug) VALUES ($1, 'P', $2)`, [
        partnerId,
        partnerId,
      ]);
    await database.query(
      `INSERT INTO api_keys (family, token_hash, user_id, organization_id, workspace_id, partner_id)
      VALUES ($1, $2, $3, $4, $5, $6)`,
      [
        ...[family, sha256(token), who?.userId ?? null, at.organizationId ?? null],
        ...[at.workspaceId ?? null, partnerId],
      ],
    );
    return token;
  }

  async function session(
    who: Person,
    row: { sliding?: boolean; age?: string; left?: string } = {},
  ): Promise<string> {
    const token = randomBytes(32).toString('hex');
    await database.query(
      `INSERT INTO user_sessions (user_id, token_hash, handle, sign_in_method, sliding, expires_at, updated_at)
      VALUES ($1, $2, $3, 'password', $4, now() + $5::interval, now() - $6::interval)`,
      [
        who.userId,
        sha256(token),
        token.slice(0, 16),
        row.sliding ?? true,
        row.left ?? '30 days',
        row.age ?? '0',
      ],
    );
    return `cg_session=${token}.${createHmac('sha256', SECRET).update(token).digest('base64url')}`;
  }

  const personalKeys = async () => {
    const owner = await person();
    const place = await organization(owner);
    const workspaceKey = await key('workspace', owner, place);
    const orgKey = await key('organization', owner, { organizationId: place.organizationId });
    return { owner, ...place, workspaceKey, orgKey, cookie: await session(owner) };
  };

  const INVALID = { error: { message: 'Invalid API key or token.', type: 'authentication_error' } };

  describe('credentials', () => {
    it('01-1 no credential is 401', async () => {
      const answer = await community.get('/v1/probe/workspace');
      expect(answer).toMatchObject({ status: 401, body: INVALID });
      expect(answer.headers['x-request-id']).toBeDefined();
    });

    it('01-2 a bearer that starts with oc_ commits to keys, a valid cookie is not consulted', async () => {
      const { cookie } = await personalKeys();
      expect((await community.as(cookie).get('/v1/probe/organization')).status).toBe(200);
      for (const bearer of [`oc_${'0'.repeat(64)}`, 'oc_', `oc_org_${'0'.repeat(64)}`, 'oc_nonsense']) {
        const both = community.with({ cookie, authorization: `bearer ${bearer}` });
        expect(await both.get('/v1/probe/organization')).toMatchObject({ status: 401, body: INVALID });
      }
    });

    it('the scheme is compared case-insensitively and _token counts on GET only, a header wins', async () => {
      const { workspaceKey } = await personalKeys();
      expect(
        (await community.with({ authorization: `bEaReR   ${workspaceKey} ` }).get('/v1/probe/person')).status,
      ).toBe(200);
      expect((await community.get(`/v1/probe/person?_token=${workspaceKey}`)).status).toBe(200);
      expect((await community.post(`/v1/probe/workspace?_token=${workspaceKey}`)).status).toBe(401);
      const overruled = community.with({ authorization: 'Bearer oc_x' });
      expect((await overruled.get(`/v1/probe/person?_token=${workspaceKey}`)).status).toBe(401);
    });

    it('agent, runner and adapter tokens are refused, even beside a cookie', async () => {
      const { cookie } = await personalKeys();
      for (const bearer of [mintToken('agent'), 'rnr_1', 'cha_1']) {
        const client = community.with({ cookie, authorization: `Bearer ${bearer}` });
        expect(await client.get('/v1/probe/person')).toMatchObject({ status: 401, body: INVALID });
      }
    });

    it('partner keys and SCIM tokens work on their own routes only, other keys never there', async () => {
      const { owner, organizationId, workspaceKey, orgKey, cookie } = await personalKeys();
      const partner = await key('partner', null);
      const scim = await key('scim', owner, { organizationId });
      expect((await community.as(partner).get('/v1/probe/partner')).body.credential).toBe('partner-key');
      expect((await community.as(scim).get('/v1/probe/scim')).body).toMatchObject({
        credential: 'scim',
        organizationId,
      });
      for (const path of ['workspace', 'organization', 'person', 'session-only'].slice(0, 3)) {
        expect((await community.as(partner).get(`/v1/probe/${path}`)).body).toEqual(INVALID);
        expect((await community.as(scim).get(`/v1/probe/${path}`)).body).toEqual(INVALID);
      }
      for (const other of [workspaceKey, orgKey, cookie, scim]) {
        expect((await community.as(other).get('/v1/probe/partner')).body).toEqual(INVALID);
      }
    });

    it('01-39 a service key works where a route lists it and nowhere else', async () => {
      const { owner, ...place } = await personalKeys();
      const service = await key('service', owner, place);
      const accepted = await community.as(service).get('/v1/probe/approvals');
      expect(accepted.body).toMatchObject({ credential: 'service-key', workspaceId: place.workspaceId });
      for (const path of ['workspace', 'organization', 'person']) {
        expect((await community.as(service).get(`/v1/probe/${path}`)).body).toEqual(INVALID);
      }
    });

    it('the internal secret opens internal routes; a wrong, a missing and an unset one do not', async () => {
      const path = '/v1/probe/internal';
      expect((await community.with({ 'x-gateway-secret': 'between-processes' }).get(path)).status).toBe(200);
      expect((await community.with({ 'x-gateway-secret': 'between-process' }).get(path)).status).toBe(401);
      expect((await community.get(path)).status).toBe(401);
      expect((await enterprise.with({ 'x-gateway-secret': 'between-processes' }).get(path)).status).toBe(401);
    });

    it('a personal key that a route does not take is a matter of permission', async () => {
      const { workspaceKey } = await personalKeys();
      const answer = await community.as(workspaceKey).get('/v1/probe/owner');
      expect(answer).toMatchObject({ status: 403, body: { error: { message: 'Insufficient permissions' } } });
    });

    it('01-22 a session-only route answers a key 403 flat, also beside a cookie, and nobody 401', async () => {
      const { cookie, workspaceKey } = await personalKeys();
      const path = '/v1/probe/session-only';
      expect((await community.as(cookie).get(path)).status).toBe(200);
      for (const bearer of [workspaceKey, 'oc_bad']) {
        const answer = await community.with({ cookie, authorization: `Bearer ${bearer}` }).get(path);
        expect(answer).toMatchObject({ status: 403, body: { error: expect.any(String) } });
      }
      expect((await community.get(path)).status).toBe(401);
    });
  });

  describe('holders', () => {
    it('01-14 a suspended holder: every key and session is refused; reinstated, they work unchanged', async () => {
      const { owner, organizationId, workspaceKey, orgKey, cookie } = await personalKeys();
      const suspend = (status: string) =>
        database.query('UPDATE memberships SET status = $3 WHERE organization_id = $1 AND user_id = $2', [
          ...[organizationId, owner.userId, status],
        ]);
      for (const [status, expected] of [['suspended', 401] as const, ['active', 200] as const]) {
        await suspend(status);
        for (const credential of [workspaceKey, orgKey, cookie]) {
          expect((await community.as(credential).get('/v1/probe/organization')).status).toBe(expected);
        }
      }
    });

    it("01-11 an organization key dies with its holder's admin role where roles are enforced", async () => {
      const { owner, organizationId, orgKey } = await personalKeys();
      await database.query(
        `UPDATE memberships SET role = 'member' WHERE user_id = $1 AND organization_id = $2`,
        [...[owner.userId, organizationId]],
      );
      expect(await enterprise.as(orgKey).get('/v1/probe/person')).toMatchObject({
        status: 401,
        body: INVALID,
      });
      expect((await community.as(orgKey).get('/v1/probe/person')).status).toBe(200);
    });

    it('a workspace key needs its holder to be able to use the workspace where roles are enforced', async () => {
      const { organizationId, workspaceId } = await personalKeys();
      const member = await person();
      await addMember(organizationId, member, 'member');
      const memberKey = await key('workspace', member, { organizationId, workspaceId });
      expect((await community.as(memberKey).get('/v1/probe/workspace')).status).toBe(200);
      expect((await enterprise.as(memberKey).get('/v1/probe/workspace')).status).toBe(401);
      const [group] = await database.query<{ id: string }>(
        `INSERT INTO user_groups (organization_id, name) VALUES ($1, 'g') RETURNING id`,
        [organizationId],
      );
      await database.query('INSERT INTO user_group_members (group_id, user_id) VALUES ($1, $2)', [
        ...[group!.id, member.userId],
      ]);
      await database.query(
        `INSERT INTO workspace_bindings (workspace_id, group_id, role) VALUES ($1, $2, 'member')`,
        [...[workspaceId, group!.id]],
      );
      expect((await enterprise.as(memberKey).get('/v1/probe/workspace')).status).toBe(200);
    });

    it('a switched-off person is refused with every credential', async () => {
      const { owner, workspaceKey, orgKey, cookie } = await personalKeys();
      await database.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [owner.userId]);
      for (const credential of [workspaceKey, orgKey, cookie]) {
        expect((await community.as(credential).get('/v1/probe/person')).body).toEqual(INVALID);
      }
    });
  });

  describe('scope', () => {
    it('01-3 01-4 an organization key without a workspace: workspace_required, fine, or 400', async () => {
      const { orgKey, organizationId } = await personalKeys();
      const client = community.as(orgKey);
      expect(await client.get('/v1/probe/workspace')).toMatchObject({
        status: 401,
        body: { error: { ...INVALID.error, code: 'workspace_required' } },
      });
      expect((await client.get('/v1/probe/person')).body).toMatchObject({
        organizationId,
        workspaceId: null,
      });
      expect((await client.get('/v1/probe/organization')).status).toBe(200);
      expect(await client.get('/v1/probe/needs-workspace')).toMatchObject({
        status: 400,
        body: { error: { message: 'X-Project-Id header is required', type: 'invalid_request_error' } },
      });
    });

    it('01-5 an organization key and a foreign workspace read like an unknown key', async () => {
      const { orgKey } = await personalKeys();
      const stranger = await personalKeys();
      for (const path of ['workspace', 'organization', 'person', 'needs-workspace']) {
        const answer = await community.as(orgKey).inWorkspace(stranger.workspaceId).get(`/v1/probe/${path}`);
        expect(answer).toMatchObject({ status: 401, body: INVALID });
      }
    });

    it('01-6 a workspace key ignores every input and is never deprecated', async () => {
      const { workspaceKey, workspaceId } = await personalKeys();
      const other = await personalKeys();
      const answer = await community
        .as(workspaceKey)
        .with({ 'x-workspace-id': other.workspaceId, 'x-organization-id': other.organizationId })
        .get(`/v1/probe/workspace?_project=${other.workspaceId}`);
      expect(answer.body.workspaceId).toBe(workspaceId);
      expect(answer.headers.deprecation).toBeUndefined();
      const legacy = await community
        .as(workspaceKey)
        .with({ 'x-project-id': workspaceId })
        .get('/v1/probe/workspace');
      expect(legacy.headers.deprecation).toBeUndefined();
    });

    it('01-7 legacy inputs work and are marked, on refusals too; an emoji is not an input', async () => {
      const { orgKey, workspaceId } = await personalKeys();
      const client = community.as(orgKey);
      for (const answer of [
        await client.with({ 'x-project-id': workspaceId }).get('/v1/probe/workspace'),
        await client.get(`/v1/probe/workspace?_project=${workspaceId}`),
      ]) {
        expect(answer).toMatchObject({ status: 200, headers: { deprecation: 'true' } });
        expect(answer.headers.link).toContain('rel="deprecation"');
      }
      const refused = await client.with({ 'x-project-id': 'nobodys' }).get('/v1/probe/workspace');
      expect(refused).toMatchObject({ status: 401, headers: { deprecation: 'true' } });
      const emoji = await client.get(`/v1/probe/workspace?_project=${encodeURIComponent('\u{1F600}')}`);
      expect(emoji).toMatchObject({ status: 401, body: { error: { code: 'workspace_required' } } });
      expect(emoji.headers.deprecation).toBeUndefined();
    });

    it('01-8 a canonical input makes the legacy one as if not sent, a blank one does not', async () => {
      const { orgKey, workspaceId } = await personalKeys();
      const stranger = await personalKeys();
      const client = community.as(orgKey).with({ 'x-project-id': stranger.workspaceId });
      const answer = await client.inWorkspace(workspaceId).get('/v1/probe/workspace');
      expect(answer).toMatchObject({ status: 200, body: { workspaceId } });
      expect(answer.headers.deprecation).toBeUndefined();
      const blank = await client.with({ 'x-workspace-id': ' ' }).get('/v1/probe/workspace?_workspace=');
      expect(blank).toMatchObject({ status: 401, headers: { deprecation: 'true' } });
    });

    it('01-37 a session without inputs uses the default workspace on self-hosted, none on Cloud', async () => {
      const { owner, workspaceId, cookie } = await personalKeys();
      expect((await community.as(cookie).get('/v1/probe/workspace')).body.workspaceId).toBe(workspaceId);
      const jwt = await token(owner.identity);
      expect((await cloud.as(jwt).get('/v1/probe/workspace')).body).toEqual(INVALID);
      expect((await cloud.as(jwt).get('/v1/probe/organization')).body).toEqual(INVALID);
      expect((await cloud.as(jwt).get('/v1/probe/person')).status).toBe(200);
      expect((await cloud.as(jwt).inWorkspace(workspaceId).get('/v1/probe/workspace')).status).toBe(200);
    });

    it('01-38 a named organization beats the default; a bad workspace never selects it', async () => {
      const { owner, cookie, organizationId } = await personalKeys();
      const second = await organization(owner);
      const stranger = await personalKeys();
      const client = community.as(cookie);
      expect((await client.get('/v1/probe/organization')).body.organizationId).toBe(organizationId);
      const named = client.with({ 'x-organization-id': second.organizationId });
      expect((await named.get('/v1/probe/organization')).body).toMatchObject({
        organizationId: second.organizationId,
        workspaceId: null,
      });
      expect((await named.get('/v1/probe/workspace')).body).toMatchObject(second);
      expect((await named.get('/v1/probe/needs-workspace')).body).toMatchObject(second);
      const bad = client.inWorkspace(stranger.workspaceId);
      for (const path of ['workspace', 'organization', 'needs-workspace']) {
        expect((await bad.get(`/v1/probe/${path}`)).status).toBe(401);
      }
      expect((await bad.get('/v1/probe/person')).body).toMatchObject({
        organizationId: null,
        workspaceId: null,
      });
      const fallBack = bad.with({ 'x-organization-id': second.organizationId });
      expect((await fallBack.get('/v1/probe/organization')).body).toMatchObject({
        organizationId: second.organizationId,
        workspaceId: null,
      });
      expect((await fallBack.get('/v1/probe/workspace')).status).toBe(401);
      expect((await client.get(`/v1/probe/organization?_org=${stranger.organizationId}`)).status).toBe(401);
    });

    it('the default workspace is the oldest own one, by membership age, else the oldest usable one', async () => {
      const { organizationId, workspaceId } = await personalKeys();
      const member = await person();
      await addMember(organizationId, member, 'member');
      const cookie = await session(member);
      const where = async (client: ApiClient) => (await client.as(cookie).get('/v1/probe/workspace')).body;
      expect(await where(community)).toMatchObject({ workspaceId });
      expect(await where(enterprise)).toEqual(INVALID);
      const own = await workspace(organizationId, member);
      await workspace(organizationId, member);
      expect(await where(community)).toMatchObject({ workspaceId: own });
      expect(await where(enterprise)).toMatchObject({ workspaceId: own });
    });
  });

  describe('roles and editions', () => {
    it('01-10 a plain member passes role checks in Community and not in Enterprise', async () => {
      const { organizationId } = await personalKeys();
      const member = await person();
      await addMember(organizationId, member, 'member');
      const own = await workspace(organizationId, member);
      const cookie = await session(member);
      expect((await community.as(cookie).get('/v1/probe/admin')).body).toMatchObject({
        isAdmin: true,
        role: 'member',
      });
      expect(await enterprise.as(cookie).get('/v1/probe/admin')).toMatchObject({
        status: 403,
        body: { error: { message: 'Insufficient permissions', type: 'authentication_error' } },
      });
      const workspaceKey = await key('workspace', member, { organizationId, workspaceId: own });
      expect((await enterprise.as(workspaceKey).get('/v1/probe/admin')).status).toBe(403);
      expect((await enterprise.as(workspaceKey).get('/v1/probe/workspace')).body.isAdmin).toBe(false);
    });

    it('owner-only domain rules hold in Community too', async () => {
      const { organizationId, cookie } = await personalKeys();
      const admin = await person();
      await addMember(organizationId, admin, 'admin');
      await workspace(organizationId, admin);
      expect((await community.as(cookie).get('/v1/probe/owner')).status).toBe(200);
      expect((await community.as(await session(admin)).get('/v1/probe/owner')).status).toBe(403);
    });

    it('01-12 the licence is asked for before the credential', async () => {
      const answer = await community.get('/v1/probe/enterprise');
      expect(answer).toMatchObject({
        status: 403,
        body: { error: { type: 'enterprise_license_required', message: expect.stringContaining('Groups') } },
      });
      expect((await enterprise.get('/v1/probe/enterprise')).status).toBe(401);
      expect((await cloud.get('/v1/probe/enterprise')).status).toBe(401);
    });
  });

  describe('sessions', () => {
    it('01-33 a foreign page cannot use the cookie to change anything; a bearer is exempt', async () => {
      const { cookie, workspaceKey } = await personalKeys();
      const change = (client: ApiClient, headers: Record<string, string>) =>
        client.with(headers).post('/v1/probe/workspace');
      const evil = { origin: 'https://evil.example' };
      expect(await change(community.as(cookie), evil)).toMatchObject({
        status: 403,
        body: { error: { type: 'authentication_error' } },
      });
      expect((await change(community.as(cookie), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect((await change(community.as(cookie), { origin: 'null' })).status).toBe(403);
      expect((await change(community.as(cookie), { 'sec-fetch-site': 'same-origin' })).status).toBe(201);
      expect((await change(community.as(cookie), { origin: 'http://127.0.0.1:3000' })).status).toBe(201);
      expect((await change(community.as(cookie), {})).status).toBe(201);
      expect((await change(community.as(workspaceKey), evil)).status).toBe(201);
      expect((await community.as(cookie).with(evil).get('/v1/probe/workspace')).status).toBe(200);
    });

    it('a tampered, an expired and a deleted session are refused; a broken cookie is skipped', async () => {
      const { owner, cookie } = await personalKeys();
      const status = async (value: string) =>
        (await community.with({ cookie: value }).get('/v1/probe/person')).status;
      const at = cookie.length - 10;
      const other = cookie[at] === 'A' ? 'B' : 'A';
      expect(await status(`${cookie.slice(0, at)}${other}${cookie.slice(at + 1)}`)).toBe(401);
      expect(await status(await session(owner, { left: '-1 second' }))).toBe(401);
      expect(await status(`__Secure-cg_session=%ZZ; cg_session=broken; ${cookie}`)).toBe(200);
      await database.query('DELETE FROM user_sessions WHERE user_id = $1', [owner.userId]);
      expect(await status(cookie)).toBe(401);
    });

    it('a session used a day after its last update slides and gets its cookie again, others do not', async () => {
      const owner = await person();
      const expiry = async () =>
        (
          await database.query<{ days: number }>(
            `SELECT round(extract(epoch FROM max(expires_at) - now()) / 86400)::int AS days
          FROM user_sessions WHERE user_id = $1`,
            [owner.userId],
          )
        )[0]!.days;
      const fresh = await community.as(await session(owner, { left: '2 days' })).get('/v1/probe/person');
      expect(fresh.cookies).toEqual([]);
      const short = await session(owner, { sliding: false, left: '3 days', age: '25 hours' });
      expect((await community.as(short).get('/v1/probe/person')).cookies).toEqual([]);
      expect(await expiry()).toBe(3);
      const old = await session(owner, { left: '4 days', age: '25 hours' });
      const slid = await community.as(old).get('/v1/probe/person');
      expect(slid.cookies).toEqual([old]);
      expect(String(slid.headers['set-cookie'])).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/);
      expect(await expiry()).toBe(30);
      expect((await community.as(old).get('/v1/probe/person')).cookies).toEqual([]);
    });

    it('a foreign page cannot write to /auth/*, with or without a session', async () => {
      const { cookie } = await personalKeys();
      const path = '/auth/probe/sign-in';
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ];
      for (const client of [community, community.as(cookie)]) {
        for (const headers of foreign) {
          const answer = await client.with(headers).post(path);
          expect(answer).toMatchObject({ status: 403, body: { code: 'INVALID_ORIGIN' } });
        }
        // The router decodes the path, so an encoded one reaches the same handler and must meet the same check.
        const encoded = await client.with({ origin: 'https://evil.example' }).post('/%61uth/probe/sign-in');
        expect(encoded.status).toBe(403);
        expect((await client.with({ 'sec-fetch-mode': 'cors' }).post(path)).status).toBe(201);
      }
    });

    it('/auth/* answers in its own shape', async () => {
      const { workspaceKey, cookie } = await personalKeys();
      const path = '/auth/probe/me';
      expect(await community.get(path)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
      expect(await community.as(workspaceKey).get(path)).toMatchObject({
        status: 403,
        body: { code: 'API_KEY_REFUSED' },
      });
      expect((await community.as(cookie).get(path)).status).toBe(200);
    });
  });

  describe('Cloud sessions', () => {
    it('a token of the operator is a session of the person with that identity', async () => {
      const owner = await person();
      const answer = await cloud.as(await token(owner.identity)).get('/v1/probe/person');
      expect(answer.body).toMatchObject({ credential: 'session', userId: owner.userId });
      expect((await cloud.as(await token('nobody')).get('/v1/probe/person')).status).toBe(401);
    });

    it('whatever is wrong with a token, it is no session and never a fault', async () => {
      const { identity } = await person();
      const now = Math.floor(Date.now() / 1000);
      const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
      const bad = [
        await token(identity, { exp: now - 61 }),
        await token(identity, { exp: undefined }),
        await token(identity, { sub: undefined }),
        await token(identity, { sub: `${identity}\u0000` }),
        await token(identity, { iss: 'https://evil.example' }),
        await token(identity, { aud: 'other' }),
        await token(identity, {}, { kid: 'unknown' }),
        await token(identity, {}, { alg: 'none' }),
        await token(identity, {}, { alg: 'HS256' }),
        await token(identity, {}, { crit: ['exp'], b64: true }),
        await token(identity, {}, {}, other),
        'not.a.token',
        'e30.e30.',
      ];
      for (const bearer of bad) {
        expect(await cloud.as(bearer).get('/v1/probe/person')).toMatchObject({ status: 401, body: INVALID });
      }
      expect((await cloud.as(await token(identity, { exp: now - 30 })).get('/v1/probe/person')).status).toBe(
        200,
      );
    });

    it('cookies mean nothing on Cloud, bearer tokens nothing on self-hosted', async () => {
      const { owner, cookie } = await personalKeys();
      expect((await cloud.as(cookie).get('/v1/probe/person')).status).toBe(401);
      expect((await community.as(await token(owner.identity)).get('/v1/probe/person')).status).toBe(401);
    });

    it('01 §3.4, R48 invented key ids keep no published key from being read, and cost one reading a minute', async () => {
      const signers = new Map(
        ['k1', 'k2'].map((kid) => [kid, generateKeyPairSync('rsa', { modulusLength: 2048 })]),
      );
      const published = ['k1'];
      let reads = 0;
      const publisher = createServer((_, response) => {
        reads++;
        const keys = published.map((kid) => ({
          ...signers.get(kid)!.publicKey.export({ format: 'jwk' }),
          ...{ kid, use: 'sig', alg: 'RS256' },
        }));
        response.end(JSON.stringify({ keys }));
      });
      await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
      try {
        const own = await start({
          EDITION: 'cloud',
          SESSION_JWT_ISSUER: 'https://id.example.test',
          SESSION_JWT_JWKS_URL: `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/keys`,
          OAUTH_STATE_SECRET: SECRET,
        });
        const { identity } = await person();
        const ask = async (kid: string, signer = kid) =>
          (
            await own
              .as(await token(identity, {}, { kid }, signers.get(signer)!.privateKey))
              .get('/v1/probe/person')
          ).status;
        expect(await ask('k1')).toBe(200);
        published.push('k2');
        for (let invented = 0; invented < 30; invented++)
          expect(await ask(`invented-${invented}`, 'k1')).toBe(401);
        expect([await ask('k2'), await ask('k1'), reads]).toEqual([200, 200, 2]);
      } finally {
        publisher.close();
        publisher.closeAllConnections();
      }
    });

    it.each([301, 302, 303, 307, 308])(
      'keys are read where the operator said, not where a %i leads',
      async (status) => {
        const keys = new URL(`http://127.0.0.1:${(jwks.address() as AddressInfo).port}/keys`);
        let asked = 0;
        const count = () => void asked++;
        jwks.on('request', count);
        const mover = createServer((_, response) =>
          response.writeHead(status, { location: keys.href }).end(),
        );
        await new Promise<void>((resolve) => mover.listen(0, '127.0.0.1', resolve));
        try {
          const own = await start({
            EDITION: 'cloud',
            SESSION_JWT_ISSUER: 'https://id.example.test',
            SESSION_JWT_JWKS_URL: `http://127.0.0.1:${(mover.address() as AddressInfo).port}/keys`,
            OAUTH_STATE_SECRET: SECRET,
          });
          const { identity } = await person();
          expect((await own.as(await token(identity)).get('/v1/probe/person')).status).toBe(401);
          expect(asked).toBe(0);
        } finally {
          mover.close();
          mover.closeAllConnections();
          jwks.off('request', count);
        }
      },
    );

    it('keys whose publisher is down make no faults', async () => {
      const offline = await start({
        EDITION: 'cloud',
        SESSION_JWT_ISSUER: 'https://id.example.test',
        SESSION_JWT_JWKS_URL: 'http://127.0.0.1:1/keys',
        OAUTH_STATE_SECRET: SECRET,
      });
      const { identity } = await person();
      expect((await offline.as(await token(identity)).get('/v1/probe/person')).body).toEqual(INVALID);
    });
  });

  describe('throttles', () => {
    /** Windows are aligned to the minute: a test that counts must not straddle one. */
    beforeEach(() => roomInThrottleWindow(3));

    const from = (address: string) => community.with({ 'x-forwarded-for': address });

    it('01-35 the sixth sign-in for one e-mail from one address is refused, another e-mail is not', async () => {
      const attempt = (email: string) => from('203.0.113.7').post('/auth/probe/sign-in', { email });
      for (let count = 1; count <= 5; count++) expect((await attempt('a@example.test')).status).toBe(201);
      const refused = await attempt(' A@example.test');
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({ message: expect.any(String) });
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(refused.headers['x-retry-after']).toBe(refused.headers['retry-after']);
      expect((await attempt('b@example.test')).status).toBe(201);
      expect(
        (await from('203.0.113.8').post('/auth/probe/sign-in', { email: 'a@example.test' })).status,
      ).toBe(201);
    });

    it('a refusal on /v1 is an envelope, and processes share their counters', async () => {
      const send = (client: ApiClient) =>
        client.with({ 'x-forwarded-for': '203.0.113.9' }).post('/v1/probe/bootstrap');
      for (let count = 1; count <= 5; count++)
        expect((await send(count % 2 ? community : enterprise)).status).toBe(201);
      const refused = await send(enterprise);
      expect(refused).toMatchObject({ status: 429, body: { error: { type: 'rate_limit_error' } } });
      expect(refused.headers['retry-after']).toMatch(/^\d+$/);
      expect(refused.headers['x-retry-after']).toBeUndefined();
    });

    it('API_RATE_LIMIT_PER_MINUTE counts each credential for itself', async () => {
      const limited = await start({ API_RATE_LIMIT_PER_MINUTE: '3' });
      const { workspaceKey, orgKey } = await personalKeys();
      const get = async (credential: string) => (await limited.as(credential).get('/v1/probe/person')).status;
      const seen = [];
      for (let count = 0; count < 4; count++) seen.push(await get(workspaceKey));
      expect(seen).toEqual([200, 200, 200, 429]);
      expect(await get(orgKey)).toBe(200);
      expect((await limited.get('/v1/probe/open')).status).toBe(200);
    });

    it('counters that cannot be kept let requests pass', async () => {
      await database.query('ALTER TABLE throttle_counters RENAME TO away');
      try {
        for (let count = 0; count < 7; count++) {
          expect((await from('203.0.113.10').post('/v1/probe/bootstrap')).status).toBe(201);
        }
      } finally {
        await database.query('ALTER TABLE away RENAME TO throttle_counters');
      }
    });
  });

  it('a route about which nobody said who may call it stops the boot and is named', async () => {
    const app = await build({}, [ForgottenController]);
    await expect(app.init()).rejects.toThrow('GET /v1/forgotten (ForgottenController.open)');
    await app.close();
  });

  it('a guard that slipped in among those of the chain stops the boot', async () => {
    const app = await build({}, []);
    app.useGlobalGuards({ canActivate: () => true });
    await expect(app.init()).rejects.toThrow('EnterpriseGuard, BrowserOriginGuard');
    await app.close();
  });

  /** A session token as the operator's sign-in service would make it; `undefined` leaves a claim out. */
  async function token(
    subject: string,
    claims: Record<string, unknown> = {},
    header: Record<string, unknown> = {},
    withKey = signingKey,
  ): Promise<string> {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(Date.now() / 1000) + 300;
    const standard = { sub: subject, iss: 'https://id.example.test', aud: 'cg', exp };
    const head = { alg: 'RS256', kid: 'k1', typ: 'JWT', ...header };
    const input = `${part(head)}.${part({ ...standard, ...claims })}`;
    return `${input}.${sign('sha256', Buffer.from(input), withKey).toString('base64url')}`;
  }
});

function ignore(): void {}
