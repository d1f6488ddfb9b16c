import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newSigningPair } from '../../src/modules/directory/sso/saml/signatures/signing-certificate.js';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { createAgent, createSecret, grant } from '../harness/clients/agent.js';
import { api, type ApiClient } from '../harness/clients/client.js';
import { connect } from '../harness/upstreams/connections.js';
import * as partners from '../harness/people/partners.js';
import { addMember } from '../harness/people/people.js';
import { samlMetadata } from '../harness/upstreams/published.js';
import { startServer, type TestServer } from '../harness/server/server.js';

let server: TestServer;
let mallory: Owner;
let victim: Owner;
let operations: Operation[];

interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: string[];
}

/** Never a success, never a refusal of the body: that would say nothing about the ids. What was never granted is gone already, what is retired is so for everybody. */
const REFUSED =
  /^(?:\w+ (?:40[134] |422 |410 |400 .*not found|400 .*Only members)|remove\w+(?:Grant|GroupMember) 204 |listOrgMemberGroups 200 \{"data":\[\])/;

type Ids = Record<string, string>;

const SSO_CONNECTIONS = '/v1/org/sso/connections';

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const MEMORY = { key: 'known', content: 'What is known.' };
const SCHEDULE = { name: 'Yearly', prompt: 'Look.', schedule: '@yearly', timezone: 'Europe/Paris' };
const skill = () => ({ name: `s-${randomUUID()}`, description: 'When to load it.', content: 'Do it.' });

beforeAll(async () => {
  server = await startServer({ ENTERPRISE_ENABLED: 'true', ...partners.OPERATOR });
  victim = await signUpOwner(server);
  mallory = await signUpOwner(server);
  const document = (await api(server).get('/openapi.json')).body;
  operations = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, { operationId }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      // What some ids are called would not tell them from those of other things.
      path: named(path, operationId),
      // One operation names things in its body.
      parameters: [
        ...`${named(path, operationId)}${operationId === 'setAgentSecrets' ? '{secretId}' : ''}`.matchAll(
          /\{(\w+)\}/g,
        ),
      ].map((match) => match[1]!),
    })),
  );
});

afterAll(() => server.close());

function named(path: string, operationId: string): string {
  if (operationId === 'uploadAttachment') return `${path}?name=a.png`;
  if (operationId === 'deletePartnerProjectByQuery') return `${path}?projectId={projectId}`;
  if (path.includes('/channels/')) return path.replace('{provider}', 'slack');
  if (path.startsWith('/v1/org/role-mappings/')) return path.replace('{id}', '{roleMappingId}');
  return path.startsWith('/v1/org/sso/') ? path.replace('{connectionId}', '{ssoConnectionId}') : path;
}

/** One of everything that has an id, by the name path parameters have. */
async function belongings(owner: Owner): Promise<Ids> {
  const { organizationId, workspaceId } = owner;
  const agent = await createAgent(server, owner);
  await server.db.query(`UPDATE agents SET kind = 'hosted', harness = 'default' WHERE id = $1`, [agent.id]);
  const secretId = await createSecret(owner, { hostPattern: 'api.example.test' });
  await grant(owner, agent.id, secretId);
  const connectionId = await connect(server, { organizationId, workspaceId });
  const full = { access: 'full' };
  await owner.api.put(`/v1/agents/${agent.id}/grants/connections/${connectionId}`, full);
  const rule = await owner.api.post('/v1/org/policy/rules', {
    name: 'A rule',
    action: 'block',
    targets: [{ kind: 'network', hostPattern: 'blocked.test' }],
  });
  expect(rule.status).toBe(201);
  const email = `${randomUUID()}@example.test`;
  const invitation = await owner.api.post('/v1/org/invitations', { email, role: 'member' });
  expect(invitation.status).toBe(201);
  const session = api(server).as(owner.cookie).with({ 'x-organization-id': organizationId });
  const madeBy = async (by: ApiClient, path: string, body: object): Promise<string> => {
    const answer = await by.post(path, body);
    expect([path, answer.status]).toEqual([path, 201]);
    return answer.body.id;
  };
  const made = (path: string, body: object): Promise<string> => madeBy(session, path, body);
  const ofAgent = (what: string, body: object): Promise<string> =>
    madeBy(owner.api, `/v1/agents/${agent.id}/${what}`, body);
  const memoryId = await ofAgent('memories', MEMORY);
  const [revision] = (await owner.api.get(`/v1/agents/${agent.id}/memories/${memoryId}/revisions`)).body
    .revisions;
  const conversationId = await madeBy(owner.api, '/v1/conversations', { agentId: agent.id });
  const attached = await owner.api.post(`/v1/conversations/${conversationId}/attachments?name=a.png`, PIXEL);
  const turnId = await madeBy(owner.api, `/v1/conversations/${conversationId}/turns`, { message: 'Hello' });
  // An organization has only one.
  const [known] = (await session.get(SSO_CONNECTIONS)).body;
  const { certificatePem } = await newSigningPair();
  const metadataXml = samlMetadata('https://idp.acme.test', certificatePem);
  const saml = { type: 'saml', displayName: 'Okta', metadataXml };
  const groupId = await made('/v1/org/groups', { name: randomUUID() });
  return {
    groupId,
    roleMappingId: await made('/v1/org/role-mappings', { groupId, role: 'member' }),
    tokenId: await made('/v1/org/scim/tokens', { label: 'Okta' }),
    domainId: await made('/v1/org/domains', { domain: `${randomUUID()}.test` }),
    provisionId: await made('/v1/team/provisions', {}),
    ssoConnectionId: known?.id ?? (await made(SSO_CONNECTIONS, saml)),
    agentId: agent.id,
    memoryId,
    revisionId: revision.id,
    cronId: await ofAgent('crons', SCHEDULE),
    skillId: await madeBy(owner.api, '/v1/skills', skill()),
    conversationId,
    turnId,
    attachmentId: attached.body.id,
    linkId: await channelsOf(owner, agent.id),
    secretId,
    connectionId,
    workspaceId,
    ruleId: rule.body.id,
    id: invitation.body.id,
    userId: await addMember(server, organizationId),
  };
}

/** The agent in Slack, as rows, because attaching it asks Slack; answers who somebody is there. */
async function channelsOf({ organizationId }: Owner, agentId: string): Promise<string> {
  const [integration] = await server.db.query<{ id: string }>(
    `INSERT INTO channel_integrations (organization_id, provider, external_id) VALUES ($1, 'slack', 'T1')
     ON CONFLICT (organization_id, provider) DO UPDATE SET name = 'Acme' RETURNING id`,
    [organizationId],
  );
  await server.db.query(
    `INSERT INTO channel_presences (agent_id, integration_id, provider, transport, status, external_id, app_name,
       credentials_ciphertext, made_by_organization)
     VALUES ($1, $2, 'slack', 'socket', 'pending_setup', $1::uuid::text, 'Agent', 'none', false)`,
    [agentId, integration!.id],
  );
  const [link] = await server.db.query<{ id: string }>(
    `INSERT INTO channel_user_links (integration_id, external_user_id, user_id, linked_via)
     VALUES ($1, $2, $3, 'manual') RETURNING id`,
    [integration!.id, randomUUID(), await addMember(server, organizationId)],
  );
  return link!.id;
}

/** What makes each write acceptable, so that it is refused for its ids and for nothing else. */
function bodyOf(operation: Operation, ids: Ids): unknown {
  const bodies: Record<string, unknown> = {
    createMemory: MEMORY,
    updateMemory: { content: 'Taken over' },
    createCron: SCHEDULE,
    completeChannelPresence: { botToken: 'xoxb-taken-over', appToken: 'xapp-1', appId: 'A1' },
    createChannelUserLink: { externalUserId: 'U1', userId: ids['userId'] },
    updateCron: { name: 'Taken over' },
    createSkill: { ...skill(), agentId: ids['agentId'] },
    updateSkill: { description: 'Taken over' },
    updateOrgSkill: { description: 'Taken over' },
    createTurn: { message: 'Taken over' },
    sendMessage: { message: 'Taken over' },
    uploadAttachment: PIXEL,
    updateWorkspace: { name: 'Taken over' },
    updateProjectAlias: { name: 'Taken over' },
    updateAgent: { name: 'Taken over' },
    setAgentSecrets: { secretIds: [ids['secretId']] },
    setAgentImage: PIXEL,
    setWorkspaceAccess: { users: [], groupIds: [] },
    setProjectAccessAlias: { users: [], groupIds: [] },
    updateOrgMember: { role: 'admin' },
    updateSsoConnection: { displayName: 'Taken over' },
    updateOrgGroup: { name: 'Taken over' },
    setOrgGroupMembers: { userIds: [ids['userId']] },
    updateRoleMapping: { role: 'admin' },
    updateSecret: { hostPattern: 'collector.example.test' },
    updateOrgSecret: { hostPattern: 'collector.example.test' },
    updateOrgPolicyRule: { action: 'allow' },
    setAgentConnectionGrant: { access: 'full' },
    setConnectionAgentGrant: { access: 'full' },
    submitApprovalDecision: { decision: 'approve' },
    renameConnection: { label: 'Taken over' },
    renameConnectionAlias: { label: 'Taken over' },
    renameOrgConnection: { label: 'Taken over' },
    renameOrgAppConnectionAlias: { label: 'Taken over' },
    toggleBlocklistRule: { enabled: false },
    toggleOrgBlocklistRule: { enabled: false },
    createPartnerProject: { name: 'Taken over' },
    updatePartnerSecret: { hostPattern: 'collector.example.test' },
    setPartnerOrgBudget: { limitCents: 1, period: 'total' },
    changePartnerMemberRole: { role: 'admin' },
  };
  return bodies[operation.id] ?? (['PUT', 'POST', 'PATCH'].includes(operation.method) ? {} : undefined);
}

/** Every way to aim an operation at something of somebody else: each set of its ids, the others one's own. */
function* aims({ parameters }: Operation, own: Ids, foreign: Ids): Generator<Ids> {
  const names = parameters.filter((name) => foreign[name] !== undefined);
  for (let mask = 1; mask < 1 << names.length; mask++) {
    const chosen = names.map((name, index) => [name, (mask & (1 << index) ? foreign : own)[name]!]);
    yield { ...own, ...Object.fromEntries(chosen) };
  }
}

async function send(by: ApiClient, operation: Operation, ids: Ids): Promise<string> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? 'gmail');
  const { status, text } = await by.send(operation.method, path, bodyOf(operation, ids));
  return `${operation.id} ${status} ${text}`;
}

/** Everything stored for the organization that an operation with an id could change. */
async function stateOf({ organizationId }: Owner): Promise<unknown> {
  const directory = [
    'user_groups',
    'role_mappings',
    'scim_tokens',
    'domains',
    'provisions',
    'sso_connections',
  ];
  const owned = [
    ...directory,
    'agents',
    'secrets',
    'connections',
    'workspaces',
    'policy_sets',
    'api_keys',
    'invitations',
    'skills',
  ];
  const ofAgents = ['agent_memories', 'schedules', 'conversations', 'turns', 'channel_presences'];
  const mine = 'SELECT to_jsonb(t) AS row FROM';
  const rows = [
    ...owned.map((table) => `${mine} ${table} t WHERE t.organization_id = $1 ORDER BY t.id`),
    ...ofAgents.map(
      (table) =>
        `${mine} ${table} t JOIN agents a ON a.id = t.agent_id WHERE a.organization_id = $1 ORDER BY t.id`,
    ),
    `${mine} channel_user_links t JOIN channel_integrations i ON i.id = t.integration_id WHERE i.organization_id = $1 ORDER BY t.id`,
    `${mine} memberships t WHERE t.organization_id = $1 ORDER BY t.user_id`,
    `${mine} workspace_bindings t JOIN workspaces w ON w.id = t.workspace_id WHERE w.organization_id = $1 ORDER BY t.id`,
    `${mine} user_group_members t JOIN user_groups g ON g.id = t.group_id WHERE g.organization_id = $1`,
    `${mine} policy_rules t JOIN policy_sets s ON s.id = t.set_id WHERE s.organization_id = $1 ORDER BY t.id`,
  ].map((sql) => server.db.query(sql, [organizationId]));
  return Promise.all(rows);
}

/** What belongs to somebody else must be answered like what does not exist, and stay as it was. */
async function expectClosed(
  by: ApiClient,
  own: Ids,
  foreign: Ids,
  wanted: Operation[],
  state = () => stateOf(victim),
): Promise<void> {
  const before = await state();
  const unknown = Object.fromEntries(
    Object.entries(foreign).map(([name, id]) => [name, id.includes('-') ? randomUUID() : 'abcdefghijklmnop']),
  );
  let tried = 0;
  for (const operation of wanted) {
    for (const aim of aims(operation, own, foreign)) {
      const absent = Object.fromEntries(
        Object.entries(aim).map(([name, id]) => [name, id === foreign[name] ? unknown[name]! : id]),
      );
      const answer = await send(by, operation, aim);
      expect(answer).toMatch(REFUSED);
      expect(answer).toBe(await send(by, operation, absent));
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(15);
  expect(await state()).toEqual(before);
}

it('every id of every operation: what another organization owns does not exist', async () => {
  const own = await belongings(mallory);
  const foreign = await belongings(victim);
  const wanted = operations.filter(({ parameters }) => parameters.some((name) => foreign[name]));
  await expectClosed(mallory.api, own, foreign, wanted);
  await expectClosed(api(server).as(mallory.cookie).inWorkspace(mallory.workspaceId), own, foreign, wanted);
});

it('every id of every operation: what another workspace of the organization owns does not exist', async () => {
  const { agentId, secretId, connectionId } = await belongings(victim);
  const created = await victim.api.post('/v1/workspaces', { name: `Sibling ${randomUUID()}` });
  const sibling = { ...victim, workspaceId: created.body.id, apiKey: created.body.apiKey };
  sibling.api = api(server).as(sibling.apiKey);
  const own = await belongings(sibling);
  const inside = operations.filter(({ parameters }) =>
    parameters.some((name) => ['agentId', 'secretId', 'connectionId'].includes(name)),
  );
  await expectClosed(
    sibling.api,
    own,
    { agentId: agentId!, secretId: secretId!, connectionId: connectionId! },
    inside,
  );
});

/** One of everything of a partner that has an id. */
async function partnersBelongings(partner: partners.TestPartner): Promise<Ids> {
  const { organizationId: orgId, projectId } = await partners.provide(partner, `Customer ${randomUUID()}`);
  const secretId = await createSecret(
    partner,
    { type: 'anthropic', hostPattern: 'api.anthropic.com', value: 'sk-ant-api03-lent' },
    '/v1/partner/secrets',
  );
  const budget = await partner.api.post(`/v1/partner/orgs/${orgId}/secrets/${secretId}/budget`, {
    limitCents: 500,
    period: 'monthly',
  });
  expect(budget.status).toBe(200);
  const member = { email: partners.someEmail(), role: 'member' };
  const { userId } = (await partner.api.post('/v1/partner/members', member)).body;
  return { orgId, projectId, secretId, userId };
}

/** Everything stored for a partner, and for an organization of its. */
function stateOfPartner({ id }: partners.TestPartner, { orgId }: Ids): Promise<unknown> {
  const rows = [
    'partners t WHERE t.id = $1',
    'partner_members t WHERE t.partner_id = $1 ORDER BY t.user_id',
    'partner_organizations t WHERE t.partner_id = $1 ORDER BY t.id',
    'secrets t WHERE t.partner_id = $1 ORDER BY t.id',
    'partner_budgets t JOIN secrets s ON s.id = t.secret_id WHERE s.partner_id = $1',
    'api_keys t WHERE t.partner_id = $1',
    'audit_log t WHERE t.partner_id = $1 ORDER BY t.id',
    'password_reset_tokens t JOIN partner_members m ON m.user_id = t.user_id WHERE m.partner_id = $1',
  ].map((from) => server.db.query(`SELECT to_jsonb(t) AS row FROM ${from}`, [id]));
  const inside = ['workspaces', 'api_keys', 'audit_log'].map((table) =>
    server.db.query(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE t.organization_id = $1 ORDER BY t.id`, [
      orgId,
    ]),
  );
  return Promise.all([...rows, ...inside]);
}

it('every id of every partner operation: what another partner owns does not exist, whoever of the rival asks', async () => {
  const theirs = await partners.makePartner(server, 'Victim');
  const rival = await partners.makePartner(server, 'Rival');
  const [foreign, own] = [await partnersBelongings(theirs), await partnersBelongings(rival)];
  const wanted = operations.filter(
    ({ path, parameters }) => path.startsWith('/v1/partner/') && parameters.length > 0,
  );
  const admin = await partners.addMember(server, rival, 'admin');
  for (const by of [rival.api, admin.portal])
    await expectClosed(by, own, foreign, wanted, () => stateOfPartner(theirs, foreign));
});

it('every list of a partner has its own things only, whatever scope and cursor of another it is given', async () => {
  const theirs = await partners.makePartner(server, 'Victim');
  const rival = await partners.makePartner(server, 'Rival');
  const foreign = await partnersBelongings(theirs);
  const { body: page } = await theirs.api.get('/v1/partner/audit-logs?limit=1');
  expect(page.nextCursor).toEqual(expect.any(String));
  const { portal } = await partners.addMember(server, rival, 'admin');
  const lists = operations.filter(
    ({ method, path, parameters }) =>
      method === 'GET' && path.startsWith('/v1/partner') && parameters.length === 0,
  );
  expect(lists.length).toBeGreaterThan(4);
  const scope = { 'x-organization-id': foreign['orgId']!, 'x-workspace-id': foreign['projectId']! };
  for (const by of [rival.api.with(scope), portal.with(scope)])
    for (const { id, path } of lists) {
      const narrowed = id === 'listPartnerAuditLogs' ? `?limit=200&cursor=${page.nextCursor}` : '';
      const answer = await by.get(path + narrowed);
      expect([id, answer.status]).toEqual([id, 200]);
      for (const secret of [...Object.values(foreign), theirs.id, theirs.ownerEmail])
        expect([id, answer.text]).toEqual([id, expect.not.stringContaining(secret)]);
    }
});

it('what a partner gives its customer opens nothing of the partner, nor of its other customers', async () => {
  const partner = await partners.makePartner(server, 'Lender');
  const [mine, other] = [await partners.provide(partner, 'Mine'), await partners.provide(partner, 'Other')];
  const person = await partners.customer(server);
  expect((await partners.claim(person, mine, { partnerKeys: 'keep' })).status).toBe(200);
  const inside = person.session.with({ 'x-organization-id': mine.organizationId });
  const wanted = operations.filter(({ path }) => path.startsWith('/v1/partner'));
  const ids = {
    orgId: mine.organizationId,
    projectId: mine.projectId,
    secretId: randomUUID(),
    userId: person.userId,
  };
  expect(wanted.length).toBeGreaterThan(20);
  for (const [name, by] of Object.entries({
    session: inside,
    orgKey: api(server).as(mine.orgApiKey),
    projectKey: api(server).as(mine.projectApiKey),
    agent: api(server).as(mine.agentToken),
  }))
    for (const operation of wanted) {
      const answer = await send(by, operation, ids);
      expect([name, answer]).toEqual([name, expect.stringMatching(/^\w+ 40[13] /)]);
    }
  const theirs = { organizationId: other.organizationId, projectId: other.projectId };
  for (const by of [inside, api(server).as(mine.orgApiKey), api(server).as(mine.projectApiKey)])
    for (const path of ['/v1/org', '/v1/workspaces', '/v1/agents', '/v1/org/partner/inherited-secrets']) {
      const crossing = by.with({
        'x-organization-id': theirs.organizationId,
        'x-workspace-id': theirs.projectId,
      });
      expect((await crossing.get(path)).text).not.toContain(other.organizationId);
      expect((await crossing.get(path)).text).not.toContain(other.projectId);
    }
});
