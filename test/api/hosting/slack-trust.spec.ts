/** R52, 04 §6: whom a Slack app speaks, links and decides for. The people in Slack here forge what they can sign. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { agentWith } from '../../harness/clients/agent.js';
import { askAbout, pending } from '../../harness/policy/approvals.js';
import { type Answer, api, type ApiClient, gateway } from '../../harness/clients/client.js';
import {
  CHANNEL_ADAPTER_TOKEN,
  hostedAgent,
  RUNNER_TOKEN,
  TestRunner,
} from '../../harness/hosting/hosting.js';
import { joinAs, type Member } from '../../harness/people/members.js';
import { bind } from '../../harness/people/people.js';
import { workspaceRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import {
  signedBySlack,
  type SlackApp,
  type SlackCallSeen,
  StandInSlack,
} from '../../harness/upstreams/slack.js';
import { withSlack } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';

const APP_URL = 'https://app.example.test';
const BANK = 'api.bank.test';

let slack: StandInSlack;
let server: TestServer;
let owner: Owner;
let mallory: Member;
let runner: TestRunner;
let agentId: string;
let teamId: string;
let app: SlackApp & { botToken: string };
/** The owner and the member in Slack. */
let ada: string;
let mal: string;
let clock = 1_700_000_000;

withSlack((stand) => ({ slack, server } = stand), {
  API_URL: 'https://gateway.example.test',
  APP_URL,
  RUNNER_TOKEN,
  CHANNEL_ADAPTER_TOKEN,
});

beforeEach(async () => {
  slack.settle();
  owner = await signUpOwner(server, { name: 'Ada' });
  const member = await joinAs(server, owner);
  await bind(server, owner.workspaceId, { userId: member.userId });
  mallory = { ...member, api: member.session.inWorkspace(owner.workspaceId) };
  runner = new TestRunner(server);
  await runner.start();
  agentId = await hostedAgent(server, owner, { runner });
  teamId = slack.team();
  app = slack.installedApp(teamId, 'Helper');
  ada = slack.user(owner.email);
  mal = slack.user(mallory.email);
});

const imOf = (user: string): string => `D${user.slice(1)}`;
const organizationOf = (who: Owner): ApiClient =>
  api(server).as(who.cookie).with({ 'x-organization-id': owner.organizationId });
const channels = async (): Promise<any> => (await organizationOf(owner).get('/v1/org/channels')).body;

async function attach(by: ApiClient, body: object = {}): Promise<Answer> {
  const { id: appId, botToken, signingSecret } = app;
  const answer = await by.post(`/v1/agents/${agentId}/channels/slack/complete`, {
    appId,
    botToken,
    signingSecret,
    ...body,
  });
  slack.calls.length = 0;
  return answer;
}

function signed(path: string, body: string, type: string): Promise<Answer> {
  const headers = { ...signedBySlack(app.signingSecret, body), 'content-type': type };
  return api(server).with(headers).send('POST', `/v1/channels/slack/${path}`, Buffer.from(body));
}

/** A message that whoever knows the signing secret says came from this person, to be answered in this channel. */
async function says(user: string, text: string, channel = imOf(user)): Promise<void> {
  const event = { type: 'message', channel_type: 'im', channel, user, ts: `${clock++}.000100`, text };
  const event_id = `Ev${randomBytes(6).toString('hex')}`;
  const body = JSON.stringify({ type: 'event_callback', api_app_id: app.id, event_id, event });
  expect((await signed('events', body, 'application/json')).status).toBe(200);
}

async function clicks(user: string, approvalId: string): Promise<void> {
  const payload = {
    type: 'block_actions',
    api_app_id: app.id,
    user: { id: user },
    response_url: `https://hooks.slack.com/actions/${user}`,
    actions: [{ action_id: 'channel_approve', value: approvalId }],
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  expect((await signed('interactivity', body, 'application/x-www-form-urlencoded')).status).toBe(200);
}

const posts = (): SlackCallSeen[] => slack.of('chat.postMessage');
const texts = (): string[] => posts().map(({ fields }) => fields['text'] ?? '');
const turnsOf = async (user: Owner): Promise<any[]> =>
  server.db.query('SELECT id FROM turns WHERE user_id = $1', [user.userId]);
const linked = async (): Promise<string[]> =>
  (
    await server.db.query<{ userId: string }>(
      `SELECT l.user_id AS "userId" FROM channel_user_links l JOIN users u ON u.id = l.user_id
       WHERE u.id = ANY ($1)`,
      [[owner.userId, mallory.userId]],
    )
  ).map(({ userId }) => userId);

async function turnedAway(count = 1): Promise<void> {
  await until(() => posts().length >= count);
  const page = `${APP_URL}/w/${owner.workspaceId}/agents/${agentId}`;
  expect(texts()).toEqual(Array.from({ length: count }, () => expect.stringContaining(page)));
}

async function directThread(who: Owner): Promise<string> {
  let id: string | undefined;
  await until(async () => {
    const listed = await who.api.get(`/v1/conversations?agentId=${agentId}`);
    return (id = listed.body.conversations.find(({ direct }: any) => direct)?.id) !== undefined;
  });
  return id!;
}

/** Asks for a transfer that somebody has to approve. */
async function transfer(): Promise<{ asking: Promise<any>; held: any }> {
  slack.elsewhere = (_seen, response) => void response.end('paid');
  await workspaceRules(server, owner, [askAbout(BANK)]);
  const listed = await owner.api.get('/v1/agents');
  const { accessToken: token } = listed.body.find(({ id }: any) => id === agentId);
  const agent = agentWith(server, { id: agentId, name: 'Hosted', token });
  const asking = agent.ask(`http://${BANK}/transfers`, { method: 'POST', body: '{}' });
  const [held] = await pending(gateway(server).as(owner.apiKey));
  return { asking, held };
}

describe('an app that a plain member attached by hand', () => {
  beforeEach(async () => {
    expect((await attach(organizationOf(owner).inWorkspace(owner.workspaceId))).status).toBe(200);
    // The Slack workspace is the organization's; her own app comes in place of the owner's.
    await owner.api.send('DELETE', `/v1/agents/${agentId}/channels/slack`);
    app = slack.installedApp(teamId, 'Helper');
    expect((await attach(mallory.api)).status).toBe(200);
  });

  it('04-41 R52.1 speaks for that person only; everybody else gets a link to the console', async () => {
    await says(ada, 'Send me the payroll', imOf(mal));
    await turnedAway();
    expect([await turnsOf(owner), await linked()]).toEqual([[], []]);
    slack.calls.length = 0;
    await says(slack.user('stranger@elsewhere.test'), 'Hello');
    await turnedAway();
    await says(mal, 'Hello');
    await until(async () => (await turnsOf(mallory)).length === 1);
    expect(await linked()).toEqual([mallory.userId]);
  });

  it('R52.1 speaks for nobody else through a link that an administrator made', async () => {
    const link = { externalUserId: ada, userId: owner.userId };
    expect((await organizationOf(owner).post('/v1/org/channels/slack/user-links', link)).status).toBe(201);
    await says(ada, 'Send me the payroll', imOf(mal));
    await turnedAway();
    expect(await turnsOf(owner)).toEqual([]);
  });

  it('04-41 R52.1 R52.4 decides for that person only, and the audit log says by which app', async () => {
    await says(mal, 'Pay it');
    await directThread(mallory);
    const { asking, held } = await transfer();
    await until(() => posts().some(({ fields }) => fields['blocks']?.includes('channel_approve')));
    await clicks(ada, held.id);
    await until(() => slack.replies.length === 1);
    expect(slack.replies[0]!.body.text).toContain(`${APP_URL}/w/${owner.workspaceId}/approvals`);
    expect(await pending(gateway(server).as(owner.apiKey))).toHaveLength(1);
    await clicks(mal, held.id);
    expect(await asking).toMatchObject({ status: 200, text: 'paid' });
    const decided = await server.db.query(
      `SELECT user_id AS "userId", metadata FROM audit_log WHERE service = 'channel' AND action = 'approve'
       AND workspace_id = $1`,
      [owner.workspaceId],
    );
    expect(decided).toMatchObject([
      {
        userId: mallory.userId,
        metadata: {
          appId: app.id,
          externalUserId: mal,
          attachedByUserId: mallory.userId,
          approvalId: held.id,
        },
      },
    ]);
  });

  it('R52.1 speaks for nobody once the account of that person is gone', async () => {
    await server.db.query('UPDATE channel_presences SET created_by_user_id = NULL WHERE agent_id = $1', [
      agentId,
    ]);
    await says(mal, 'Hello');
    await turnedAway();
    expect(await turnsOf(mallory)).toEqual([]);
  });

  it('R52.1 is trusted as soon as that person is an administrator, and no longer', async () => {
    const setRole = (role: string) =>
      server.db.query('UPDATE memberships SET role = $3 WHERE organization_id = $1 AND user_id = $2', [
        owner.organizationId,
        mallory.userId,
        role,
      ]);
    await setRole('admin');
    await says(ada, 'Hello');
    const thread = await directThread(owner);
    const run = await runner.claim(thread);
    await setRole('member');
    await run.answer('The payroll is …');
    await says(ada, 'And now?', imOf(mal));
    await turnedAway();
    expect(await turnsOf(owner)).toHaveLength(1);
  });

  it('R52 counts the same for an app that was attached before this was known', async () => {
    await server.db.query('UPDATE channel_presences SET made_by_organization = NULL WHERE agent_id = $1', [
      agentId,
    ]);
    await says(ada, 'Hello', imOf(mal));
    await turnedAway();
    expect(await turnsOf(owner)).toEqual([]);
  });
});

describe('a Slack workspace', () => {
  it('04-42 R52.3 is bound to the organization by nobody but owners and administrators', async () => {
    const hers = slack.team('Hers');
    app = slack.installedApp(hers, 'Helper');
    expect((await attach(mallory.api)).body.integration).toMatchObject({ externalId: hers });
    expect((await channels()).integrations).toEqual([]);
    await says(ada, 'Hello', imOf(mal));
    await turnedAway();
    await says(mal, 'Hello');
    await until(async () => (await turnsOf(mallory)).length === 1);

    const credential = { credential: slack.configurationToken(hers) };
    const byMember = await organizationOf(mallory).put('/v1/org/channels/slack/credentials', credential);
    expect(byMember.status).toBe(403);
    const link = { externalUserId: mal, userId: owner.userId };
    expect((await organizationOf(mallory).post('/v1/org/channels/slack/user-links', link)).status).toBe(403);
    const real = { credential: slack.configurationToken(teamId) };
    expect((await organizationOf(owner).put('/v1/org/channels/slack/credentials', real)).status).toBe(200);
    expect((await channels()).integrations).toMatchObject([{ externalId: teamId, presenceCount: 0 }]);

    await mallory.api.send('DELETE', `/v1/agents/${agentId}/channels/slack`);
    await until(async () => {
      const left = await server.db.query('SELECT 1 FROM channel_integrations WHERE external_id = $1', [hers]);
      return left.length === 0;
    });
  });

  it('04-43 R52.2 hears members as before through an app of the organization’s own token, whoever began it', async () => {
    const credential = { credential: slack.configurationToken(teamId) };
    await organizationOf(owner).put('/v1/org/channels/slack/credentials', credential);
    const begun = await mallory.api.post(`/v1/agents/${agentId}/channels/slack`, {});
    expect(begun.status).toBe(201);
    const made = [...slack.apps.values()].find(
      ({ teamId: at, botToken }) => at === teamId && botToken === null,
    )!;
    made.botToken = 'xoxb-made';
    app = made as typeof app;
    const other = await attach(mallory.api, { signingSecret: 'one of her own', appId: undefined });
    expect([other.status, other.body.error.message]).toEqual([
      422,
      expect.stringContaining('stored already'),
    ]);
    expect((await attach(mallory.api, { signingSecret: undefined, appId: undefined })).status).toBe(200);
    await says(ada, 'Hello');
    await until(async () => (await turnsOf(owner)).length === 1);
    await server.db.query('UPDATE channel_presences SET made_by_organization = NULL WHERE agent_id = $1', [
      agentId,
    ]);
    await says(ada, 'Hello again');
    await until(async () => (await turnsOf(owner)).length === 2);
  });
});
