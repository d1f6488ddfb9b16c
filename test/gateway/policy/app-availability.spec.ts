/** Apps that an organization keeps from some of its people, on the wire (03 §9.3, 06 §19 `availability`). */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  agentWith,
  createAgent,
  createSecret,
  grant,
  grantConnection,
} from '../../harness/clients/agent.js';
import { decide, pending } from '../../harness/policy/approvals.js';
import { api, type ApiClient, gateway } from '../../harness/clients/client.js';
import { connect } from '../../harness/upstreams/connections.js';
import { memberOf } from '../../harness/people/members.js';
import { addGroup, addMember, bind, raiseOrganization, setMembership } from '../../harness/people/people.js';
import { network, organizationRules } from '../../harness/policy/rules.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const SLACK = 'http://slack.com/api/chat.postMessage';
const SHARED = 'http://www.googleapis.com';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let admin: ApiClient;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand), { ENTERPRISE_ENABLED: 'true' });

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  admin = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
  agent = await createAgent(server, owner);
});

/** Only people of the group have these apps. */
async function restrict(...providers: string[]): Promise<{ userId: string; groupId: string }> {
  const userId = await addMember(server, owner.organizationId);
  const groupId = await addGroup(server, owner.organizationId, [userId]);
  const rules = providers.length > 0 ? [{ userIds: [], groupIds: [groupId], providers }] : [];
  const stored = await admin.put('/v1/org/app-availability', { mode: 'restricted', rules });
  expect(stored.status).toBe(200);
  return { userId, groupId };
}

/** `sent` when the upstream saw it, else the code of the refusal. */
async function outcome(url: string, headers: Record<string, string> = {}, by = agent): Promise<string> {
  upstream.seen.length = 0;
  const answer = await by.ask(url, { headers });
  return upstream.seen.length > 0 ? 'sent' : (answer.body?.error ?? `refused ${answer.status}`);
}

describe('an app that is not available', () => {
  it('03-30 06-T121 is refused before policy, with or without credentials, and nothing else is', async () => {
    await organizationRules(server, owner, [
      { action: 'block', targets: [{ kind: 'app', provider: 'slack', tools: [], connectionScope: null }] },
    ]);
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: 'slack.com' }));
    await restrict('gmail');
    const answer = await agent.ask(`${SLACK}?x=1`, { method: 'POST' });
    expect(answer).toMatchObject({ status: 403, headers: { 'x-should-retry': 'false' } });
    expect(answer.body).toEqual({
      error: 'app_unavailable',
      message: expect.stringContaining('Slack'),
      provider: 'slack',
      method: 'POST',
      host: 'slack.com',
      path: '/api/chat.postMessage?x=1',
    });
    expect(upstream.seen).toEqual([]);
    expect(await outcome('http://example.com/')).toBe('sent');
    expect(await outcome('http://api.anthropic.com/v1/messages')).toBe('sent');
    const connected = await owner.api.get('/v1/apps/slack/authorize');
    expect(connected).toMatchObject({ status: 400, body: { error: 'Provider "slack" is not available' } });
  });

  it('is available to a workspace with somebody of its group, from the next request on', async () => {
    const member = await memberOf(server, owner);
    expect((await member.get('/v1/apps/available')).body).toMatchObject({ restricted: false });
    const { userId, groupId } = await restrict('slack');
    expect(await outcome(SLACK)).toBe('app_unavailable');
    await bind(server, owner.workspaceId, { groupId });
    await raiseOrganization(server, owner.organizationId);
    expect(await outcome(SLACK)).toBe('sent');
    expect(await outcome('http://gmail.googleapis.com/gmail/v1/users/me/messages')).toBe('app_unavailable');
    await setMembership(server, owner.organizationId, userId, 'suspended');
    expect(await outcome(SLACK)).toBe('sent');
    await restrict();
    expect(await outcome(SLACK)).toBe('app_unavailable');
    await admin.put('/v1/org/app-availability', { mode: 'open', rules: [] });
    expect(await outcome(SLACK)).toBe('sent');
  });

  it('a person who is suspended brings nothing', async () => {
    const userId = await addMember(server, owner.organizationId);
    await bind(server, owner.workspaceId, { userId });
    const rules = [{ userIds: [userId], groupIds: [], providers: ['slack'] }];
    await admin.put('/v1/org/app-availability', { mode: 'restricted', rules });
    expect(await outcome(SLACK)).toBe('sent');
    await setMembership(server, owner.organizationId, userId, 'suspended');
    expect(await outcome(SLACK)).toBe('app_unavailable');
  });

  it('03 §9.3.6 on shared hosts only where the path names an app, however the path is spelled', async () => {
    const { groupId } = await restrict('google-calendar');
    await bind(server, owner.workspaceId, { groupId });
    await raiseOrganization(server, owner.organizationId);
    for (const open of ['/calendar/v3/calendars', '/customsearch/v1', '/'])
      expect(await outcome(SHARED + open)).toBe('sent');
    for (const closed of [
      '/drive/v3/files',
      '/%64rive/v3/files',
      '//drive/v3/files',
      '/calendar/../drive/v3/files',
      '/calendar/%2e%2e/drive/v3/files',
      '/x%2F..%2Fdrive/v3/files',
      '/;a=b/drive/v3/files',
      '/drive%2Fv3/files',
    ])
      expect([closed, await outcome(SHARED + closed)]).toEqual([closed, expect.not.stringMatching('sent')]);
    const named = (path: string) => outcome(`${SHARED}/calendar/v3/calendars`, { 'x-rewrite-url': path });
    expect(await named('/%64rive/v3/files')).toBe('app_unavailable');
    expect(await named('/calendar/v3/colors')).toBe('sent');
  });

  it('where several apps have the same paths one that is available opens them, and not the accounts of the other', async () => {
    const { groupId } = await restrict('github-app');
    await bind(server, owner.workspaceId, { groupId });
    await raiseOrganization(server, owner.organizationId);
    const repo = 'http://api.github.com/repos/o/r';
    expect(await outcome(repo)).toBe('sent');
    const { organizationId, workspaceId } = owner;
    for (const provider of ['github', 'github-app']) {
      const id = await connect(server, { organizationId, workspaceId }, { provider });
      const granted = await owner.api.put(`/v1/agents/${agent.id}/grants/connections/${id}`, {
        access: 'full',
      });
      expect(granted.status).toBe(200);
      const pinned = await outcome(repo, { 'x-onecli-connection-id': id });
      expect(pinned).toBe(provider === 'github' ? 'app_unavailable' : 'sent');
    }
  });

  it('06-T122 03-30 stays closed when the licence ends', async () => {
    await restrict();
    const lapsed = await startReplica(server, { ...upstream.settings, ENTERPRISE_ENABLED: 'false' });
    expect(await outcome(SLACK, {}, agentWith(lapsed, agent))).toBe('app_unavailable');
    await lapsed.close();
  });

  it('R22 is not taken for available where that cannot be read', async () => {
    await server.db.query('ALTER TABLE app_availability RENAME TO app_availability_away');
    try {
      await raiseOrganization(server, owner.organizationId);
      expect(await outcome(SLACK)).toBe('resolution_failed');
      expect((await owner.api.get('/v1/apps/available')).status).toBe(500);
    } finally {
      await server.db.query('ALTER TABLE app_availability_away RENAME TO app_availability');
    }
    expect(await outcome(SLACK)).toBe('sent');
  });

  it('06 §19.21 is looked for again once a person agreed', async () => {
    await organizationRules(server, owner, [{ requireApproval: true, targets: [network('slack.com')] }]);
    const desk = gateway(server).as(owner.apiKey);
    const waiting = outcome(SLACK);
    const [item] = await pending(desk);
    await restrict();
    await decide(desk, item.id, 'approve');
    expect(await waiting).toBe('app_unavailable');
  });

  it('02 §8 is what the simulator and the views of what is in force say as well', async () => {
    const { organizationId, workspaceId } = owner;
    const id = await connect(server, { organizationId, workspaceId }, { provider: 'slack' });
    await grantConnection(owner, agent.id, id);
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: 'slack.com' }));
    const views = async () => {
      const tools = await owner.api.get('/v1/policy/effective-app-permissions?provider=slack');
      const { body } = await owner.api.get(`/v1/agents/${agent.id}/effective-credentials`);
      const verdicts = tools.body.groups.map(({ verdict }: { verdict: string }) => verdict);
      return [...verdicts, body.connections[0].status, body.secrets[0].status];
    };
    expect(await views()).toEqual(['allow', 'allow', 'usable', 'usable']);
    await restrict();
    expect(await views()).toEqual(['block', 'block', 'blocked', 'blocked']);
    const simulated = await owner.api.post('/v1/policy/simulate', {
      agentId: agent.id,
      method: 'GET',
      url: SLACK,
    });
    expect(simulated.body).toMatchObject({
      verdict: 'refuse',
      refusal: { status: 403, body: { error: 'app_unavailable', provider: 'slack' } },
      request: { provider: 'slack' },
      sets: [],
    });
  });
});
