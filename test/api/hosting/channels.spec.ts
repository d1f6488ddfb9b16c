/** 04 §6: an organization's Slack workspace, agents' apps in it, what Slack sends, and what is taken away. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InboundPorts } from '../../../src/modules/hosting/channels/events/inbound-ports.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { hostedAgent } from '../../harness/hosting/hosted-agent.js';
import { joinAs } from '../../harness/people/members.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import { signedBySlack, type SlackApp, type StandInSlack } from '../../harness/upstreams/slack.js';
import { withSlack } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const APP_URL = 'https://app.example.test';
const API_URL = 'https://gateway.example.test';

let slack: StandInSlack;
let server: TestServer;
let replica: TestServer;
let settings: Record<string, string>;
let owner: Owner;
let organization: ApiClient;
let agentId: string;
let base: string;
let teamId: string;

async function begin(): Promise<void> {
  slack.settle();
  owner = await signUpOwner(server);
  organization = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
  agentId = await hostedAgent(server, owner);
  base = `/v1/agents/${agentId}/channels`;
  teamId = slack.team();
}

const putToken = (credential = slack.configurationToken(teamId)): Promise<Answer> =>
  organization.put('/v1/org/channels/slack/credentials', { credential });
const attach = (by: ApiClient = owner.api): Promise<Answer> => by.post(`${base}/slack`);
const complete = (body: object, at = base): Promise<Answer> => owner.api.post(`${at}/slack/complete`, body);
const detach = (body?: object): Promise<Answer> => owner.api.delete(`${base}/slack`, body);
const channels = async (): Promise<any> => (await owner.api.get(base)).body;
const presence = async (): Promise<any> => (await channels()).presences[0];
const orgChannels = async (): Promise<any> => (await organization.get('/v1/org/channels')).body;
const run = (job: string): Promise<unknown> => server.db.query('SELECT graphile_worker.add_job($1)', [job]);
const said = (answer: Answer) => [answer.status, answer.body?.error?.message ?? answer.body?.error];

/** Another agent of the same workspace. */
async function anotherAgent(): Promise<string> {
  return `/v1/agents/${await hostedAgent(server, owner, 'other')}/channels`;
}

async function ok(answer: Promise<Answer>, status = 200): Promise<any> {
  const { status: got, body, text } = await answer;
  expect([got, text]).toEqual([status, expect.any(String)]);
  return body;
}

const tokensOf = ({ id, botToken, signingSecret }: SlackApp): object => ({
  appId: id,
  botToken,
  signingSecret,
  appToken: 'xapp-1-canary',
});

/** Attached by hand, to an app of the team. */
async function attached(): Promise<SlackApp & { botToken: string }> {
  const app = slack.installedApp(teamId, 'Helper');
  await ok(complete(tokensOf(app)));
  return app;
}

/** As if its token had been got so many hours ago. */
const age = (hours: number): Promise<unknown> =>
  server.db.query(
    `UPDATE channel_integrations SET credentials_rotated_at = now() - make_interval(hours => $2),
       credential_expires_at = credential_expires_at - make_interval(hours => $2) WHERE organization_id = $1`,
    [owner.organizationId, hours],
  );

const entries = (): Promise<any[]> =>
  server.db.query(
    `SELECT action, workspace_id AS "workspaceId", user_id AS "userId", metadata FROM audit_log
     WHERE service = 'channel' AND organization_id = $1 ORDER BY created_at`,
    [owner.organizationId],
  );

describe('where this server is reached at a public address', () => {
  withSlack((stand) => ({ slack, server, replica, settings } = stand), { API_URL, APP_URL });
  beforeEach(begin);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  describe("an organization's Slack workspace", () => {
    it('is bound by a token that is spent at once, and of which only the next pair is kept', async () => {
      expect(await orgChannels()).toEqual({
        integrations: [],
        userLinks: [],
        adapter: { online: true, lastSeenAt: expect.any(String) },
      });
      const pasted = slack.configurationToken(teamId);
      expect(await ok(putToken(pasted))).toEqual({
        provider: 'slack',
        tenant: { externalId: teamId, name: 'Acme' },
      });
      expect((await orgChannels()).integrations).toEqual([
        {
          provider: 'slack',
          externalId: teamId,
          name: 'Acme',
          hasCredentials: true,
          needsCredentials: false,
          credentialsRotatedAt: expect.any(String),
          presenceCount: 0,
        },
      ]);
      expect(said(await putToken(pasted))).toEqual([422, 'Slack refused: invalid_refresh_token']);
      const [row] = await server.db.query<any>(
        'SELECT credential_ciphertext AS sealed FROM channel_integrations WHERE organization_id = $1',
        [owner.organizationId],
      );
      expect(row.sealed).toMatch(/^v1\./);
      expect(await entries()).toEqual([
        {
          action: 'update',
          workspaceId: null,
          userId: owner.userId,
          metadata: { provider: 'slack', externalId: teamId, fields: ['credential'] },
        },
      ]);
    });

    it('takes refresh tokens of app configuration only, and says what Slack says', async () => {
      expect((await putToken('xoxb-1')).status).toBe(400);
      expect((await putToken(`xoxe${'1'.repeat(4_000)}`)).status).toBe(400);
      expect((await organization.put('/v1/org/channels/slack/credentials', {})).status).toBe(400);
      expect(
        (await organization.put('/v1/org/channels/teams/credentials', { credential: 'xoxe' })).status,
      ).toBe(404);
      slack.on('tooling.tokens.rotate', (_call, response) => {
        response.writeHead(502).end('<html>');
        return undefined;
      });
      expect(said(await putToken())).toEqual([422, 'Slack did not answer. Please try again.']);
    });

    it('cannot be another one while an agent is attached; without agents people of the old one are forgotten', async () => {
      await ok(putToken());
      await ok(attach(), 201);
      const elsewhere = slack.team('Elsewhere');
      expect((await putToken(slack.configurationToken(elsewhere))).status).toBe(409);
      expect((await orgChannels()).integrations[0]).toMatchObject({
        externalId: teamId,
        hasCredentials: true,
      });
      await ok(detach(), 204);
      await ok(
        organization.post('/v1/org/channels/slack/user-links', {
          externalUserId: 'U1',
          userId: owner.userId,
        }),
        201,
      );
      await ok(putToken(slack.configurationToken(elsewhere)));
      expect(await orgChannels()).toMatchObject({
        integrations: [{ externalId: elsewhere, name: 'Elsewhere', presenceCount: 0 }],
        userLinks: [],
      });
    });

    it('keeps its agents and its people when its token is taken away, and is forgotten without them', async () => {
      expect((await organization.delete('/v1/org/channels/slack')).status).toBe(404);
      await ok(putToken());
      await ok(attach(), 201);
      await ok(organization.delete('/v1/org/channels/slack'), 204);
      expect((await orgChannels()).integrations).toMatchObject([
        { hasCredentials: false, needsCredentials: false, credentialsRotatedAt: null, presenceCount: 1 },
      ]);
      expect((await channels()).orgIntegrations).toEqual([
        { provider: 'slack', connected: true, hasCredentials: false },
      ]);
      await ok(detach(), 204);
      await ok(organization.delete('/v1/org/channels/slack'), 204);
      expect((await orgChannels()).integrations).toEqual([]);
      expect((await entries()).map(({ action }) => action)).toEqual([
        'update',
        'create',
        'disconnect',
        'delete',
        'disconnect',
      ]);
    });

    it('is for administrators', async () => {
      const member = await joinAs(server, owner);
      // Everybody is one where roles are not enforced (01 §6.1).
      expect((await member.session.get('/v1/org/channels')).status).toBe(200);
      expect((await api(server).get('/v1/org/channels')).status).toBe(401);
    });
  });

  describe('the token that makes apps', () => {
    it('is rotated shortly before it ends, by one of two processes that need it at once', async () => {
      await ok(putToken());
      await age(11);
      await ok(attach(), 201);
      expect(slack.methods().filter((method) => method === 'tooling.tokens.rotate')).toHaveLength(1);
      await ok(detach(), 204);
      await age(12);
      slack.methods();
      const bases = [base, await anotherAgent()];
      const answers = await Promise.all([
        owner.api.post(`${bases[0]}/slack`),
        api(replica).as(owner.apiKey).post(`${bases[1]}/slack`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(slack.methods().filter((method) => method === 'tooling.tokens.rotate')).toHaveLength(1);
    });

    it('is rotated by the hourly sweep once it is six hours old, and not before', async () => {
      await ok(putToken());
      slack.methods();
      await age(5);
      await run('channels.rotate-app-tokens');
      await age(7);
      // Both processes come to it.
      await Promise.all([1, 2, 3].map(() => run('channels.rotate-app-tokens')));
      await until(() => slack.of('tooling.tokens.rotate').length > 0);
      await until(async () => {
        const at = (await orgChannels()).integrations[0].credentialsRotatedAt;
        return Date.now() - Date.parse(at) < 60_000;
      });
      expect(slack.of('tooling.tokens.rotate')).toHaveLength(1);
      await ok(attach(), 201);
    });

    it('is forgotten when Slack takes it no more, which an administrator is told', async () => {
      await ok(putToken());
      await age(12);
      slack.revokeConfiguration();
      expect((await attach()).status).toBe(422);
      expect((await orgChannels()).integrations).toMatchObject([
        { hasCredentials: false, needsCredentials: true, credentialsRotatedAt: expect.any(String) },
      ]);
      await ok(putToken());
      expect((await orgChannels()).integrations).toMatchObject([
        { hasCredentials: true, needsCredentials: false },
      ]);
      await ok(attach(), 201);
    });

    it('is forgotten when what Slack gave for it is of another workspace', async () => {
      await ok(putToken());
      await age(12);
      slack.on('tooling.tokens.rotate', (call) => ({ ...slack.ordinary(call), team_id: slack.team() }));
      expect((await attach()).status).toBe(409);
      expect((await orgChannels()).integrations).toMatchObject([
        { externalId: teamId, hasCredentials: false, needsCredentials: true },
      ]);
    });

    it('stays when Slack has trouble, and when another was pasted while Slack was asked', async () => {
      await ok(putToken());
      await age(12);
      slack.on('tooling.tokens.rotate', () => ({ ok: false, error: 'internal_error' }));
      expect((await attach()).status).toBe(422);
      expect((await orgChannels()).integrations[0].hasCredentials).toBe(true);
      const again = slack.configurationToken(teamId);
      let pasted: Promise<Answer> | null = null;
      slack.on('tooling.tokens.rotate', (call, response) => {
        if (call.fields['refresh_token'] === again) return slack.ordinary(call);
        pasted = putToken(again);
        void pasted.then(() => response.end(JSON.stringify({ ok: false, error: 'invalid_refresh_token' })));
        return undefined;
      });
      await ok(attach(), 201);
      expect((await pasted!).status).toBe(200);
      expect((await orgChannels()).integrations[0]).toMatchObject({
        hasCredentials: true,
        needsCredentials: false,
      });
    });
  });

  describe('who is who', () => {
    const link = (body: object): Promise<Answer> =>
      organization.post('/v1/org/channels/slack/user-links', body);

    it('is said by administrators, one to one, oldest first', async () => {
      expect((await link({ externalUserId: 'U1', userId: owner.userId })).status).toBe(404);
      await ok(putToken());
      const made = await ok(link({ externalUserId: 'U1', userId: owner.userId }), 201);
      expect(made).toEqual({
        id: expect.any(String),
        externalUserId: 'U1',
        linkedVia: 'manual',
        createdAt: expect.any(String),
        user: { id: owner.userId, email: owner.email, name: 'Test Person' },
        integration: { provider: 'slack' },
      });
      const member = await joinAs(server, owner);
      expect((await link({ externalUserId: 'U1', userId: member.userId })).status).toBe(409);
      expect((await link({ externalUserId: 'U2', userId: owner.userId })).status).toBe(409);
      await ok(link({ externalUserId: 'U2', userId: member.userId }), 201);
      expect((await orgChannels()).userLinks.map(({ externalUserId }: any) => externalUserId)).toEqual([
        'U1',
        'U2',
      ]);
      await ok(organization.delete(`/v1/org/channels/slack/user-links/${made.id}`), 204);
      expect((await organization.delete(`/v1/org/channels/slack/user-links/${made.id}`)).status).toBe(404);
      expect((await organization.delete('/v1/org/channels/slack/user-links/1')).status).toBe(404);
      expect((await orgChannels()).userLinks).toHaveLength(1);
      const told = { provider: 'slack', linkId: made.id, linkedUserId: owner.userId, externalUserId: 'U1' };
      expect((await entries()).filter(({ metadata }) => metadata.linkId === made.id)).toEqual([
        { action: 'create', workspaceId: null, userId: owner.userId, metadata: told },
        { action: 'delete', workspaceId: null, userId: owner.userId, metadata: told },
      ]);
    });

    it('counts active members only, and is forgotten when somebody leaves', async () => {
      await ok(putToken());
      const stranger = await signUpOwner(server);
      for (const userId of [stranger.userId, ABSENT, 'nobody'])
        expect((await link({ externalUserId: 'U1', userId })).status).toBe(422);
      expect((await link({ externalUserId: 'U1', userId: owner.userId, linkedVia: 'email' })).status).toBe(
        400,
      );
      const member = await joinAs(server, owner);
      await server.db.query(`UPDATE memberships SET status = 'suspended' WHERE user_id = $1`, [
        member.userId,
      ]);
      expect((await link({ externalUserId: 'U1', userId: member.userId })).status).toBe(422);
      await server.db.query(`UPDATE memberships SET status = 'active' WHERE user_id = $1`, [member.userId]);
      await ok(link({ externalUserId: 'U1', userId: member.userId }), 201);
      await ok(organization.delete(`/v1/org/team/${member.userId}`), 204);
      expect((await orgChannels()).userLinks).toEqual([]);
    });

    it("is nobody else's business", async () => {
      await ok(putToken());
      const made = await ok(link({ externalUserId: 'U1', userId: owner.userId }), 201);
      const stranger = await signUpOwner(server);
      const theirs = api(server).as(stranger.cookie).with({ 'x-organization-id': stranger.organizationId });
      expect((await theirs.delete(`/v1/org/channels/slack/user-links/${made.id}`)).status).toBe(404);
      expect((await theirs.get('/v1/org/channels')).body.userLinks).toEqual([]);
    });
  });

  describe('an app that is made for an agent', () => {
    it('is described as the contract says, and installed at the consent page', async () => {
      await ok(putToken());
      const made = await ok(attach(), 201);
      const app = slack.apps.get((await presence()).externalId)!;
      expect(made).toEqual({
        presenceId: expect.any(String),
        transport: 'events',
        installUrl: expect.any(String),
        settingsUrl: `https://api.slack.com/apps/${app.id}/general`,
      });
      const { origin, pathname, searchParams } = new URL(made.installUrl);
      expect([origin + pathname, searchParams.get('client_id')]).toEqual([
        'https://slack.com/oauth/v2/authorize',
        app.clientId,
      ]);
      expect(searchParams.get('scope')!.split(',')).toHaveLength(13);
      expect(app.manifest).toMatchObject({
        display_information: { name: 'Hosted' },
        settings: { event_subscriptions: { request_url: `${API_URL}/v1/channels/slack/events` } },
      });
      expect(app.manifest).toEqual((await owner.api.get(`${base}/slack/manifest`)).body.material);
      expect(await channels()).toEqual({
        presences: [
          {
            provider: 'slack',
            status: 'pending_setup',
            transport: 'events',
            externalId: app.id,
            identityRef: null,
            identityName: null,
            tenant: { externalId: teamId, name: 'Acme' },
            groupThreads: [],
          },
        ],
        posture: { transport: 'events' },
        orgIntegrations: [{ provider: 'slack', connected: true, hasCredentials: true }],
        adapter: { online: true, lastSeenAt: expect.any(String) },
      });
      const back = await callback(slack.consent(made.installUrl));
      expect([back.status, back.headers['location']]).toEqual([
        302,
        `${APP_URL}/w/${owner.workspaceId}/agents/${agentId}/channels?connected=slack`,
      ]);
      expect(await presence()).toMatchObject({
        status: 'active',
        identityRef: app.botUserId,
        identityName: 'hosted',
      });
      const ids = { agentId, provider: 'slack', presenceId: made.presenceId, externalId: app.id };
      expect(await entries()).toMatchObject([
        {},
        { action: 'create', workspaceId: owner.workspaceId, userId: owner.userId, metadata: ids },
        {
          action: 'update',
          workspaceId: owner.workspaceId,
          userId: owner.userId,
          metadata: { ...ids, completed: true },
        },
      ]);
      expect((await attach()).status).toBe(409);
      const listed = [
        {
          provider: 'slack',
          identityName: 'hosted',
          externalId: app.id,
          status: 'active',
          settingsUrl: made.settingsUrl,
        },
      ];
      expect((await owner.api.get(`/v1/agents/${agentId}`)).body.channels).toEqual(listed);
      const agents = (await owner.api.get('/v1/agents')).body;
      expect(agents.find(({ id }: any) => id === agentId).channels).toEqual(listed);
    });

    it('is gone on with as long as it is not installed, and never made twice', async () => {
      await ok(putToken());
      const first = await ok(attach(), 201);
      const again = await ok(attach(), 201);
      expect(again).toMatchObject({ presenceId: first.presenceId, settingsUrl: first.settingsUrl });
      expect(slack.of('apps.manifest.create')).toHaveLength(1);
      const other = await anotherAgent();
      const raced = await Promise.all([1, 2, 3].map(() => owner.api.post(`${other}/slack`)));
      expect(raced.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(new Set(raced.map(({ body }) => body.presenceId)).size).toBe(1);
      const alive = [...slack.apps.values()].filter((app) => app.teamId === teamId && !app.deleted);
      expect(alive).toHaveLength(2);
    });

    it('needs a token, and Slack that lets it be made', async () => {
      expect((await attach()).status).toBe(422);
      await ok(putToken());
      slack.on('apps.manifest.create', () => ({ ok: false, error: 'managed_app_limit_reached' }));
      expect(said(await attach())).toEqual([422, 'Slack refused: managed_app_limit_reached']);
      expect((await channels()).presences).toEqual([]);
    });

    it('waits as long as Slack says when there were too many calls, where a person can wait', async () => {
      await ok(putToken());
      let calls = 0;
      slack.on('apps.manifest.create', (call, response) => {
        calls += 1;
        if (calls > 1) return slack.ordinary(call);
        response.writeHead(429, { 'retry-after': '1' }).end();
        return undefined;
      });
      await ok(attach(), 201);
      expect(calls).toBe(2);
      await ok(detach(), 204);
      slack.on('apps.manifest.create', (_call, response) => {
        response.writeHead(429, { 'retry-after': '30' }).end();
        return undefined;
      });
      expect(said(await attach())).toEqual([422, 'Slack refused: ratelimited']);
    });

    it('is installed for nobody with a state that is missing, forged, old, used, or of somebody who is gone', async () => {
      await ok(putToken());
      const made = await ok(attach(), 201);
      const consent = slack.consent(made.installUrl);
      const state = consent.get('state')!;
      const [, ...rest] = state.split('~');
      const [foreign, cut] = [[ABSENT, ...rest].join('~'), state.slice(0, -1)];
      for (const forged of [null, '', 'x', cut, foreign]) {
        const asked = new URLSearchParams(consent);
        if (forged === null) asked.delete('state');
        else asked.set('state', forged);
        const answer = await callback(asked);
        expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
      }
      const cancelled = await callback(new URLSearchParams({ state, error: 'access_denied' }));
      expect([cancelled.status, cancelled.text]).toEqual([400, expect.stringContaining('was not installed')]);
      const real = Date.now.bind(Date);
      jest.spyOn(Date, 'now').mockImplementation(() => real() + 31 * 60 * 1000);
      expect((await callback(consent)).status).toBe(400);
      jest.restoreAllMocks();
      expect(slack.of('oauth.v2.access')).toEqual([]);
      await server.db.query('UPDATE channel_presences SET created_by_user_id = NULL WHERE agent_id = $1', [
        agentId,
      ]);
      expect((await callback(consent)).status).toBe(400);
      await ok(attach(), 201);
      expect((await callback(consent)).status).toBe(302);
      expect((await callback(slack.consent(made.installUrl))).status).toBe(400);
      expect(await presence()).toMatchObject({ status: 'active' });
    });

    it('is installed on a page of this server where there is no dashboard', async () => {
      const { APP_URL: _none, ...without } = settings;
      const bare = await startReplica(server, without);
      await ok(putToken());
      const made = await ok(attach(), 201);
      const page = await callback(slack.consent(made.installUrl), bare);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('The agent is in Slack now')]);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      await bare.close();
    });

    it('is not taken from another Slack workspace, nor when Slack refuses the code', async () => {
      await ok(putToken());
      const made = await ok(attach(), 201);
      slack.on('oauth.v2.access', (call) => {
        const answer = slack.ordinary(call);
        return { ...answer, team: { id: slack.team() } };
      });
      const wrong = await callback(slack.consent(made.installUrl));
      expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('another Slack workspace')]);
      slack.on('oauth.v2.access', () => ({ ok: false, error: 'invalid_code' }));
      expect((await callback(slack.consent(made.installUrl))).status).toBe(400);
      expect(await presence()).toMatchObject({ status: 'pending_setup', identityRef: null });
    });
  });

  describe('an app that was created by hand', () => {
    it('attaches the agent by its tokens, which no answer shows', async () => {
      const app = slack.installedApp(teamId, 'Helper');
      const done = await complete(tokensOf(app));
      expect([done.status, done.body]).toEqual([
        200,
        {
          id: expect.any(String),
          provider: 'slack',
          externalId: app.id,
          identityRef: app.botUserId,
          identityName: 'helper',
          transport: 'events',
          status: 'active',
          createdAt: expect.any(String),
          integration: { id: expect.any(String), externalId: teamId, name: 'Acme' },
        },
      ]);
      const [row] = await server.db.query<any>(
        'SELECT credentials_ciphertext AS sealed FROM channel_presences WHERE agent_id = $1',
        [agentId],
      );
      expect(row.sealed).toMatch(/^v1\./);
      expect((await orgChannels()).integrations).toMatchObject([
        { externalId: teamId, hasCredentials: false, needsCredentials: false, presenceCount: 1 },
      ]);
      expect(said(await complete(tokensOf(app)))).toEqual([
        409,
        'This agent is already attached to this channel',
      ]);
    });

    it('leaves no token in clear anywhere in the database', async () => {
      const pasted = slack.configurationToken(teamId);
      await ok(putToken(pasted));
      const { botToken, signingSecret } = await attached();
      const [{ token }] = slack.of('auth.test').filter((call) => call.token.startsWith('xoxe')) as [any];
      const secrets = [pasted, botToken, signingSecret, 'xapp-1-canary', token];
      const tables = await server.db.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
         WHERE schemaname IN ('public', 'graphile_worker')`,
      );
      for (const { name } of tables) {
        const rows = await server.db.query(`SELECT 1 FROM ${name} t WHERE t::text LIKE ANY ($1)`, [
          secrets.map((secret) => `%${secret}%`),
        ]);
        expect([name, rows]).toEqual([name, []]);
      }
    });

    it('finishes one that was made here with the secrets that are stored', async () => {
      await ok(putToken());
      await ok(attach(), 201);
      const app = slack.apps.get((await presence()).externalId)!;
      app.botToken = 'xoxb-of-the-made-app';
      expect((await complete({ botToken: slack.installedApp(teamId).botToken })).status).toBe(422);
      expect(await ok(complete({ botToken: app.botToken }))).toMatchObject({
        externalId: app.id,
        identityName: 'hosted',
        status: 'active',
      });
      await ok(sendEvent(app, { type: 'event_callback', event_id: 'Ev1', event: {} }));
    });

    it('leaves nothing behind where something about the tokens is wrong', async () => {
      const app = slack.installedApp(teamId);
      const { signingSecret, botToken, id } = app;
      const good = { botToken, signingSecret, appId: id };
      for (const wrong of [
        { botToken: undefined },
        { botToken: 'xoxp-1' },
        { botToken: 'xoxb-with space' },
        { botToken: `xoxb-${'1'.repeat(500)}` },
        { appToken: 'xoxb-1' },
        { signingSecret: '' },
        { appId: 'A'.repeat(101) },
        { unknown: 1 },
      ])
        expect([(await complete({ ...good, ...wrong })).status, wrong]).toEqual([400, wrong]);
      for (const lacking of [{ signingSecret: undefined }, { appId: undefined }, { appId: 'A0' }])
        expect([(await complete({ ...good, ...lacking })).status, lacking]).toEqual([422, lacking]);
      expect(said(await complete({ ...good, botToken: 'xoxb-unknown' }))).toEqual([
        422,
        'Slack refused: invalid_auth',
      ]);
      expect([await channels(), await orgChannels()]).toMatchObject([
        { presences: [], orgIntegrations: [] },
        { integrations: [] },
      ]);
    });

    it('is of the Slack workspace of the organization and of no other agent', async () => {
      const app = await attached();
      const other = await anotherAgent();
      expect(said(await complete(tokensOf(app), other))).toEqual([
        409,
        'This app is in use by another agent',
      ]);
      const foreign = slack.installedApp(slack.team());
      expect((await complete(tokensOf(foreign), other)).status).toBe(409);
      expect((await owner.api.get(other)).body.presences).toEqual([]);
      const stranger = await signUpOwner(server);
      expect((await stranger.api.get(base)).status).toBe(404);
      expect((await stranger.api.post(`${base}/slack/complete`, tokensOf(foreign))).status).toBe(404);
    });

    it('is one of two that are pasted at once, whichever process is asked', async () => {
      const [one, other] = [slack.installedApp(teamId), slack.installedApp(teamId)];
      const answers = await Promise.all([
        complete(tokensOf(one)),
        api(replica).as(owner.apiKey).post(`${base}/slack/complete`, tokensOf(other)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await channels()).presences).toHaveLength(1);
    });

    it('shows its threads in channels; a direct one goes with the link of its person', async () => {
      await attached();
      const body = { externalUserId: 'U1', userId: owner.userId };
      const link = await ok(organization.post('/v1/org/channels/slack/user-links', body), 201);
      const direct = await ok(owner.api.put(`/v1/agents/${agentId}/conversations/direct`));
      const group = await ok(owner.api.post('/v1/conversations', { agentId }), 201);
      const linked = (id: string, kind: string, thread: string, userLinkId: string | null) =>
        server.db.query(
          `INSERT INTO channel_thread_links (presence_id, conversation_id, kind, external_thread_id, user_link_id)
           SELECT id, $2, $3, $4, $5 FROM channel_presences WHERE agent_id = $1`,
          [agentId, id, kind, thread, userLinkId],
        );
      await linked(direct.id, 'direct', 'D1', link.id);
      await linked(group.id, 'group', 'C1:1.0', null);
      expect((await presence()).groupThreads).toEqual([
        { externalThreadId: 'C1:1.0', createdAt: expect.any(String) },
      ]);
      const threads = (): Promise<any[]> =>
        server.db.query(
          `SELECT kind FROM channel_thread_links t JOIN channel_presences p ON p.id = t.presence_id
           WHERE p.agent_id = $1`,
          [agentId],
        );
      await ok(organization.delete(`/v1/org/channels/slack/user-links/${link.id}`), 204);
      expect(await threads()).toEqual([{ kind: 'group' }]);
      await ok(detach({ deleteRemote: true }), 204);
      expect(await threads()).toEqual([]);
      expect((await owner.api.get(`/v1/conversations/${group.id}`)).status).toBe(200);
    });

    it('has its handle looked up where it is not known', async () => {
      await attached();
      await server.db.query('UPDATE channel_presences SET identity_name = NULL WHERE agent_id = $1', [
        agentId,
      ]);
      slack.on('auth.test', () => ({ ok: false, error: 'token_revoked' }));
      expect(await presence()).toMatchObject({ identityName: null });
      expect(await presence()).toMatchObject({ identityName: null, status: 'needs_attention' });
      slack.settle();
      expect(await presence()).toMatchObject({ identityName: 'helper' });
      await presence();
      expect(slack.of('auth.test')).toHaveLength(1);
    });
  });

  it('only hosted agents have channels, of known providers, and bodies hold nothing unknown (04-3)', async () => {
    const { body } = await owner.api.post('/v1/agents', { name: 'Own', identifier: 'own' });
    const own = `/v1/agents/${body.id}/channels`;
    const good = { botToken: 'xoxb-1' };
    const answers = [
      await owner.api.get(own),
      await owner.api.get(`${own}/slack/manifest`),
      await owner.api.post(`${own}/slack`),
      await complete(good, own),
      await owner.api.delete(`${own}/slack`),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.type])).toEqual(
      answers.map(() => [422, 'validation_error']),
    );
    expect((await complete({ ...good, more: 1 }, own)).status).toBe(400);
    expect((await owner.api.delete(`${own}/slack`, { more: 1 })).status).toBe(400);
    for (const answer of [
      await owner.api.get(`${base}/teams/manifest`),
      await owner.api.post(`${base}/teams`),
      await owner.api.post(`${base}/teams/complete`, good),
      await owner.api.delete(`${base}/teams`),
      await owner.api.delete(`${base}/slack`),
      await owner.api.get(`/v1/agents/${ABSENT}/channels`),
    ])
      expect([answer.status, answer.body.error.type]).toEqual([404, 'not_found_error']);
  });

  describe('what Slack sends', () => {
    /** With the time as it is written. */
    const signedAt = (moment: string, secret: string, body: string): string =>
      `v0=${createHmac('sha256', secret).update(`v0:${moment}:${body}`).digest('hex')}`;
    const EVENT = { type: 'event_callback', event_id: 'Ev1', event: { type: 'message', text: 'Hello' } };

    it('counts only once it is proved, and every refusal is the same (04-32)', async () => {
      const heard = listen();
      const app = await attached();
      const event = { ...EVENT, api_app_id: app.id };
      const text = JSON.stringify(event);
      const now = Math.floor(Date.now() / 1000);
      const unknown = JSON.stringify({ ...event, api_app_id: 'A0' });
      const { 'x-slack-signature': signature, ...timestamp } = signedBySlack(app.signingSecret, text);
      const refusals: [string, Record<string, string>][] = [
        [text, signedBySlack('another secret', text)],
        [text, signedBySlack(app.signingSecret, `${text} `)],
        [text, signedBySlack(app.signingSecret, text, now - 301)],
        [text, signedBySlack(app.signingSecret, text, now + 302)],
        [text, { ...timestamp, 'x-slack-request-timestamp': `${now - 1}`, 'x-slack-signature': signature! }],
        [unknown, signedBySlack(app.signingSecret, unknown)],
        [JSON.stringify(EVENT), signedBySlack(app.signingSecret, JSON.stringify(EVENT))],
        [text, {}],
        [text, timestamp],
        [text, { ...timestamp, 'x-slack-signature': 'v0=' }],
        [text, { ...timestamp, 'x-slack-signature': signature!.slice(0, -1) }],
        [text, { ...timestamp, 'x-slack-signature': signature!.slice(3) }],
        [text, { ...timestamp, 'x-slack-signature': `v1=${signature!.slice(3)}` }],
        [text, { ...timestamp, 'x-slack-signature': `v0=${signature!.slice(3).toUpperCase()}` }],
        [text, { ...timestamp, 'x-slack-signature': `${signature}, ${signature}` }],
        ...['', 'NaN', '1e10', '0x6553f100', `${now}.0`, `+${now}`, `${now},${now}`].map(
          (moment): [string, Record<string, string>] => [
            text,
            {
              'x-slack-request-timestamp': moment,
              'x-slack-signature': signedAt(moment, app.signingSecret, text),
            },
          ],
        ),
        // Signed with nothing, as by somebody who hopes that no secret is there.
        [text, signedBySlack('', text)],
        // What was signed for another app, or by its own secret in the name of this one.
        [text.replace(app.id, 'A0'), signedBySlack(app.signingSecret, text)],
        [`${text}\n`, signedBySlack(app.signingSecret, text)],
        [JSON.stringify({ ...event, api_app_id: 'A0' }), signedBySlack(app.signingSecret, text)],
      ];
      for (const [body, headers] of refusals) {
        const answer = await api(server).with(headers).send('POST', '/v1/channels/slack/events', body);
        expect([answer.status, answer.body]).toEqual([401, { error: 'Unauthorized' }]);
      }
      expect(heard.events).toEqual([]);
      expect(await ok(sendEvent(app, EVENT))).toEqual({ ok: true });
      expect(heard.events).toEqual([
        { presenceId: expect.any(String), eventId: 'Ev1', event: { type: 'message', text: 'Hello' } },
      ]);
    });

    it('echoes a challenge without a signature, and nothing else (04-32)', async () => {
      const heard = listen();
      const echo = (challenge: unknown) =>
        api(server).post('/v1/channels/slack/events', { type: 'url_verification', challenge });
      expect((await echo('abc')).body).toEqual({ challenge: 'abc' });
      expect((await echo('a'.repeat(256))).status).toBe(200);
      for (const challenge of ['a'.repeat(257), 1, null, undefined])
        expect([(await echo(challenge)).status, challenge]).toEqual([401, challenge]);
      expect(heard.events).toEqual([]);
      const app = await attached();
      expect(await ok(sendEvent(app, { type: 'app_rate_limited' }))).toEqual({ ok: true });
      expect(await ok(sendEvent(app, { type: 'event_callback' }))).toEqual({ ok: true });
      expect(heard.events).toEqual([]);
    });

    it('is refused where it is no JSON, and where it is too large', async () => {
      const send = (path: string, body: string) =>
        api(server).send('POST', `/v1/channels/slack/${path}`, body);
      for (const body of ['', '{', '[]', '1', `${'['.repeat(5_000)}${']'.repeat(5_000)}`])
        expect([(await send('events', body)).status, body.slice(0, 9)]).toEqual([400, body.slice(0, 9)]);
      for (const body of ['', 'payload=', 'payload=1', '{}'])
        expect([(await send('interactivity', body)).status, body]).toEqual([400, body]);
      for (const path of ['events', 'interactivity']) {
        expect(await send(path, 'x'.repeat(1_000_000))).toMatchObject({
          status: 400,
          body: { error: expect.any(String) },
        });
        expect(await send(path, 'x'.repeat(1_000_001))).toMatchObject({
          status: 413,
          body: { error: expect.any(String) },
        });
      }
    });

    it("is nobody's once the agent is detached or gone, and waits for an app to be installed", async () => {
      const heard = listen();
      await ok(putToken());
      const made = await ok(attach(), 201);
      const app = slack.apps.get((await presence()).externalId)!;
      expect(await ok(sendEvent(app, EVENT))).toEqual({ ok: true });
      expect(heard.events).toEqual([]);
      await callback(slack.consent(made.installUrl));
      await ok(sendEvent(app, EVENT));
      expect(heard.events).toHaveLength(1);
      await ok(detach(), 204);
      expect((await sendEvent(app, EVENT)).status).toBe(401);
      expect((await sendEvent(app, EVENT, replica)).status).toBe(401);
    });

    it('has buttons among it, which are answered where Slack says, if that is Slack', async () => {
      const heard = listen({ replacesCard: true, text: 'Approved by Ada' });
      const app = await attached();
      const click = {
        type: 'block_actions',
        user: { id: 'U1' },
        response_url: 'https://hooks.slack.com/actions/1',
        actions: [
          { action_id: 'other', value: 'x' },
          { action_id: 'channel_deny', value: 'approval-1' },
        ],
      };
      expect(await ok(sendClick(app, click))).toEqual({ ok: true });
      const clicked = {
        presenceId: expect.any(String),
        approvalId: 'approval-1',
        decision: 'deny',
        clickerExternalUserId: 'U1',
      };
      expect(heard.clicks).toEqual([clicked]);
      await until(() => slack.replies.length === 1);
      expect(slack.replies).toEqual([
        { url: '/actions/1', body: { text: 'Approved by Ada', replace_original: true } },
      ]);
      for (const response_url of [
        'http://hooks.slack.com/actions/2',
        'https://hooks.slack.com.example.test/actions/2',
        'https://hooks.slack.com:8443/actions/2',
        'https://example.test/actions/2',
        7,
      ])
        await ok(sendClick(app, { ...click, response_url }));
      for (const nothing of [{ actions: [] }, { actions: 'x' }, { type: 'view_submission' }, { user: null }])
        await ok(sendClick(app, { ...click, ...nothing }));
      expect(heard.clicks).toHaveLength(6);
      heard.reply = { replacesCard: false, text: 'Not you' };
      await ok(sendClick(app, click));
      await until(() => slack.replies.length === 2);
      expect(slack.replies[1]!.body).toEqual({
        text: 'Not you',
        replace_original: false,
        response_type: 'ephemeral',
      });
      expect((await sendClick({ ...app, signingSecret: 'other' }, click)).status).toBe(401);
    });
  });

  describe('an app that nobody needs any more', () => {
    /** Made here and installed, so that everything can be taken away. */
    async function installed(): Promise<SlackApp> {
      await ok(putToken());
      const made = await ok(attach(), 201);
      await callback(slack.consent(made.installUrl));
      const app = slack.apps.get((await presence()).externalId)!;
      slack.methods();
      return app;
    }

    const rows = async (): Promise<number> => {
      const [row] = await server.db.query<any>(
        'SELECT count(*)::int AS n FROM channel_presences p JOIN channel_integrations i ON i.id = p.integration_id WHERE i.external_id = $1',
        [teamId],
      );
      return row.n;
    };

    it('stays in Slack when the agent is only detached', async () => {
      const app = await installed();
      await ok(detach(), 204);
      expect((await detach()).status).toBe(404);
      expect(await rows()).toBe(0);
      expect([app.deleted, slack.methods()]).toEqual([false, []]);
      expect((await entries()).at(-1)).toMatchObject({
        action: 'delete',
        metadata: { agentId, provider: 'slack', externalId: app.id, deleteRemote: false },
      });
    });

    it('is renamed, uninstalled and deleted there, in that order, where that is asked for', async () => {
      const app = await installed();
      const handedOut = app.botToken;
      await ok(detach({ deleteRemote: true }), 204);
      expect((await channels()).presences).toEqual([]);
      expect((await detach()).status).toBe(404);
      await until(async () => (await rows()) === 0);
      expect(slack.methods()).toEqual([
        'apps.manifest.export',
        'apps.manifest.update',
        'users.info',
        'apps.uninstall',
        'apps.manifest.delete',
      ]);
      expect(handedOut).not.toBeNull();
      expect([app.botToken, app.deleted, app.manifest.display_information.name]).toEqual([
        null,
        true,
        `deleted-app-${app.id}`,
      ]);
      await ok(attach(), 201);
    });

    it('is not deleted there as long as its old name is shown', async () => {
      const app = await installed();
      slack.on('users.info', () => ({ user: { real_name: 'Hosted' } }));
      await ok(detach({ deleteRemote: true }), 204);
      await until(async () => (await rows()) === 0);
      expect(slack.of('users.info')).toHaveLength(10);
      expect([app.botToken, app.deleted]).toEqual([null, false]);
    });

    it('is uninstalled also without a token of the organization, and forgotten whatever Slack says', async () => {
      const app = await installed();
      await ok(organization.delete('/v1/org/channels/slack'), 204);
      await ok(detach({ deleteRemote: true }), 204);
      await until(async () => (await rows()) === 0);
      expect([app.botToken, slack.methods()]).toEqual([null, ['apps.uninstall']]);
      await attached();
      slack.on('apps.uninstall', () => ({ ok: false, error: 'fatal_error' }));
      await ok(detach({ deleteRemote: true }), 204);
      await until(async () => (await rows()) === 0);
    });

    it('is tried again where Slack is busy, and goes on where it was', async () => {
      const app = await installed();
      const busy = (_call: unknown, response: any): undefined => {
        response.writeHead(429, { 'retry-after': '30' }).end();
      };
      slack.on('apps.manifest.delete', busy);
      await ok(detach({ deleteRemote: true }), 204);
      const waits = (): Promise<any[]> =>
        server.db.query(
          `SELECT 1 FROM channel_presences WHERE external_id = $1
             AND teardown_leased_until BETWEEN now() AND now() + interval '31 s'`,
          [app.id],
        );
      await until(async () => (await waits()).length === 1);
      expect([app.botToken, app.deleted, await rows()]).toEqual([null, false, 1]);
      slack.settle();
      await run('channels.tear-down');
      await server.db.query(
        'UPDATE channel_presences SET teardown_leased_until = NULL WHERE external_id = $1',
        [app.id],
      );
      await run('channels.tear-down');
      await until(async () => (await rows()) === 0);
      expect([app.deleted, slack.methods()]).toEqual([true, ['apps.uninstall', 'apps.manifest.delete']]);
    });

    it('is left in Slack after twenty times', async () => {
      const app = await installed();
      slack.on('apps.manifest.export', (_call, response) => {
        response.destroy();
        return undefined;
      });
      await server.db.query('UPDATE channel_presences SET teardown_attempts = 19 WHERE external_id = $1', [
        app.id,
      ]);
      await ok(detach({ deleteRemote: true }), 204);
      await until(async () => (await rows()) === 0);
      expect(app.deleted).toBe(false);
    });

    it('is deleted there at once where it was never installed', async () => {
      await ok(putToken());
      await ok(attach(), 201);
      const app = slack.apps.get((await presence()).externalId)!;
      slack.methods();
      await ok(detach({ deleteRemote: true }), 204);
      await until(() => app.deleted);
      expect(slack.methods()).toEqual(['apps.manifest.delete']);
    });

    it('goes with its agent', async () => {
      const app = await installed();
      await ok(owner.api.delete(`/v1/agents/${agentId}`), 204);
      expect((await sendEvent(app, { type: 'event_callback', event_id: 'Ev1', event: {} })).status).toBe(401);
      await until(() => app.deleted);
      await until(async () => (await rows()) === 0);
    });

    it('goes with the workspace and with the organization, as is said before', async () => {
      const app = await installed();
      const impact = (await api(server).as(owner.cookie).get('/v1/user/deletion-impact')).body;
      expect(impact.organizationsDeleted[0].workspaces).toMatchObject([
        { id: owner.workspaceId, channelApps: [{ provider: 'slack' }] },
      ]);
      await ok(organization.delete('/v1/org'), 204);
      expect((await sendEvent(app, { type: 'event_callback', event_id: 'Ev1', event: {} })).status).toBe(401);
      await run('channels.tear-down');
      await until(() => app.deleted);
      await until(async () => {
        const left = await server.db.query('SELECT 1 FROM channel_integrations WHERE external_id = $1', [
          teamId,
        ]);
        return left.length === 0;
      });
    });

    it('is taken away by another process when one died over it', async () => {
      const app = await installed();
      await server.db.query(
        `UPDATE channel_presences SET agent_id = NULL, teardown_leased_until = now() + interval '1 minute' WHERE agent_id = $1`,
        [agentId],
      );
      await run('channels.tear-down');
      await run('channels.tear-down');
      await until(
        async () =>
          (
            await server.db.query(
              `SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'channels.tear-down' AND key IS NULL`,
            )
          ).length === 0,
      );
      expect(app.deleted).toBe(false);
      await server.db.query(
        `UPDATE channel_presences SET teardown_leased_until = now() - interval '1 s' WHERE agent_id IS NULL`,
      );
      await run('channels.tear-down');
      await until(() => app.deleted);
    });

    it('is told the new name of its agent, once, and keeps what people changed in it', async () => {
      const app = await installed();
      app.manifest.display_information.background_color = '#112233';
      await ok(owner.api.patch(`/v1/agents/${agentId}`, { name: 'Renamed' }), 200);
      await until(() => app.manifest.display_information.name === 'Renamed');
      expect(app.manifest).toMatchObject({
        display_information: { background_color: '#112233' },
        features: { bot_user: { display_name: 'Renamed' } },
      });
      slack.methods();
      slack.on('apps.manifest.update', () => ({ ok: false, error: 'invalid_manifest' }));
      await ok(owner.api.patch(`/v1/agents/${agentId}`, { name: 'Again' }), 200);
      await until(() => slack.of('apps.manifest.update').length === 1);
      await run('channels.rename-apps');
      await until(
        async () =>
          (
            await server.db.query(
              `SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'channels.rename-apps' AND key IS NULL`,
            )
          ).length === 0,
      );
      expect(slack.of('apps.manifest.update')).toHaveLength(1);
      slack.on('apps.manifest.update', () => ({ ok: false, error: 'internal_error' }));
      await ok(owner.api.patch(`/v1/agents/${agentId}`, { name: 'Last' }), 200);
      await until(() => slack.of('apps.manifest.update').length === 2);
      slack.settle();
      await until(async () => {
        await run('channels.rename-apps');
        return app.manifest.display_information.name === 'Last';
      });
    });
  });
});

describe('where this server is reached at no public address', () => {
  withSlack((stand) => ({ slack, server, replica } = stand));
  beforeEach(begin);

  it('apps hold sockets, so no page installs them and no signature is needed', async () => {
    await ok(putToken());
    const made = await ok(attach(), 201);
    expect(made).toMatchObject({ transport: 'socket', installUrl: null });
    const app = slack.apps.get((await presence()).externalId)!;
    expect(app.manifest.settings).toMatchObject({
      socket_mode_enabled: true,
      interactivity: { is_enabled: true },
    });
    expect(app.manifest.oauth_config.redirect_urls).toBeUndefined();
    expect((await owner.api.get(`${base}/slack/manifest`)).body).toEqual({
      transport: 'socket',
      material: app.manifest,
    });
    app.botToken = 'xoxb-socket';
    expect((await complete({ botToken: app.botToken })).status).toBe(422);
    expect(await ok(complete({ botToken: app.botToken, appToken: 'xapp-1' }))).toMatchObject({
      transport: 'socket',
      status: 'active',
    });
    const event = { type: 'event_callback', event_id: 'Ev1', event: {} };
    expect((await sendEvent(app, event)).status).toBe(401);
    expect((await channels()).posture).toEqual({ transport: 'socket' });
  });
});

const callback = (query: URLSearchParams, at: TestServer = server): Promise<Answer> =>
  api(at).get(`/v1/channels/slack/oauth/callback?${query.toString()}`);

function sendEvent(app: SlackApp, event: object, to: TestServer = server): Promise<Answer> {
  const body = JSON.stringify({ ...event, api_app_id: app.id });
  return api(to).with(signedBySlack(app.signingSecret, body)).send('POST', '/v1/channels/slack/events', body);
}

function sendClick(app: SlackApp, payload: object): Promise<Answer> {
  const said = JSON.stringify({ ...payload, api_app_id: app.id });
  const body = new URLSearchParams({ payload: said }).toString();
  return api(server)
    .with({ ...signedBySlack(app.signingSecret, body), 'content-type': 'application/x-www-form-urlencoded' })
    .send('POST', '/v1/channels/slack/interactivity', body);
}

/** Stands behind the doors of this server, in place of whoever makes conversations of events. */
function listen(reply: any = null): { events: any[]; clicks: any[]; reply: any } {
  const heard: { events: any[]; clicks: any[]; reply: any } = { events: [], clicks: [], reply };
  const doors = server.app.get(InboundPorts, { strict: false });
  jest.spyOn(doors, 'receive').mockImplementation((event) => {
    heard.events.push(event);
    return Promise.resolve();
  });
  jest.spyOn(doors, 'decide').mockImplementation((click) => {
    heard.clicks.push(click);
    return Promise.resolve(heard.reply);
  });
  return heard;
}
