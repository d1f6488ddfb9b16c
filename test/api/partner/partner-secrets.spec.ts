import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent } from '../../harness/clients/agent.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import {
  addPartner,
  attach,
  setPartnerStatus,
  type TestPartner,
  unclaim,
} from '../../harness/people/attached.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';

const PATH = '/v1/partner/secrets';
const VALUE = 'lent-canary-value';
const NOT_FOUND = { error: { message: 'Secret not found', type: 'not_found_error' } };
const REFUSED_REFERENCE = '1Password is only available for project-scoped secrets';
const INJECTION = 'Header name, parameter name, or URL path template is required for generic secrets';
const REFERENCE = { valueSource: 'onepassword', value: undefined, opRef: 'op://vault/item/field' };

const generic = (over: object = {}) => ({
  name: 'Lent',
  type: 'generic',
  value: VALUE,
  hostPattern: 'api.lent.test',
  injectionConfig: { headerName: 'x-key' },
  ...over,
});
const anthropic = { type: 'anthropic', hostPattern: 'api.anthropic.com', injectionConfig: undefined };

let server: TestServer;
let partner: TestPartner;
let owner: Owner;
let organization: ApiClient;
let member: ApiClient;

withUpstream((stand) => ({ server } = stand), { ENTERPRISE_ENABLED: 'true' });

beforeEach(async () => {
  partner = await addPartner(server);
  owner = await signUpOwner(server);
  const other = await signUpOwner(server);
  await server.db.query(
    `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
    [owner.organizationId, other.userId],
  );
  organization = inOrganization(owner.cookie);
  member = inOrganization(other.cookie);
});

function inOrganization(cookie: string): ApiClient {
  return api(server).as(cookie).with({ 'x-organization-id': owner.organizationId });
}

async function lend(over: object = {}, by = partner): Promise<any> {
  const answer = await by.api.post(PATH, generic(over));
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

async function idsIn(path: string, by: ApiClient = owner.api): Promise<string[]> {
  const answer = await by.get(path);
  expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining(VALUE)]);
  return answer.body.map(({ id }: { id: string }) => id);
}

describe('a partner’s secrets', () => {
  it('07 §A10 are created with a preview, listed newest first, changed and deleted without ever showing the value', async () => {
    const first = await lend();
    expect(first).toEqual({
      id: expect.any(String),
      name: 'Lent',
      type: 'generic',
      valueSource: 'inline',
      opRef: null,
      hostPattern: 'api.lent.test',
      pathPattern: null,
      createdAt: expect.any(String),
      preview: 'lent••••••••alue',
    });
    const second = await lend({ name: 'Second', pathPattern: '/v1/*' });
    expect(await idsIn(PATH, partner.api)).toEqual([second.id, first.id]);
    const patch = { name: 'Renamed', pathPattern: null, value: 'another-value' };
    const patched = await partner.api.patch(`${PATH}/${second.id}`, patch);
    expect([patched.status, patched.body]).toEqual([200, { success: true }]);
    expect((await partner.api.get(PATH)).body[0]).toMatchObject({
      name: 'Renamed',
      typeLabel: 'Generic Secret',
      pathPattern: null,
      scope: 'partner',
    });
    expect((await partner.api.delete(`${PATH}/${second.id}`)).status).toBe(204);
    expect((await partner.api.delete(`${PATH}/${second.id}`)).body).toEqual(NOT_FOUND);
    expect(await idsIn(PATH, partner.api)).toEqual([first.id]);
  });

  it.each<[string, object, string]>([
    ['07-16 a reference', REFERENCE, REFUSED_REFERENCE],
    ['a reference beside a value', { opRef: 'op://vault/item/field' }, REFUSED_REFERENCE],
    ['anything as a reference', { opRef: 7 }, REFUSED_REFERENCE],
    ['no injection of a generic one', { injectionConfig: undefined }, INJECTION],
    [
      'a host that is a URL',
      { hostPattern: 'https://x.test' },
      'Enter a hostname, not a URL (remove http:// or https://)',
    ],
    ['no value', { value: undefined }, 'value is required'],
  ])('refuse %s flat', async (_what, over, message) => {
    const answer = await partner.api.post(PATH, generic(over));
    expect([answer.status, answer.body]).toEqual([400, { error: message }]);
    expect(await idsIn(PATH, partner.api)).toEqual([]);
  });

  it('07-16 refuse a change of nothing, and one to a reference', async () => {
    const { id } = await lend();
    for (const [body, error] of [
      [{}, 'No fields to update'],
      [{ type: 'anthropic' }, 'No fields to update'],
      [{ opDisplay: { vault: 'v', item: 'i', field: 'f' } }, 'No fields to update'],
      [{ ...REFERENCE }, REFUSED_REFERENCE],
      [{ opRef: 'op://vault/item/field' }, REFUSED_REFERENCE],
    ] as const) {
      const answer = await partner.api.patch(`${PATH}/${id}`, body);
      expect([answer.status, answer.body]).toEqual([400, { error }]);
    }
  });

  it('are another partner’s as little as an unknown one’s', async () => {
    const { id } = await lend();
    const rival = await addPartner(server);
    for (const answer of [
      await rival.api.patch(`${PATH}/${id}`, { name: 'Mine' }),
      await rival.api.delete(`${PATH}/${id}`),
      await rival.api.delete(`${PATH}/not-an-id`),
    ])
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    expect(await idsIn(PATH, rival.api)).toEqual([]);
    expect((await partner.api.get(PATH)).body).toMatchObject([{ name: 'Lent' }]);
  });

  it('07 §A10.7 the partner’s key opens nothing of the customer’s', async () => {
    await attach(server, partner, owner);
    const own = await owner.api.post('/v1/secrets', generic());
    for (const answer of [
      await partner.api.get('/v1/secrets'),
      await partner.api.get('/v1/org/secrets'),
      await partner.api.get('/v1/org/partner/inherited-secrets'),
    ])
      expect(answer.status).toBe(401);
    expect((await partner.api.patch(`${PATH}/${own.body.id}`, { name: 'Mine' })).body).toEqual(NOT_FOUND);
    expect((await partner.api.delete(`${PATH}/${own.body.id}`)).body).toEqual(NOT_FOUND);
  });

  it('07 §A14 every write is in the partner’s log, with names of fields and no value', async () => {
    await attach(server, partner, owner);
    const { id } = await lend();
    await partner.api.patch(`${PATH}/${id}`, { name: 'Renamed', value: 'another-value' });
    await partner.api.delete(`${PATH}/${id}`);
    const entries = await server.db.query<any>(
      `SELECT action, organization_id, user_id, user_email, source, metadata FROM audit_log
       WHERE service = 'partner-secret' AND partner_id = $1 ORDER BY created_at`,
      [partner.id],
    );
    expect(entries.map(({ action, metadata }) => [action, metadata])).toEqual([
      ['create', { secretId: id, name: 'Lent' }],
      ['update', { secretId: id, name: 'Renamed', fields: expect.arrayContaining(['name', 'value']) }],
      ['delete', { secretId: id, name: 'Renamed' }],
    ]);
    for (const entry of entries)
      expect(entry).toMatchObject({
        organization_id: null,
        user_id: null,
        user_email: `partner-key (${partner.name})`,
        source: 'partner',
      });
    expect(JSON.stringify(entries)).not.toMatch(/canary|another-value/);
  });
});

describe('what a customer sees of them', () => {
  it('07-15 they are listed read-only, beside the own and by themselves, to every member', async () => {
    await attach(server, partner, owner);
    const own = (await organization.post('/v1/org/secrets', generic({ name: 'Own' }))).body;
    const openai = JSON.stringify({
      tokens: { access_token: 'a.b.c', refresh_token: VALUE, account_id: 'acct' },
    });
    const lent = await lend({
      type: 'openai',
      hostPattern: 'chatgpt.com',
      value: openai,
      injectionConfig: undefined,
    });
    for (const path of ['/v1/secrets', '/v1/org/secrets'])
      expect(await idsIn(path, path === '/v1/secrets' ? owner.api : organization)).toEqual([lent.id, own.id]);
    expect(await idsIn('/v1/org/partner/inherited-secrets', member)).toEqual([lent.id]);
    const [shown] = (await owner.api.get('/v1/secrets')).body;
    expect(shown).toMatchObject({ scope: 'partner', name: 'Lent', metadata: { authMode: 'oauth' } });
    expect(shown.metadata).toEqual({ authMode: 'oauth' });
    const counts = (await owner.api.get('/v1/counts')).body;
    expect([counts.llms, counts.secrets]).toEqual([0, 1]);
  });

  it('07-15 no write and no grant finds them', async () => {
    await attach(server, partner, owner);
    const agent = await createAgent(server, owner);
    const { id } = await lend();
    for (const answer of [
      await owner.api.patch(`/v1/secrets/${id}`, { name: 'Mine' }),
      await owner.api.delete(`/v1/secrets/${id}`),
      await organization.patch(`/v1/org/secrets/${id}`, { name: 'Mine' }),
      await organization.delete(`/v1/org/secrets/${id}`),
      await owner.api.put(`/v1/agents/${agent.id}/grants/secrets/${id}`, {}),
    ])
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    const replaced = await owner.api.put(`/v1/agents/${agent.id}/secrets`, { secretIds: [id] });
    expect([replaced.status, replaced.body.error.message]).toEqual([400, 'One or more secrets not found']);
    const rule = { name: 'Names it', action: 'block', targets: [{ kind: 'secret', secretId: id }] };
    const unknown = { ...rule, targets: [{ kind: 'secret', secretId: agent.id }] };
    const refused = await organization.post('/v1/org/policy/rules', rule);
    const { status, body } = await organization.post('/v1/org/policy/rules', unknown);
    expect([refused.status, refused.body]).toEqual([status, body]);
    expect(status).toBeGreaterThanOrEqual(400);
    expect((await owner.api.get(`/v1/agents/${agent.id}/grants`)).body.secrets).toEqual([]);
  });

  it('07 §A10.5 a lent LLM key counts as one: for launchers and for what an agent would get', async () => {
    await attach(server, partner, owner);
    const agent = await createAgent(server, owner);
    const before = await containerOf(agent);
    expect(before.env).not.toHaveProperty('ANTHROPIC_API_KEY');
    const { id } = await lend({ ...anthropic, value: `sk-ant-api03-${VALUE}` });
    const after = await containerOf(agent);
    expect([after.env.ANTHROPIC_API_KEY, after.warnings]).toEqual(['placeholder', undefined]);
    const effective = await owner.api.get(`/v1/agents/${agent.id}/effective-credentials`);
    expect(effective.body.secrets).toMatchObject([{ id, name: 'Lent', status: 'usable', provenance: [] }]);
    const listed = await owner.api.get('/v1/agents?include=grants-summary');
    const summaries = listed.body.map(({ grantsSummary }: any) => grantsSummary.entries);
    expect(summaries.flat()).toEqual([]);
    await detach();
    expect(await containerOf(agent)).toMatchObject({ warnings: [expect.stringContaining('No Anthropic')] });
  });

  async function containerOf(agent: Agent): Promise<any> {
    const agents = (await owner.api.get('/v1/agents')).body;
    const { identifier } = agents.find(({ id }: Agent) => id === agent.id);
    return (await owner.api.get(`/v1/container-config?agent=${identifier}`)).body;
  }

  it('none without a partner, while it is suspended, and of an organization that left it', async () => {
    const inherited = () => idsIn('/v1/org/partner/inherited-secrets', member);
    expect(await inherited()).toEqual([]);
    const { id } = await lend();
    expect(await inherited()).toEqual([]);
    await attach(server, partner, owner);
    expect(await inherited()).toEqual([id]);
    await setPartnerStatus(server, partner, 'suspended');
    expect([await inherited(), await idsIn('/v1/secrets')]).toEqual([[], []]);
    await setPartnerStatus(server, partner, 'active');
    expect(await inherited()).toEqual([id]);
    await detach();
    expect([await inherited(), await idsIn('/v1/secrets')]).toEqual([[], []]);
  });
});

const DETACH = '/v1/org/partner/detach';

async function detach(): Promise<void> {
  const answer = await organization.post(DETACH);
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);
}

describe('an organization and its partner', () => {
  const status = async () => (await organization.get('/v1/org/partner/status')).body;

  it('07 §A13 the status tells how they stand', async () => {
    const none = { partnerManaged: false, detached: false, partnerName: null, status: 'none' };
    expect(await status()).toEqual(none);
    await attach(server, partner, owner);
    const managed = { partnerManaged: true, detached: false, partnerName: partner.name, status: 'claimed' };
    expect(await status()).toEqual(managed);
    expect((await organization.get('/v1/org')).body).toMatchObject({ claimed: true });
    await detach();
    expect(await status()).toEqual({ ...managed, detached: true, status: 'detached' });
    await server.db.query('DELETE FROM partners WHERE id = $1', [partner.id]);
    expect(await status()).toEqual(none);
  });

  it('07-22 it leaves once it is claimed, for good, and again changes nothing', async () => {
    const without = await organization.post(DETACH);
    expect([without.status, without.body.error.type]).toEqual([400, 'invalid_request_error']);
    await unclaim(server, owner.organizationId, partner);
    expect(await status()).toMatchObject({ partnerManaged: true, status: 'unclaimed' });
    const unclaimed = await organization.post(DETACH);
    expect([unclaimed.status, unclaimed.body.error.type]).toEqual([400, 'invalid_request_error']);
    expect(unclaimed.body.error.message).not.toBe(without.body.error.message);
    await server.db.query('DELETE FROM partner_organizations WHERE organization_id = $1', [
      owner.organizationId,
    ]);
    await attach(server, partner, owner);
    await detach();
    const [{ at }] = await left();
    await detach();
    expect(await left()).toEqual([{ at }]);
    const entries = await server.db.query<any>(
      `SELECT organization_id, partner_id, user_email, source, metadata FROM audit_log
       WHERE service = 'partner' AND action = 'update' AND (organization_id = $1 OR partner_id = $2)
       ORDER BY organization_id NULLS LAST`,
      [owner.organizationId, partner.id],
    );
    expect(entries).toEqual([
      expect.objectContaining({
        organization_id: owner.organizationId,
        user_email: owner.email,
        source: 'api',
      }),
      expect.objectContaining({ partner_id: partner.id, organization_id: null, source: 'api' }),
    ]);
    expect(JSON.stringify(entries.filter((entry) => entry.partner_id === partner.id))).not.toContain(
      owner.email,
    );
  });

  const left = () =>
    server.db.query<any>('SELECT detached_at AS at FROM partner_organizations WHERE organization_id = $1', [
      owner.organizationId,
    ]);

  it('only administrators see the status and end it', async () => {
    await attach(server, partner, owner);
    for (const answer of [await member.get('/v1/org/partner/status'), await member.post(DETACH)])
      expect([answer.status, answer.body.error.message]).toEqual([403, 'Insufficient permissions']);
    expect(await status()).toMatchObject({ status: 'claimed' });
  });

  it('many who leave at once leave once', async () => {
    await attach(server, partner, owner);
    const answers = await Promise.all(Array.from({ length: 8 }, () => organization.post(DETACH)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    const [{ count }] = await server.db.query<any>(
      `SELECT count(*)::int AS count FROM audit_log WHERE partner_id = $1 AND action = 'update'`,
      [partner.id],
    );
    expect(count).toBe(1);
  });
});
