import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PASSWORD, someAddress } from '../../harness/people/accounts.js';
import { askThrough } from '../../harness/clients/agent.js';
import { type Answer, api } from '../../harness/clients/client.js';
import { inTurn, whileHeld } from '../../harness/database/contention.js';
import { stranger } from '../../harness/people/newcomers.js';
import {
  addMember,
  claim,
  type Customer,
  customer,
  makePartner,
  OPERATOR,
  operator,
  type Provided,
  provide,
  someEmail,
  tokenIn,
  type TestPartner,
} from '../../harness/people/partners.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';

let server: TestServer;
let partner: TestPartner;
let other: TestPartner;

beforeAll(async () => {
  server = await startServer(OPERATOR);
  partner = await makePartner(server, 'Reseller');
  other = await makePartner(server, 'Rival');
});

afterAll(() => server?.close());

/** Answers that wait or never end. */
const HELD_OPEN = /stream|events|pending/;
/** What the key says about itself, and records: they keep who wrote them as text (07 A7.4.5). */
const KEEPS_THE_ADDRESS = ['/v1/user', '/v1/org/audit-logs', '/v1/org/invitations', '/v1/team/provisions'];

async function placeholderOf({ organizationId }: Pick<Provided, 'organizationId'>) {
  const [placeholder] = await server.db.query<{ id: string; email: string }>(
    `SELECT u.id, u.email FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1`,
    [organizationId],
  );
  return placeholder!;
}

const row = (organizationId: string) => partner.api.get(`/v1/partner/orgs/${organizationId}`);

describe('organizations of a partner (07 A6)', () => {
  it('07-1 are made with keys, an agent and a link, and listed as unclaimed', async () => {
    const made = await partner.api.post('/v1/partner/orgs', { name: '  Acme  ' });
    expect(made.status).toBe(201);
    expect(made.headers['cache-control']).toContain('no-store');
    expect(made.body).toEqual({
      organizationId: expect.stringMatching(/^[a-z]{16}$/),
      projectId: expect.stringMatching(/^[a-z]{16}$/),
      orgApiKey: expect.stringMatching(/^oc_org_[0-9a-f]{64}$/),
      projectApiKey: expect.stringMatching(/^oc_[0-9a-f]{64}$/),
      agentToken: expect.stringMatching(/^aoc_[0-9a-f]{64}$/),
      claimUrl: expect.stringMatching(/\/claim\?token=[0-9a-f]{64}$/),
    });
    const { organizationId, projectId, projectApiKey, orgApiKey } = made.body;
    const { body } = await partner.api.get('/v1/partner/orgs');
    expect(body[0]).toEqual({
      id: organizationId,
      name: 'Acme',
      slug: expect.stringMatching(/^acme/),
      createdAt: expect.any(String),
      status: 'unclaimed',
      claimedByEmail: null,
      claimedAt: null,
      detachedAt: null,
      claimExpiresAt: null,
      projects: [{ id: projectId, name: 'Default', slug: 'default', createdAt: expect.any(String) }],
    });
    const agents = await api(server).as(projectApiKey).get('/v1/agents');
    expect(agents.body).toMatchObject([{ name: 'Default Agent', identifier: 'default', isDefault: true }]);
    const organization = await api(server).as(orgApiKey).get('/v1/org');
    expect(organization.body).toMatchObject({ id: organizationId, claimed: false, memberCount: 0 });
  });

  it('07-2 need a name of 1 to 255 characters, and nothing is stored without', async () => {
    const before = await partner.api.get('/v1/partner/orgs');
    for (const name of ['x'.repeat(256), '   ', 7, null, 'a\u0000b']) {
      const refused = await partner.api.post('/v1/partner/orgs', { name });
      expect(refused.status).toBe(400);
      expect(refused.body).toEqual({ error: expect.any(String) });
    }
    expect((await partner.api.get('/v1/partner/orgs')).body).toEqual(before.body);
    const odd = '<b>"Ümläut" & Söhne</b> 株式会社 🦊';
    const { organizationId } = await provide(partner, odd);
    expect((await row(organizationId)).body).toMatchObject({ name: odd });
    expect((await partner.api.get('/v1/partner/orgs?status=gone')).status).toBe(400);
  });

  it('07-3 take a partner’s credential and nothing else, which opens nothing else', async () => {
    const { orgApiKey, projectApiKey, agentToken } = await provide(partner);
    const unknown = {
      status: 401,
      body: { error: { message: 'Invalid API key or token.', type: 'authentication_error' } },
    };
    for (const bearer of [orgApiKey, projectApiKey, agentToken, `oc_partner_${'0'.repeat(64)}`])
      expect(await api(server).as(bearer).get('/v1/partner/orgs')).toMatchObject(unknown);
    for (const path of ['/v1/agents', '/v1/org', '/v1/user', '/v1/workspaces'])
      expect(await partner.api.get(path)).toMatchObject(unknown);
    expect(await partner.api.post('/v1/claims', { token: 'x' })).toMatchObject(unknown);
    expect((await partner.api.get('/scim/v2/Users')).status).not.toBe(200);
    const stranger = await customer(server);
    const refused = await stranger.session.get('/v1/partner/orgs');
    expect(refused).toMatchObject({ status: 403, body: { error: { type: 'authentication_error' } } });
    const scoped = partner.api.with({ 'x-project-id': 'nonsense', 'x-organization-id': 'nonsense' });
    const ignored = await scoped.get('/v1/partner');
    expect(ignored.status).toBe(200);
    expect(ignored.headers).not.toHaveProperty('deprecation');
  });

  it('show nobody the placeholder that owns them as a person, whatever is done with its keys', async () => {
    const made = await provide(partner, 'Nobody');
    const { email, id } = await placeholderOf(made);
    const licensed = await startReplica(server, { ...OPERATOR, ENTERPRISE_ENABLED: 'true' });
    try {
      const keys = {
        orgApiKey: api(licensed).as(made.orgApiKey),
        projectApiKey: api(licensed).as(made.projectApiKey),
      };
      const rule = { name: 'No x', action: 'block', targets: [{ kind: 'network', hostPattern: 'x.test' }] };
      for (const [path, body] of Object.entries({
        '/v1/workspaces': { name: 'Second' },
        '/v1/org/policy/rules': rule,
        '/v1/org/scim/tokens': { label: 'Directory' },
        '/v1/org/groups': { name: 'Everybody' },
        '/v1/org/invitations': { email: someEmail(), role: 'member' },
        '/v1/team/provisions': {},
      }))
        expect([path, (await keys.orgApiKey.post(path, body)).status]).toEqual([path, 201]);
      await server.db.query(
        `INSERT INTO request_log (organization_id, workspace_id, method, host, path, provider, status, latency_ms,
           injection_count, llm_host, extra_data, created_at)
         VALUES ($1, $2, 'GET', 'x.test', '/', 'x.test', 200, 1, 0, false, $3, now())`,
        [made.organizationId, made.projectId, JSON.stringify({ approved_by: id })],
      );
      const { body: document } = await api(licensed).get('/openapi.json');
      const paths = Object.entries<object>(document.paths)
        .filter(([path, methods]) => path.startsWith('/v1/') && !path.includes('{') && 'get' in methods)
        .map(([path]) => path);
      const showing: string[] = [];
      let answered = 0;
      for (const path of paths.filter((one) => !HELD_OPEN.test(one) && !KEEPS_THE_ADDRESS.includes(one)))
        for (const [name, key] of Object.entries(keys)) {
          const { status, body } = await key.get(path);
          if (status === 200) answered += 1;
          if (JSON.stringify(body ?? null).includes(email)) showing.push(`${path} with ${name}`);
        }
      expect(answered).toBeGreaterThan(40);
      expect(showing).toEqual([]);
      const [own] = (await keys.orgApiKey.get('/v1/workspaces')).body;
      expect(own).toMatchObject({ id: made.projectId, owner: null });
      expect((await keys.orgApiKey.get('/v1/org/policy/last-publish')).body).toMatchObject({
        appliedBy: null,
      });
      expect((await keys.orgApiKey.get('/v1/org/scim/tokens')).body).toMatchObject([
        { createdByEmail: null },
      ]);
      expect((await keys.projectApiKey.get('/v1/activity')).body.logs).toMatchObject([{ approvedBy: null }]);
      const usage = (await keys.orgApiKey.get('/v1/org')).body;
      expect(usage.memberCount).toBe(0);
      for (const path of [`/v1/org/members/${id}`, `/v1/org/members/${id}/removal-impact`])
        expect([path, (await keys.orgApiKey.get(path)).status]).toEqual([path, 404]);
      const access = await keys.orgApiKey.get(`/v1/workspaces/${made.projectId}/access`);
      expect([access.status, access.text]).toEqual([200, expect.not.stringContaining(id)]);
      const { token } = (await keys.orgApiKey.post('/v1/org/scim/tokens', { label: 'Another' })).body;
      const directory = api(licensed).as(token);
      const listed = await directory.get('/scim/v2/Users');
      expect([listed.status, listed.body.totalResults]).toEqual([200, 0]);
      expect((await directory.get(`/scim/v2/Users/${id}`)).status).toBe(404);
      const matched = {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: email,
        active: true,
      };
      expect((await directory.post('/scim/v2/Users', matched)).status).toBe(400);
      const group = (await keys.orgApiKey.post('/v1/org/groups', { name: 'With nobody' })).body.id;
      const members = await keys.orgApiKey.put(`/v1/org/groups/${group}/members`, { userIds: [id] });
      expect(members.status).toBeGreaterThanOrEqual(400);
    } finally {
      await licensed.close();
    }
  });

  it('let nobody sign in, sign up or be looked up as the placeholder', async () => {
    const { email } = await placeholderOf(await provide(partner, 'Nobody'));
    const ask = async (path: string, address: string) => {
      const from = api(server).with({ 'x-forwarded-for': someAddress() });
      const answer = await from.post(path, { email: address, password: PASSWORD, name: 'Thief' });
      return [answer.status, answer.body];
    };
    for (const path of ['/auth/sign-in/email', '/auth/sign-up/email', '/auth/request-password-reset'])
      expect([path, ...(await ask(path, email))]).toEqual([
        path,
        ...(await ask(path, 'nobody@placeholder.invalid')),
      ]);
    const links = await server.db.query(
      `SELECT 1 FROM password_reset_tokens t JOIN users u ON u.id = t.user_id WHERE u.email = $1`,
      [email],
    );
    expect(links).toEqual([]);
    for (const refused of [
      await partner.api.post('/v1/partner/members', { email, role: 'member' }),
      await operator(server).post('/v1/operator/partners', { name: 'Thief', ownerEmail: email }),
    ])
      expect([refused.status, refused.body]).toEqual([400, { error: expect.any(String) }]);
  });

  it('07-4 are their partner’s alone', async () => {
    const { organizationId, projectId } = await provide(partner);
    const path = `/v1/partner/orgs/${organizationId}`;
    const answers = await Promise.all([
      other.api.get(path),
      other.api.post(`${path}/rotate-tokens`),
      other.api.post(`${path}/claim-link`),
      other.api.delete(path),
      other.api.get(`${path}/projects`),
      other.api.post(`${path}/projects`, { name: 'Mine' }),
      other.api.delete(`${path}/projects/${projectId}`),
      other.api.get('/v1/partner/orgs/nothing'),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body.error.type).toBe('not_found_error');
    }
    expect((await other.api.get('/v1/partner/orgs')).body).toEqual([]);
    expect((await row(organizationId)).body).toMatchObject({
      status: 'unclaimed',
      projects: [{ id: projectId }],
    });
  });

  it('07-7 know the last link only', async () => {
    const made = await provide(partner);
    const { claimUrl } = (await partner.api.post(`/v1/partner/orgs/${made.organizationId}/claim-link`)).body;
    const person = await customer(server);
    for (const path of ['/v1/claims/preview', '/v1/claims']) {
      const old = await person.session.post(path, { token: tokenIn(made.claimUrl) });
      expect(old).toMatchObject({ status: 404, body: { error: { type: 'not_found_error' } } });
    }
    const { body } = await api(server).post('/v1/claims/preview', { token: tokenIn(claimUrl) });
    expect(body).toEqual({
      kind: 'organization',
      organizationName: 'Acme',
      partnerName: 'Reseller',
      claimable: true,
      reason: null,
    });
    expect((await claim(person, { claimUrl })).status).toBe(200);
  });

  it('07-8 get new keys, while their agents keep their tokens', async () => {
    const made = await provide(partner);
    const works = async (bearer: string, path: string) => (await api(server).as(bearer).get(path)).status;
    const rotated = await partner.api.post(`/v1/partner/orgs/${made.organizationId}/rotate-tokens`);
    expect(rotated.body).toEqual({
      orgApiKey: expect.stringMatching(/^oc_org_/),
      projectApiKey: expect.stringMatching(/^oc_[0-9a-f]{64}$/),
      projectId: made.projectId,
    });
    expect(await works(made.orgApiKey, '/v1/org')).toBe(401);
    expect(await works(made.projectApiKey, '/v1/agents')).toBe(401);
    expect(await works(rotated.body.orgApiKey, '/v1/org')).toBe(200);
    const agents = await api(server).as(rotated.body.projectApiKey).get('/v1/agents');
    expect(agents.body[0].accessToken ?? made.agentToken).toBe(made.agentToken);
  });

  it('07 §A6 get no new keys for projects beside the default one', async () => {
    const made = await provide(partner);
    const path = `/v1/partner/orgs/${made.organizationId}`;
    const { id } = (await partner.api.post(`${path}/projects`, { name: 'Second' })).body;
    const inSecond = (key: string) => api(server).as(key).inWorkspace(id).get('/v1/user/api-key');
    const before = (await inSecond(made.orgApiKey)).body.apiKey;
    const { orgApiKey } = (await partner.api.post(`${path}/rotate-tokens`)).body;
    expect((await inSecond(orgApiKey)).body.apiKey).toBe(before);
    expect((await api(server).as(before).get('/v1/agents')).status).toBe(200);
    const asAgent = await askThrough(server, partner.key, 'http://api.example.test/');
    expect(asAgent.status).toBe(407);
  });

  it('07 §A15.4 are read without a trace', async () => {
    const { organizationId } = await provide(partner);
    const state = () =>
      server.db.query(
        `SELECT (SELECT count(*) FROM audit_log) AS entries, (SELECT count(*) FROM api_keys) AS keys,
           (SELECT md5(string_agg(p::text, '')) FROM partner_organizations p) AS organizations`,
      );
    const before = await state();
    const path = `/v1/partner/orgs/${organizationId}`;
    for (const read of [path, `${path}/projects`, `${path}/budgets`, '/v1/partner/orgs', '/v1/partner'])
      expect([read, (await partner.api.get(read)).status]).toEqual([read, 200]);
    for (const read of ['/v1/partner/members', '/v1/partner/secrets', '/v1/partner/audit-logs'])
      expect([read, (await partner.api.get(read)).status]).toEqual([read, 200]);
    expect(await state()).toEqual(before);
  });

  it('are deleted with everything in them, and leave one entry in the partner’s log', async () => {
    const made = await provide(partner, 'Short-lived');
    expect((await partner.api.delete(`/v1/partner/orgs/${made.organizationId}`)).status).toBe(204);
    expect((await row(made.organizationId)).status).toBe(404);
    expect((await api(server).as(made.orgApiKey).get('/v1/org')).status).toBe(401);
    const people = await server.db.query(
      `SELECT 1 FROM users u WHERE u.email LIKE 'partner-%@placeholder.invalid'
       AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.id)`,
    );
    expect(people).toEqual([]);
    const log = await partner.api.get('/v1/partner/audit-logs?limit=1');
    expect(log.body.data).toMatchObject([
      {
        action: 'delete',
        service: 'organization',
        source: 'partner',
        userEmail: 'partner-key (Reseller)',
        metadata: { organizationId: made.organizationId, name: 'Short-lived', projectId: made.projectId },
      },
    ]);
  });

  it('are out of reach of whoever is suspended while waiting', async () => {
    const doomed = await makePartner(server, 'Doomed');
    const { organizationId } = await provide(doomed);
    await operator(server).patch(`/v1/operator/partners/${doomed.id}`, { status: 'suspended' });
    const refused = await doomed.api.delete(`/v1/partner/orgs/${organizationId}`);
    expect(refused).toMatchObject({ status: 403, body: { error: { type: 'authentication_error' } } });
    await operator(server).patch(`/v1/operator/partners/${doomed.id}`, { status: 'active' });
    expect((await doomed.api.get(`/v1/partner/orgs/${organizationId}`)).status).toBe(200);
  });
});

describe('projects of an unclaimed organization (07 A9)', () => {
  it('07-13 go until one is left, and the oldest is the default then', async () => {
    const made = await provide(partner);
    const path = `/v1/partner/orgs/${made.organizationId}/projects`;
    for (const spelling of [`${path}/${made.projectId}`, `${path}?projectId=${made.projectId}`]) {
      const last = await partner.api.delete(spelling);
      expect(last).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } });
    }
    const second = await partner.api.post(path, { name: 'Second' });
    expect(second).toMatchObject({ status: 201, body: { name: 'Second', slug: 'second' } });
    expect((await partner.api.post(path, { name: 'second' })).status).toBe(409);
    expect((await partner.api.post(path, { name: 'x' })).body).toEqual({ error: expect.any(String) });
    expect((await partner.api.delete(path)).body).toEqual({ error: expect.any(String) });
    expect((await partner.api.delete(`${path}/nothing`)).status).toBe(404);
    expect((await partner.api.delete(`${path}?projectId=${made.projectId}`)).status).toBe(204);
    expect((await api(server).as(made.projectApiKey).get('/v1/agents')).status).toBe(401);
    const rotated = await partner.api.post(`/v1/partner/orgs/${made.organizationId}/rotate-tokens`);
    expect(rotated.body.projectId).toBe(second.body.id);
    const agents = await api(server).as(rotated.body.projectApiKey).get('/v1/agents');
    expect(agents.body).toMatchObject([{ identifier: 'default' }]);
    expect((await partner.api.get(path)).body).toMatchObject([{ id: second.body.id }]);
  });
});

describe('claims (07 A7)', () => {
  it('07-9 make the claimer the owner, and with the keys kept everything goes on working', async () => {
    const made = await provide(partner);
    const person = await customer(server);
    const claimed = await claim(person, made, { partnerKeys: 'keep' });
    expect(claimed).toMatchObject({ status: 200 });
    expect(claimed.body).toEqual({ organizationId: made.organizationId, organizationName: 'Acme' });
    const inside = person.session.with({ 'x-organization-id': made.organizationId });
    expect((await inside.get('/v1/org')).body).toMatchObject({
      role: 'owner',
      claimed: true,
      memberCount: 1,
    });
    const team = await inside.get('/v1/org/team');
    expect(JSON.stringify(team.body)).not.toContain('placeholder.invalid');
    expect((await api(server).as(made.orgApiKey).get('/v1/user')).body.email).toBe(person.email);
    expect((await api(server).as(made.projectApiKey).get('/v1/agents')).status).toBe(200);
    const synced = await person.session.get('/v1/auth/session');
    expect(synced.body).toMatchObject({ organizationId: made.organizationId, workspaceId: made.projectId });
    const log = await inside.get('/v1/org/audit-logs');
    expect(log.body.items[0]).toMatchObject({ action: 'claim', service: 'organization', source: 'api' });
    expect(log.body.items.at(-1)).toMatchObject({
      action: 'create',
      userEmail: 'Reseller',
      source: 'partner',
    });
  });

  it('give a member who has keys already theirs and the placeholder’s', async () => {
    const made = await provide(partner);
    const person = await customer(server);
    await server.db.query(
      `INSERT INTO memberships (organization_id, user_id, role, status) VALUES ($1, $2, 'admin', 'active')`,
      [made.organizationId, person.userId],
    );
    const inside = person.session.with({ 'x-organization-id': made.organizationId });
    const own = (await inside.get('/v1/org/api-key')).body.apiKey;
    await server.db.query(
      `UPDATE memberships SET status = 'suspended' WHERE organization_id = $1 AND user_id = $2`,
      [made.organizationId, person.userId],
    );
    expect((await claim(person, made, { partnerKeys: 'keep' })).status).toBe(200);
    for (const key of [own, made.orgApiKey])
      expect((await api(server).as(key).get('/v1/user')).body.email).toBe(person.email);
    expect((await inside.get('/v1/org/api-key')).body.apiKey).toBe(own);
    const fresh = (await inside.post('/v1/org/api-key/regenerate')).body.apiKey;
    for (const key of [own, made.orgApiKey])
      expect((await api(server).as(key).get('/v1/user')).status).toBe(401);
    expect((await api(server).as(fresh).get('/v1/org')).status).toBe(200);
  });

  it('07-10 have one winner among twenty at once, who may ask again', async () => {
    const made = await provide(partner);
    const people = await Promise.all(Array.from({ length: 20 }, () => customer(server)));
    const answers = await Promise.all(people.map((person) => claim(person, made)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({ status: 409, body: { error: { type: 'invalid_request_error' } } });
    expect((await claim(people[answers.indexOf(winners[0]!)]!, made)).body).toEqual(winners[0]!.body);
    const owners = await server.db.query(`SELECT 1 FROM memberships WHERE organization_id = $1`, [
      made.organizationId,
    ]);
    expect(owners).toHaveLength(1);
  });

  it('07-11 take a session and a token', async () => {
    const { orgApiKey, claimUrl } = await provide(partner);
    const token = tokenIn(claimUrl);
    const withKey = await api(server).as(orgApiKey).post('/v1/claims', { token });
    expect(withKey).toMatchObject({ status: 403, body: { error: expect.any(String) } });
    const withNothing = await api(server).post('/v1/claims', { token });
    expect(withNothing).toMatchObject({ status: 401, body: { error: { type: 'authentication_error' } } });
    const person = await customer(server);
    for (const body of [{}, { token: 7 }, { token, more: true }, { token, partnerKeys: 'some' }]) {
      const refused = await person.session.post('/v1/claims', body);
      expect(refused).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    }
    expect((await person.session.post('/v1/claims', { token: 'f'.repeat(64) })).status).toBe(404);
  });

  it('07-12 end what the partner may do', async () => {
    const made = await provide(partner);
    const person = await customer(server);
    await claim(person, made);
    const path = `/v1/partner/orgs/${made.organizationId}`;
    const refused = await Promise.all([
      partner.api.post(`${path}/claim-link`),
      partner.api.post(`${path}/rotate-tokens`),
      partner.api.delete(path),
      partner.api.get(`${path}/projects`),
      partner.api.post(`${path}/projects`, { name: 'More' }),
      partner.api.delete(`${path}/projects/${made.projectId}`),
    ]);
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 403, body: { error: { type: 'authentication_error' } } });
    expect((await row(made.organizationId)).body).toMatchObject({
      status: 'claimed',
      claimedByEmail: person.email,
      claimedAt: expect.any(String),
      projects: [],
    });
    const { body } = await api(server).post('/v1/claims/preview', { token: tokenIn(made.claimUrl) });
    expect(body).toMatchObject({ claimable: false, reason: 'claimed' });
    const claimed = await partner.api.get('/v1/partner/orgs?status=claimed');
    expect(claimed.body.map(({ id }: { id: string }) => id)).toContain(made.organizationId);
  });

  it('are taken on the path of prepared accounts too, without a licence, in its words', async () => {
    const made = await provide(partner);
    const [person, late] = [await customer(server), await customer(server)];
    const token = tokenIn(made.claimUrl);
    const path = '/v1/provisions/claim';
    const byPartner = await partner.api.post(path, { token });
    expect(byPartner).toMatchObject({
      status: 401,
      body: { error: { message: 'Invalid API key or token.', type: 'authentication_error' } },
    });
    expect((await person.session.post(path, { token })).body).toEqual({
      organizationId: made.organizationId,
      organizationName: 'Acme',
    });
    const refused = await late.session.post(path, { token });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    // 05 §1.1.3: before anything else is asked for, and of whatever is no partner's token.
    const bodies = [{ token: 'f'.repeat(64) }, { token: 'x'.repeat(10_000) }, { token: 1 }, {}, [token]];
    for (const caller of [late.session, stranger(server), partner.api])
      for (const body of bodies)
        expect(await caller.post(path, body)).toMatchObject({
          status: 403,
          body: { error: { type: 'enterprise_license_required' } },
        });
    expect((await stranger(server).post(path, { token })).status).toBe(401);
  });

  it('are for the partner’s own staff like for anybody, and give them what anybody gets', async () => {
    const made = await provide(partner);
    const staff = await addMember(server, partner, 'member');
    expect((await claim({ session: staff.portal }, made)).status).toBe(200);
    const inside = staff.portal.with({ 'x-organization-id': made.organizationId });
    expect((await inside.get('/v1/org')).body).toMatchObject({ role: 'owner' });
    expect((await partner.api.post(`/v1/partner/orgs/${made.organizationId}/rotate-tokens`)).status).toBe(
      403,
    );
  });

  it('go on working while the partner is suspended', async () => {
    const doomed = await makePartner(server, 'Suspended');
    const made = await provide(doomed);
    await operator(server).patch(`/v1/operator/partners/${doomed.id}`, { status: 'suspended' });
    expect((await claim(await customer(server), made)).status).toBe(200);
  });

  it('end by time where the operator says so, and start again with a new link', async () => {
    const made = await provide(partner);
    await server.db.query(
      `UPDATE partner_organizations SET expires_at = now() - interval '1 second' WHERE organization_id = $1`,
      [made.organizationId],
    );
    const person = await customer(server);
    expect(await claim(person, made)).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error' } },
    });
    const preview = await api(server).post('/v1/claims/preview', { token: tokenIn(made.claimUrl) });
    expect(preview.body).toMatchObject({ claimable: false, reason: 'expired' });
    expect((await row(made.organizationId)).body.status).toBe('unclaimed');
    const again = await partner.api.post(`/v1/partner/orgs/${made.organizationId}/claim-link`);
    expect((await claim(person, again.body)).status).toBe(200);
  });

  it('07 §A7.1 end after the days the operator says, which begin again with a new link', async () => {
    const limited = await startReplica(server, { ...OPERATOR, PARTNER_CLAIM_TTL_DAYS: '3' });
    try {
      const by = { api: api(limited).as(partner.key) };
      const { organizationId } = await provide(by);
      const path = `/v1/partner/orgs/${organizationId}`;
      const days = async () => {
        const { claimExpiresAt, createdAt } = (await by.api.get(path)).body;
        return (Date.parse(claimExpiresAt) - Date.parse(createdAt)) / 86_400_000;
      };
      expect(await days()).toBeCloseTo(3, 2);
      await server.db.query(
        `UPDATE partner_organizations SET expires_at = now() - interval '1 day' WHERE organization_id = $1`,
        [organizationId],
      );
      const person = await customer(server);
      const { body } = await by.api.post(`${path}/claim-link`);
      expect(await days()).toBeCloseTo(3, 2);
      expect((await claim(person, body)).status).toBe(200);
      expect((await by.api.get(path)).body.claimExpiresAt).toBeNull();
    } finally {
      await limited.close();
    }
  });

  it('07 §A7.4 make what the placeholder made the claimer’s, and end their onboarding', async () => {
    const made = await provide(partner);
    await api(server).as(made.orgApiKey).post('/v1/workspaces', { name: 'Second' });
    await api(server)
      .as(made.orgApiKey)
      .post('/v1/org/policy/rules', {
        name: 'No x',
        action: 'block',
        targets: [{ kind: 'network', hostPattern: 'x.test' }],
      });
    const person = await customer(server);
    expect((await claim(person, made)).status).toBe(200);
    const inside = person.session.with({ 'x-organization-id': made.organizationId });
    const { body: workspaces } = await inside.get('/v1/workspaces');
    expect(workspaces).toHaveLength(2);
    for (const { owner } of workspaces)
      expect(owner).toMatchObject({ email: person.email, isCurrentUser: true });
    expect((await inside.get('/v1/org/policy/rules')).text).toContain('No x');
    const [{ completed }] = (await server.db.query(
      'SELECT onboarding_completed_at IS NOT NULL AS completed FROM users WHERE id = $1',
      [person.userId],
    )) as [{ completed: boolean }];
    expect(completed).toBe(true);
    const both = await server.db.query<{ partner: boolean; metadata: object }>(
      `SELECT partner_id IS NOT NULL AS partner, metadata FROM audit_log
       WHERE action = 'claim' AND (organization_id = $1 OR metadata->>'organizationId' = $1) ORDER BY 1`,
      [made.organizationId],
    );
    expect(both).toEqual([
      {
        partner: false,
        metadata: {
          email: person.email,
          projectId: made.projectId,
          partnerKeys: 'end',
          keysEnded: expect.any(Number),
        },
      },
      { partner: true, metadata: { email: person.email, organizationId: made.organizationId } },
    ]);
    // Written as the placeholder, of whom nothing else is left.
    const log = await inside.get('/v1/org/audit-logs');
    const written = log.body.items.filter(({ userEmail }: { userEmail: string }) =>
      /^partner-/.test(userEmail),
    );
    expect(written.length).toBeGreaterThan(1);
    for (const entry of written)
      expect(entry).toMatchObject({
        userId: null,
        userEmail: expect.stringMatching(/@placeholder\.invalid$/),
      });
  });

  it('are counted by person and by address, on both paths', async () => {
    const person = await customer(server);
    for (const [path, most] of [
      ['/v1/claims', 30],
      ['/v1/provisions/claim', 20],
    ] as const) {
      const guesses = await Promise.all(
        Array.from({ length: most + 1 }, () => person.session.post(path, { token: 'e'.repeat(64) })),
      );
      expect([path, guesses.filter(({ status }) => status === 429).length]).toEqual([path, 1]);
    }
    const elsewhere = person.session.with({ 'x-forwarded-for': someAddress() });
    expect((await elsewhere.post('/v1/claims', { token: 'e'.repeat(64) })).status).toBe(429);
  });

  it('are counted by address, so that nobody guesses', async () => {
    const from = api(server).with({ 'x-forwarded-for': '198.51.100.77' });
    const guesses = await Promise.all(
      Array.from({ length: 31 }, (_, at) =>
        from.post('/v1/claims/preview', { token: at.toString(16).padStart(64, '0') }),
      ),
    );
    const statuses = guesses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(30).fill(404), 429]);
    const refused = guesses.find(({ status }) => status === 429)!;
    expect(refused.body.error.type).toBe('rate_limit_error');
    expect(refused.headers['retry-after']).toBeDefined();
  });
});

describe('what happens at the same moment (07 A5)', () => {
  type Request = () => Promise<Answer>;
  let made: Provided;
  let person: Customer;
  let path: string;
  // Whose keys they are tells who came first.
  const claiming: Request = () => claim(person, made, { partnerKeys: 'keep' });
  const deleting: Request = () => partner.api.delete(path);
  const rotating: Request = () => partner.api.post(`${path}/rotate-tokens`);
  const reissuing: Request = () => partner.api.post(`${path}/claim-link`);
  const adding: Request = () => partner.api.post(`${path}/projects`, { name: 'Second' });

  beforeEach(async () => {
    made = await provide(partner);
    person = await customer(server);
    path = `/v1/partner/orgs/${made.organizationId}`;
  });

  const works = async (key: string) => (await api(server).as(key).get('/v1/user')).body.email ?? null;

  it.each<[string, Request, Request, number[]]>([
    ['a claim before a deletion', claiming, deleting, [200, 403]],
    ['a deletion before a claim', deleting, claiming, [204, 404]],
    ['a claim before a rotation', claiming, rotating, [200, 403]],
    ['a rotation before a claim', rotating, claiming, [200, 200]],
    ['a claim before a new link', claiming, reissuing, [200, 403]],
    ['a new link before a claim by the old one', reissuing, claiming, [200, 404]],
    ['a claim before a new project', claiming, adding, [200, 403]],
    ['a new project before a claim', adding, claiming, [201, 200]],
    ['a deletion before a rotation', deleting, rotating, [204, 404]],
    ['a rotation before a deletion', rotating, deleting, [200, 204]],
    ['a deletion before a deletion', deleting, deleting, [204, 404]],
  ])('%s: the second sees what the first has done', async (_order, first, second, statuses) => {
    const answers = await inTurn(server, made.organizationId, [first, second]);
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    const [claimed, deleted] = [claiming, deleting].map((one) => {
      const answer = answers[[first, second].indexOf(one)];
      return answer !== undefined && answer.status < 300;
    });
    const rotated = answers.find(({ body }) => body?.orgApiKey)?.body as Provided | undefined;
    const holder = claimed ? person.email : deleted ? null : (await placeholderOf(made)).email;
    expect(await works((rotated ?? made).orgApiKey)).toBe(holder);
    expect(await works((rotated ?? made).projectApiKey)).toBe(holder);
    if (rotated) expect([await works(made.orgApiKey), await works(made.projectApiKey)]).toEqual([null, null]);
    const left = await server.db.query(
      `SELECT m.role, u.email FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1`,
      [made.organizationId],
    );
    expect(left).toEqual(holder === null ? [] : [{ role: 'owner', email: holder }]);
    const bound = await server.db.query(
      `SELECT DISTINCT u.email FROM workspace_bindings b JOIN workspaces w ON w.id = b.workspace_id
       JOIN users u ON u.id = b.user_id WHERE w.organization_id = $1`,
      [made.organizationId],
    );
    expect(bound).toEqual(holder === null ? [] : [{ email: holder }]);
  });

  it.each([
    ['a claim before the end of the partner', true],
    ['the end of the partner before a claim', false],
  ])('%s leaves the customer all or nothing', async (_order, claimFirst) => {
    const doomed = await makePartner(server, 'Doomed');
    made = await provide(doomed);
    const ending: Request = () =>
      operator(server).delete(`/v1/operator/partners/${doomed.id}?deleteUnclaimed=true`);
    const requests = claimFirst ? [claiming, ending] : [ending, claiming];
    const answers = await inTurn(server, made.organizationId, requests);
    expect(answers.map(({ status }) => status)).toEqual(claimFirst ? [200, 204] : [204, 404]);
    expect(await works(made.orgApiKey)).toBe(claimFirst ? person.email : null);
    if (!claimFirst) return;
    const inside = person.session.with({ 'x-organization-id': made.organizationId });
    expect((await inside.get('/v1/org/partner/status')).body).toMatchObject({ status: 'none' });
    expect((await inside.post('/v1/org/partner/detach')).status).toBe(400);
  });

  it('everything at once ends in one state, and nobody is told of a fault of the server', async () => {
    for (let round = 0; round < 5; round += 1) {
      made = await provide(partner);
      path = `/v1/partner/orgs/${made.organizationId}`;
      const { organizationId, projectId, orgApiKey } = made;
      const inside = person.session.with({ 'x-organization-id': organizationId });
      const answers = await Promise.all([
        claiming(),
        rotating(),
        inside.post('/v1/org/partner/detach'),
        adding(),
        deleting(),
        reissuing(),
        partner.api.delete(`${path}/projects/${projectId}`),
        api(server).as(orgApiKey).post('/v1/workspaces', { name: 'Third' }),
        partner.api.get(path),
        claiming(),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      const owned = await server.db.query(`SELECT 1 FROM memberships WHERE organization_id = $1`, [
        organizationId,
      ]);
      const gone = (await partner.api.get(path)).status === 404;
      expect(owned).toHaveLength(gone ? 0 : 1);
      expect(answers[4].status).toBe(gone ? 204 : 403);
    }
    const orphans = await server.db.query(
      `SELECT 1 FROM users u WHERE u.email LIKE '%@placeholder.invalid'
       AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.id)`,
    );
    expect(orphans).toEqual([]);
  });

  it('a budget is set on nothing that left or is gone', async () => {
    await claim(person, made);
    const inside = person.session.with({ 'x-organization-id': made.organizationId });
    const lend = async () =>
      (
        await partner.api.post('/v1/partner/secrets', {
          name: 'Lent',
          type: 'anthropic',
          value: 'sk-ant-api03-lent',
          hostPattern: 'api.anthropic.com',
        })
      ).body.id as string;
    const budget = (secretId: string) =>
      partner.api.post(`${path}/secrets/${secretId}/budget`, { limitCents: 1, period: 'total' });
    const [kept, gone] = [await lend(), await lend()];
    const ended = await whileHeld(
      server,
      (query) => query('SELECT 1 FROM secrets WHERE id = $1 FOR UPDATE', [gone]),
      [() => partner.api.delete(`/v1/partner/secrets/${gone}`), () => budget(gone)],
    );
    expect(ended.map(({ status }) => status)).toEqual([204, 404]);
    const left = await inTurn(server, made.organizationId, [
      () => inside.post('/v1/org/partner/detach'),
      () => budget(kept),
    ]);
    expect(left.map(({ status }) => status)).toEqual([200, 400]);
    expect((await partner.api.get(`${path}/budgets`)).body).toEqual([]);
  });
});

describe('budgets (07 A11)', () => {
  it('07-18 take an amount and a period, of a key that can be metered', async () => {
    const { organizationId } = await provide(partner);
    const lend = async (type: string, hostPattern: string) => {
      const injectionConfig = type === 'generic' ? { headerName: 'x-key' } : undefined;
      const secret = { name: type, type, hostPattern, value: `sk-${type}`, injectionConfig };
      return (await partner.api.post('/v1/partner/secrets', secret)).body.id as string;
    };
    const anthropic = await lend('anthropic', 'api.anthropic.com');
    const generic = await lend('generic', 'api.lent.test');
    const path = (id: string, organization = organizationId) =>
      `/v1/partner/orgs/${organization}/secrets/${id}/budget`;
    const budget = { limitCents: 1, period: 'monthly' };
    for (const wrong of [
      { limitCents: 0 },
      { limitCents: 100_000_001 },
      { limitCents: 1.5 },
      { limitCents: '1' },
      { limitCents: null },
      { period: 'daily' },
      { period: undefined },
    ]) {
      const refused = await partner.api.post(path(anthropic), { ...budget, ...wrong });
      expect([wrong, refused.status, refused.body]).toEqual([wrong, 400, { error: expect.any(String) }]);
    }
    expect(await partner.api.post(path(generic), budget)).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error' } },
    });
    for (const unknown of [path('nothing'), path(anthropic, 'nothing')])
      expect(await partner.api.post(unknown, budget)).toMatchObject({
        status: 404,
        body: { error: { type: 'not_found_error' } },
      });
    const flat = await partner.api.get('/v1/partner/orgs/nothing/budgets');
    expect([flat.status, flat.body]).toEqual([404, { error: expect.any(String) }]);
    expect((await partner.api.delete(path(anthropic))).status).toBe(204);
    for (const limitCents of [1, 100_000_000]) {
      const set = await partner.api.post(path(anthropic), { ...budget, limitCents });
      expect(set.body).toEqual({
        secretId: anthropic,
        organizationId,
        limitCents,
        allowUnmetered: false,
        period: 'monthly',
        spentCents: 0,
      });
    }
    const { portal } = await addMember(server, partner, 'member');
    expect((await portal.get(`/v1/partner/orgs/${organizationId}/budgets`)).body).toHaveLength(1);
    for (const answer of [await portal.post(path(anthropic), budget), await portal.delete(path(anthropic))])
      expect([answer.status, answer.body.error.message]).toEqual([403, 'Insufficient permissions']);
    expect((await partner.api.delete(`/v1/partner/secrets/${anthropic}`)).status).toBe(204);
    expect((await partner.api.get(`/v1/partner/orgs/${organizationId}/budgets`)).body).toEqual([]);
  });
});
