/** R41, 07 A7.4.4: what a partner still knows of an organization that somebody has claimed. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askThrough } from '../../harness/clients/agent.js';
import { api, gateway } from '../../harness/clients/client.js';
import {
  claim,
  customer,
  makePartner,
  OPERATOR,
  type Provided,
  provide,
  tokenIn,
  type TestPartner,
} from '../../harness/people/partners.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

let server: TestServer;
let partner: TestPartner;

beforeAll(async () => {
  server = await startServer({ ...OPERATOR, ENTERPRISE_ENABLED: 'true' });
  partner = await makePartner(server, 'Reseller');
});
afterAll(() => server?.close());

/** An organization with every kind of key that its partner can come to know. */
async function withEveryKey(): Promise<{ made: Provided; keys: string[]; scim: string; prepared: string }> {
  const made = await provide(partner);
  const maker = api(server).as(made.orgApiKey);
  const projects = `/v1/partner/orgs/${made.organizationId}/projects`;
  const late = (await partner.api.post(projects, { name: 'Late' })).body;
  const ofProject = (await maker.inWorkspace(late.id).get('/v1/user/api-key')).body.apiKey;
  const scim = (await maker.post('/v1/org/scim/tokens', { label: 'Directory' })).body.token;
  const provision = (await maker.post('/v1/team/provisions', {})).body;
  const keys = [made.orgApiKey, made.projectApiKey, ofProject, provision.apiKey];
  return { made, keys, scim, prepared: tokenIn(provision.claimUrl) };
}

async function statuses(keys: readonly string[]): Promise<number[]> {
  const asked = keys.flatMap((key) => [
    api(server).as(key).get('/v1/user'),
    gateway(server).as(key).with({ 'x-workspace-id': 'none' }).get('/v1/approvals/pending?wait=0'),
  ]);
  return (await Promise.all(asked)).map(({ status }) => status);
}
const users = (scim: string) => api(server).as(scim).get('/scim/v2/Users');

describe('R41 the keys a partner knows', () => {
  it('end at the claim, those of other projects, prepared accounts and directories too', async () => {
    const { made, keys, scim, prepared } = await withEveryKey();
    for (const key of keys) expect((await api(server).as(key).get('/v1/user')).status).toBe(200);
    expect((await users(scim)).status).toBe(200);

    const person = await customer(server);
    expect((await claim(person, made)).status).toBe(200);

    expect(new Set(await statuses(keys))).toEqual(new Set([401]));
    expect((await users(scim)).status).toBe(401);
    const inside = person.session.with({ 'x-organization-id': made.organizationId });
    const fresh = (await inside.get('/v1/org/api-key')).body.apiKey;
    expect(keys).not.toContain(fresh);
    expect((await api(server).as(fresh).get('/v1/org')).body).toMatchObject({ id: made.organizationId });
    const [entry] = (await inside.get('/v1/org/audit-logs?service=organization')).body.items;
    expect(entry).toMatchObject({ action: 'claim', metadata: { partnerKeys: 'end', keysEnded: 5 } });
    // The account that was prepared is there to be claimed as before.
    expect((await api(server).post('/v1/provisions/lookup', { token: prepared })).status).toBe(200);
  });

  it('end on the path of prepared accounts too', async () => {
    const { made, keys } = await withEveryKey();
    const person = await customer(server);
    const claimed = await person.session.post('/v1/provisions/claim', { token: tokenIn(made.claimUrl) });
    expect(claimed.status).toBe(200);
    expect(new Set(await statuses(keys))).toEqual(new Set([401]));
  });

  it('stay where the claimer says so, and act for the claimer', async () => {
    const { made, keys, scim } = await withEveryKey();
    const person = await customer(server);
    expect((await claim(person, made, { partnerKeys: 'keep' })).status).toBe(200);
    for (const key of keys.slice(0, 3))
      expect((await api(server).as(key).get('/v1/user')).body.email).toBe(person.email);
    expect((await users(scim)).status).toBe(200);
    const inside = person.session.with({ 'x-organization-id': made.organizationId });
    const [entry] = (await inside.get('/v1/org/audit-logs?service=organization')).body.items;
    expect(entry).toMatchObject({ action: 'claim', metadata: { partnerKeys: 'keep', keysEnded: 0 } });
  });

  it('leave agents their tokens', async () => {
    const { made } = await withEveryKey();
    const person = await customer(server);
    expect((await claim(person, made)).status).toBe(200);
    const { body } = await askThrough(server, made.agentToken, 'http://127.0.0.1:9/');
    expect(JSON.stringify(body)).not.toContain('claim_required');
    const unknown = await askThrough(server, `aoc_${'0'.repeat(64)}`, 'http://127.0.0.1:9/');
    expect(unknown.status).toBe(407);
  });
});
