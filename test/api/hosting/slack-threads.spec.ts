/** 04 §6.3 to §6.6 and §10: what people say to agents in Slack, what is posted there, cards, and adapters. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { WebSocket, WebSocketServer } from 'ws';
import { Database } from '../../../src/kernel/database/database.js';
import { adapterRegistry } from '../../../src/modules/foundation/operator/daemon-registry.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { agentWith, type AgentAnswer, createSecret, grant } from '../../harness/clients/agent.js';
import { askAbout, decide, pending, sendAndLeave } from '../../harness/policy/approvals.js';
import { type Answer, api, type ApiClient, gateway } from '../../harness/clients/client.js';
import {
  CHANNEL_ADAPTER_TOKEN,
  hostedAgent,
  RUNNER_TOKEN,
  TestRunner,
} from '../../harness/hosting/hosting.js';
import { joinAs, type Member } from '../../harness/people/members.js';
import { calls, says } from '../../harness/upstreams/model-plays.js';
import { StandInModels } from '../../harness/upstreams/model-providers.js';
import { bind, setMembership } from '../../harness/people/people.js';
import { organizationRules, workspaceRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import {
  signedBySlack,
  type SlackApp,
  type SlackCallSeen,
  StandInSlack,
} from '../../harness/upstreams/slack.js';
import { withProviders, withSlack } from '../../harness/server/stands.js';
import type { SeenRequest } from '../../harness/upstreams/upstream.js';
import { until } from '../../harness/time/until.js';

const APP_URL = 'https://app.example.test';
const API_URL = 'https://gateway.example.test';
const BANK = 'api.bank.test';

let slack: StandInSlack;
let server: TestServer;
let owner: Owner;
let runner: TestRunner;
let agentId: string;
let teamId: string;
let app: SlackApp & { botToken: string };
/** The owner in Slack. */
let ada: string;
let clock = 1_700_000_000;

const stamp = (): string => `${clock++}.000100`;
const channelId = (): string => `C${randomBytes(5).toString('hex').toUpperCase()}`;
const imOf = (user: string): string => `D${user.slice(1)}`;

async function begin(): Promise<void> {
  slack.settle();
  owner = await signUpOwner(server, { name: 'Ada' });
  runner = new TestRunner(server);
  await runner.start();
  agentId = await hostedAgent(server, owner, { runner });
  teamId = slack.team();
  app = slack.installedApp(teamId, 'Helper');
  ada = slack.user(owner.email, 'Not her name here');
}

async function attached(more: object = {}): Promise<void> {
  const { id, botToken, signingSecret } = app;
  const body = { appId: id, botToken, signingSecret, appToken: 'xapp-1-canary', ...more };
  const answer = await owner.api.post(`/v1/agents/${agentId}/channels/slack/complete`, body);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  slack.calls.length = 0;
}

const presenceId = async (): Promise<string> =>
  (
    await server.db.query<{ id: string }>('SELECT id FROM channel_presences WHERE agent_id = $1', [agentId])
  )[0]!.id;

/** As Slack tells it, signed by the app. */
function event(inner: object, eventId = `Ev${randomBytes(6).toString('hex')}`): Promise<Answer> {
  const body = JSON.stringify({
    type: 'event_callback',
    api_app_id: app.id,
    event_id: eventId,
    event: inner,
  });
  return api(server)
    .with({ ...signedBySlack(app.signingSecret, body), 'content-type': 'application/json' })
    .send('POST', '/v1/channels/slack/events', Buffer.from(body));
}
const heard = async (inner: object, eventId?: string): Promise<void> =>
  expect((await event(inner, eventId)).status).toBe(200);

const dm = (text: string, more: object = {}) => ({
  type: 'message',
  channel_type: 'im',
  channel: imOf(ada),
  user: ada,
  ts: stamp(),
  text,
  ...more,
});
const mention = (channel: string, text: string, more: object = {}) => ({
  ...dm(`<@${app.botUserId}> ${text}`, { channel, ...more }),
  channel_type: undefined,
  type: 'app_mention',
});

function click(decision: 'approve' | 'deny', approvalId: string, user: string): Promise<Answer> {
  const payload = {
    type: 'block_actions',
    api_app_id: app.id,
    user: { id: user },
    response_url: `https://hooks.slack.com/actions/${user}`,
    actions: [{ action_id: `channel_${decision}`, value: approvalId }],
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  return api(server)
    .with({
      ...signedBySlack(app.signingSecret, body),
      'content-type': 'application/x-www-form-urlencoded',
    })
    .send('POST', '/v1/channels/slack/interactivity', Buffer.from(body));
}

const conversationsOf = async (who: Pick<Owner, 'api'> = owner): Promise<any[]> =>
  (await who.api.get(`/v1/conversations?agentId=${agentId}`)).body.conversations;
const turnsOf = async (id: string, who: Pick<Owner, 'api'> = owner): Promise<any[]> =>
  (await who.api.get(`/v1/conversations/${id}/turns`)).body.turns;

const transcript = async (id: string): Promise<any[]> =>
  (await owner.api.get(`/v1/conversations/${id}/events`)).body.events.map(({ payload }: any) => payload);

/** Turns of a conversation, once there are so many. */
async function turns(id: string, count: number): Promise<any[]> {
  let found: any[] = [];
  await until(async () => (found = await turnsOf(id)).length >= count);
  return found;
}
async function directThread(): Promise<string> {
  let id: string | undefined;
  await until(async () => (id = (await conversationsOf()).find(({ direct }) => direct)?.id) !== undefined);
  return id!;
}
const post = (id: string, message: string, who: Pick<Owner, 'api'> = owner): Promise<Answer> =>
  who.api.post(`/v1/conversations/${id}/messages`, { message });

const posts = (): SlackCallSeen[] => slack.of('chat.postMessage');
const texts = (): string[] => posts().map(({ fields }) => fields['text']!);
const cards = (): SlackCallSeen[] =>
  posts().filter(({ fields }) => fields['blocks']?.includes('channel_approve'));
const updates = (): SlackCallSeen[] => slack.of('chat.update');
async function posted(count: number): Promise<SlackCallSeen[]> {
  await until(() => posts().length >= count);
  return posts();
}
/** How the approvals of this workspace were decided by cards, as its audit log tells. */
const decisions = (): Promise<any[]> =>
  server.db.query<any>(
    `SELECT action, user_id AS "userId", metadata FROM audit_log
     WHERE service = 'channel' AND workspace_id = $1 AND action IN ('approve', 'deny')`,
    [owner.workspaceId],
  );
const answer = async (id: string, text = 'Hello.'): Promise<void> => (await runner.claim(id)).answer(text);
/** Nothing of the outbox waits any more. */
const outboxEmpty = (): Promise<void> =>
  until(async () => {
    const [row] = await server.db.query<{ open: boolean }>(
      `SELECT EXISTS (SELECT FROM channel_outbox WHERE state IN ('pending', 'leased')) AS open`,
    );
    return !row!.open;
  });

async function colleague(role: 'admin' | 'member' = 'member'): Promise<Member & { slackId: string }> {
  const member = await joinAs(server, owner, role);
  await bind(server, owner.workspaceId, { userId: member.userId });
  return {
    ...member,
    api: member.session.inWorkspace(owner.workspaceId),
    slackId: slack.user(member.email),
  };
}

describe('people in Slack', () => {
  withSlack((stand) => ({ slack, server } = stand), {
    API_URL,
    APP_URL,
    RUNNER_TOKEN,
    CHANNEL_ADAPTER_TOKEN,
  });
  beforeEach(async () => {
    await begin();
    await attached();
  });

  it('04-33 speak in their own direct thread once Slack says that their address is a member’s', async () => {
    const said = dm('How much is a &lt; b?');
    await heard(said, 'Ev33');
    const thread = await directThread();
    const [turn] = await turns(thread, 1);
    expect(turn).toMatchObject({
      message: 'How much is a < b?',
      source: 'slack',
      userId: owner.userId,
      status: 'queued',
    });
    const organization = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
    expect((await organization.get('/v1/org/channels')).body.userLinks).toMatchObject([
      { externalUserId: ada, linkedVia: 'email', user: { id: owner.userId } },
    ]);
    await heard(said, 'Ev33');
    await answer(thread);
    const [reply] = await posted(1);
    expect(reply!.fields).toMatchObject({ channel: imOf(ada), text: 'Hello.' });
    expect(reply!.fields['thread_ts']).toBeUndefined();
    expect(await turnsOf(thread)).toHaveLength(1);
    expect((await owner.api.put(`/v1/agents/${agentId}/conversations/direct`)).body.id).toBe(thread);
  });

  it('04-33 get a refusal and no turn where they are suspended, strangers, or of another Slack workspace', async () => {
    const suspended = await colleague();
    await setMembership(server, owner.organizationId, suspended.userId, 'suspended');
    const stranger = slack.user('somebody@elsewhere.test');
    const guest = slack.user((await colleague()).email);
    slack.on('users.info', (call, response) => {
      const answered: any = slack.ordinary(call);
      if (call.fields['user'] === guest) answered.user.team_id = 'TOTHER';
      void response;
      return answered;
    });
    for (const user of [suspended.slackId, stranger, guest])
      await heard(dm('Let me in', { user, channel: imOf(user) }));
    await posted(3);
    for (const user of [suspended.slackId, stranger, guest]) {
      const told = posts().filter(({ fields }) => fields['channel'] === imOf(user));
      expect(told.map(({ fields }) => fields['text'])).toEqual([
        expect.stringContaining('I only work for members of the organization'),
      ]);
    }
    expect(await conversationsOf()).toEqual([]);
    const unbound = await joinAs(server, owner);
    const linked = slack.user(unbound.email);
    await heard(dm('Let me in', { user: linked, channel: imOf(linked) }));
    // On Community every member may use every workspace.
    await until(
      async () =>
        (await server.db.query('SELECT 1 FROM turns WHERE user_id = $1', [unbound.userId])).length === 1,
    );
  });

  it('lose what they had when they are suspended, whichever way an answer would come', async () => {
    await heard(dm('One'));
    const thread = await directThread();
    const run = await runner.claim(thread);
    await setMembership(server, owner.organizationId, owner.userId, 'suspended');
    await run.answer('For nobody');
    await heard(dm('Two'));
    const [told] = await posted(1);
    expect(told!.fields['text']).toContain('You have no access');
    await outboxEmpty();
    expect(texts()).toHaveLength(1);
  });

  it('04-34 share a thread of a channel, where they are called by the names they have here', async () => {
    const channel = channelId();
    const grace = await colleague();
    const root = mention(channel, 'what is on today?');
    await heard(root);
    await until(async () => (await conversationsOf()).length === 1);
    const [thread] = await conversationsOf();
    expect(thread).toMatchObject({ source: 'slack', externalRef: `${channel}:${root.ts}`, direct: false });
    expect((await turns(thread.id, 1))[0]).toMatchObject({
      message: 'Ada: what is on today?',
      source: 'slack',
    });
    await answer(thread.id, 'Nothing');
    expect((await posted(1))[0]!.fields).toMatchObject({ channel, thread_ts: root.ts, text: 'Nothing' });

    const inThread = { channel, channel_type: 'channel', thread_ts: root.ts };
    await heard(dm('And tomorrow?', { ...inThread, user: grace.slackId }));
    const [, second] = await turns(thread.id, 2);
    expect(second.message).toMatch(/: And tomorrow\?$/);
    expect(second.userId).toBe(grace.userId);

    for (const ignored of [
      dm('chatter', { channel, channel_type: 'channel' }),
      dm('elsewhere', { ...inThread, thread_ts: stamp() }),
      dm('its own', { ...inThread, user: app.botUserId }),
      dm('a program', { ...inThread, bot_id: 'B1' }),
      dm(`<@${app.botUserId}> twin`, inThread),
      { type: 'reaction_added', user: ada },
    ])
      await heard(ignored);
    await answer(thread.id, 'Something');
    await posted(2);
    expect(await turnsOf(thread.id)).toHaveLength(2);
    expect(await conversationsOf()).toHaveLength(1);
  });

  it('are heard while the agent works, up to what may wait', async () => {
    await heard(dm('One'));
    const thread = await directThread();
    const run = await runner.claim(thread);
    for (let at = 0; at < 11; at++) await heard(dm(`Follow-up ${at}`));
    const [told] = await posted(1);
    expect(told!.fields['text']).toContain('enough messages waiting');
    const joining = (await turnsOf(thread)).filter(({ status }) => status === 'joining');
    expect(joining.map(({ message }) => message)).toEqual(
      Array.from({ length: 10 }, (_, at) => `Follow-up ${at}`),
    );
    await run.answer('First');
    await posted(2);
    expect(texts()[1]).toBe('First');
  });

  it('see that they were heard, at their newest message, until they are answered', async () => {
    const [first, second] = [dm('One'), dm('Two')];
    await heard(first);
    const thread = await directThread();
    const run = await runner.claim(thread);
    await heard(second);
    await until(() => slack.of('reactions.add').length === 2);
    await until(() => slack.of('reactions.remove').length === 1);
    await run.answer('First');
    await answer(thread, 'Second');
    await until(() => slack.of('reactions.remove').length === 2);
    const marks = slack.calls
      .filter(({ method }) => method.startsWith('reactions.') || method === 'chat.postMessage')
      .map(({ method, fields }) => [method, fields['timestamp'] ?? fields['text']]);
    expect(marks).toEqual([
      ['reactions.add', first.ts],
      ['reactions.remove', first.ts],
      ['reactions.add', second.ts],
      ['chat.postMessage', 'First'],
      ['chat.postMessage', 'Second'],
      ['reactions.remove', second.ts],
    ]);
    expect(slack.of('reactions.add')[0]!.fields).toMatchObject({ channel: imOf(ada), name: 'eyes' });
  });

  it('may invite the bot where they may use it; others are told once, and bind nobody', async () => {
    const channel = channelId();
    const invite = (inviter: string) => ({
      type: 'member_joined_channel',
      user: app.botUserId,
      channel,
      inviter,
    });
    await heard(invite(ada));
    const stranger = slack.user('stranger@elsewhere.test');
    await heard(invite(stranger));
    await heard(invite(stranger));
    expect((await posted(1))[0]!.fields).toMatchObject({
      channel,
      text: expect.stringContaining('somebody I do not work for'),
    });
    await heard(mention(channel, 'hello', { user: stranger }));
    await heard(mention(channel, 'hello'));
    await until(async () => (await conversationsOf()).length === 1);
    await outboxEmpty();
    expect(posts()).toHaveLength(1);
  });

  it('send files, of which five are fetched from Slack, and the message comes whatever goes wrong', async () => {
    const tokens: string[] = [];
    slack.onHost('files.slack.com', (seen, response) => {
      tokens.push(seen.headers.authorization ?? '');
      if (seen.url === '/moved') return void response.writeHead(302, { location: '/a.txt' }).end();
      if (seen.url === '/stolen')
        return void response.writeHead(302, { location: 'https://evil.test/' }).end();
      if (seen.url === '/page') return void response.setHeader('content-type', 'text/html').end('<html>');
      if (seen.url === '/large') return void response.end(Buffer.alloc(10_485_761));
      response.setHeader('content-type', 'text/plain').end('bytes');
    });
    const elsewhere: string[] = [];
    slack.elsewhere = (seen, response) => {
      elsewhere.push(seen.host);
      response.end('x');
    };
    slack.on('files.info', () => ({
      file: {
        id: 'F6',
        name: 'stub.txt',
        mimetype: 'text/plain',
        url_private: 'https://files.slack.com/a.txt',
      },
    }));
    const file = (name: string, url: string, more: object = {}) => ({
      id: `F${name.length}`,
      name,
      mimetype: 'text/plain',
      url_private: url,
      ...more,
    });
    await heard(
      dm('', {
        subtype: 'file_share',
        files: [
          file('a.txt', 'https://files.slack.com/a.txt'),
          file('moved.txt', 'https://files.slack.com/moved'),
          file('stub', 'https://files.slack.com/none', { file_access: 'check_file_info' }),
          file('page.txt', 'https://files.slack.com/page'),
          file('foreign.txt', 'https://slack.com.evil.test/a'),
          file('sixth.txt', 'https://files.slack.com/a.txt'),
        ],
      }),
    );
    const thread = await directThread();
    const [turn] = await turns(thread, 1);
    expect(turn.attachments.map(({ name, status }: any) => [name, status])).toEqual([
      ['a.txt', 'bound'],
      ['moved.txt', 'bound'],
      ['stub.txt', 'bound'],
      ['page.txt', 'failed'],
      ['foreign.txt', 'failed'],
      ['sixth.txt', 'failed'],
    ]);
    const [{ id }] = turn.attachments;
    const bytes = await owner.api.get(`/v1/conversations/${thread}/attachments/${id}`);
    expect([bytes.status, bytes.text]).toEqual([200, 'bytes']);
    const failures = await server.db.query<{ failure: string }>(
      `SELECT failure FROM conversation_attachments WHERE status = 'failed' AND turn_id = $1 ORDER BY created_at`,
      [turn.id],
    );
    expect(failures.map(({ failure }) => failure)).toEqual([
      expect.stringContaining('files:read'),
      expect.any(String),
      expect.stringContaining('Only 5'),
    ]);
    await answer(thread);
    await heard(
      dm('more', {
        files: [
          file('stolen.txt', 'https://files.slack.com/stolen'),
          file('large.txt', 'https://files.slack.com/large'),
        ],
      }),
    );
    const [, second] = await turns(thread, 2);
    expect(second.attachments.map(({ status }: any) => status)).toEqual(['failed', 'failed']);
    expect(new Set(tokens)).toEqual(new Set([`Bearer ${app.botToken}`]));
    expect(elsewhere).toEqual([]);
  });

  describe('what is posted', () => {
    it('04-35 is the question from the web and the answer, once each', async () => {
      await heard(dm('Hi'));
      const thread = await directThread();
      await answer(thread, 'Hi.');
      await posted(1);
      await post(thread, 'And <!channel>\n*bold*?');
      const run = await runner.claim(thread);
      await run.answer('**Yes** <!here> [x](javascript:1)');
      await posted(3);
      await outboxEmpty();
      expect(texts()).toEqual([
        'Hi.',
        ':globe_with_meridians: *Ada* on the web:\n> And &lt;!channel&gt;\n> *bold*?',
        '*Yes* &lt;!here&gt; [x](javascript:1)',
      ]);
      expect(posts().every(({ fields }) => fields['channel'] === imOf(ada))).toBe(true);
    });

    it('has no preview: Slack would fetch what a link of an answer leads to, with whatever the link carries', async () => {
      await heard(dm('Hi'));
      await answer(await directThread(), 'See https://elsewhere.test/?what=i-know');
      await posted(1);
      await outboxEmpty();
      const previews = posts().map(({ fields }) => [fields['unfurl_links'], fields['unfurl_media']]);
      expect(previews).toEqual([['false', 'false']]);
    });

    it('is nothing of what was said before the thread was linked', async () => {
      const { body } = await owner.api.put(`/v1/agents/${agentId}/conversations/direct`);
      await post(body.id, 'On the web');
      await answer(body.id, 'Before');
      await heard(dm('Now'));
      await turns(body.id, 2);
      await answer(body.id, 'After');
      await posted(1);
      await outboxEmpty();
      expect(texts()).toEqual(['After']);
    });

    it('leads to the models where there is no key', async () => {
      for (const { id } of (await owner.api.get('/v1/secrets')).body)
        await owner.api.delete(`/v1/secrets/${id}`);
      await heard(dm('Hello?'));
      const [card] = await posted(1);
      expect(card!.fields['text']).toBe(':warning: The agent has no model key that it can use.');
      expect(JSON.parse(card!.fields['blocks']!)[1].elements[0].url).toBe(
        `${APP_URL}/w/${owner.workspaceId}/agents/${agentId}/models`,
      );
    });

    it('waits as long as Slack asks, and is made once', async () => {
      let limited = 0;
      slack.on('chat.postMessage', (call, response) => {
        if (limited++ > 0) return slack.ordinary(call);
        response.writeHead(429, { 'retry-after': '1' }).end('{}');
        return undefined;
      });
      await heard(dm('Hi'));
      const thread = await directThread();
      await answer(thread, 'Late');
      await posted(2);
      await outboxEmpty();
      expect(texts()).toEqual(['Late', 'Late']);
      const rows = await server.db.query<{ state: string; attempts: number }>(
        `SELECT state, attempts FROM channel_outbox WHERE kind = 'message.post'
         AND presence_id = (SELECT id FROM channel_presences WHERE agent_id = $1)`,
        [agentId],
      );
      expect(rows).toEqual([{ state: 'sent', attempts: 2 }]);
    });

    it('is not made again where Slack gave no answer, since it may be there', async () => {
      slack.on('chat.postMessage', (_call, response) => void response.socket?.destroy());
      await heard(dm('Hi'));
      await answer(await directThread(), 'Once');
      await posted(1);
      await outboxEmpty();
      expect(texts()).toEqual(['Once']);
    });

    it('tells that the app needs attention when Slack does not take its token, until it does', async () => {
      const status = async () =>
        (await owner.api.get(`/v1/agents/${agentId}/channels`)).body.presences[0].status;
      for (const method of ['chat.postMessage', 'reactions.add', 'reactions.remove'])
        slack.on(method, () => ({ ok: false, error: 'token_revoked' }));
      await heard(dm('Hi'));
      const thread = await directThread();
      await answer(thread, 'One');
      await until(async () => (await status()) === 'needs_attention');
      slack.settle();
      await post(thread, 'Again');
      await answer(thread, 'Two');
      await posted(2);
      await until(async () => (await status()) === 'active');
    });
  });

  describe('a held request', () => {
    let ask: (body?: string, headers?: Record<string, string>, query?: string) => Promise<AgentAnswer>;
    let desk: ApiClient;
    let token: string;

    async function guarded(): Promise<void> {
      slack.elsewhere = (_seen, response) => void response.end('paid');
      await workspaceRules(server, owner, [askAbout(BANK)]);
      desk = gateway(server).as(owner.apiKey);
      const listed = await owner.api.get('/v1/agents');
      token = listed.body.find(({ id }: { id: string }) => id === agentId).accessToken;
      const agent = agentWith(server, { id: agentId, name: 'Hosted', token });
      ask = (body = '{"amount":5}', headers = {}, query = '') =>
        agent.ask(`http://${BANK}/transfers${query}`, { method: 'POST', body, headers });
    }
    beforeEach(guarded);

    it('04-36 is one card, which an authorized click decides and no other', async () => {
      await heard(dm('Pay it'));
      await turns(await directThread(), 1);
      const asking = ask();
      const [held] = await pending(desk);
      await until(() => cards().length === 1);
      const [card] = cards();
      expect(card!.fields['channel']).toBe(imOf(ada));
      const blocks = card!.fields['blocks']!;
      expect(blocks).toContain(BANK);
      const values = JSON.parse(blocks).flatMap(({ elements = [] }: any) =>
        elements.map(({ value }: any) => value),
      );
      expect(values.filter(Boolean)).toEqual([held.id, held.id]);

      const stranger = slack.user('stranger@elsewhere.test');
      expect((await click('approve', held.id, stranger)).status).toBe(200);
      await until(() => slack.replies.length === 1);
      expect(slack.replies[0]!.body).toMatchObject({
        response_type: 'ephemeral',
        text: expect.stringContaining('You may not decide this'),
      });
      expect(await pending(desk)).toHaveLength(1);

      expect((await click('approve', held.id, ada)).status).toBe(200);
      expect(await asking).toMatchObject({ status: 200, text: 'paid' });
      await until(() => updates().length === 1);
      expect(updates()[0]!.fields['text']).toContain('Approved by Ada');
      expect(updates()[0]!.fields['blocks']).not.toContain('channel_approve');
      expect(updates()[0]!.fields['blocks']).toContain(BANK);
      expect(await decisions()).toMatchObject([
        { action: 'approve', userId: owner.userId, metadata: { approvalId: held.id } },
      ]);
      await click('deny', held.id, ada);
      await until(() => slack.replies.length === 2);
      expect(slack.replies[1]!.body.text).toContain('decided already');
      expect(cards()).toHaveLength(1);
    });

    it('04-44 R55.3 shows the query and what else decides, and leads to the console where it does not show everything', async () => {
      await heard(dm('Pay it'));
      await turns(await directThread(), 1);
      const whole = ask('{"amount":5}', { 'x-amz-target': 'Bank.Pay', 'x-original-url': '/all' }, '?to=foe');
      const [first] = await pending(desk);
      await until(() => cards().length === 1);
      const blocks = cards()[0]!.fields['blocks']!;
      for (const line of ['Query: `to=foe`', 'x-amz-target: `Bank.Pay`', 'x-original-url: `/all`'])
        expect(blocks).toContain(line);
      await decide(desk, first.id, 'deny');
      await whole;

      const asking = ask(
        JSON.stringify({ bcc: '<'.repeat(90), subject: '<'.repeat(90), note: '&'.repeat(90) }),
      );
      const [held] = await pending(desk);
      const open = (): SlackCallSeen[] =>
        posts().filter(({ fields }) => fields['blocks']?.includes('channel_open'));
      await until(() => open().length === 1);
      const [buttons] = JSON.parse(open()[0]!.fields['blocks']!).slice(-1);
      expect(buttons.elements).toEqual([
        expect.objectContaining({
          action_id: 'channel_open',
          url: `${APP_URL}/w/${owner.workspaceId}/approvals?approval=${held.id}`,
        }),
      ]);
      expect(cards()).toHaveLength(1);
      for (const decision of ['approve', 'deny'] as const) await click(decision, held.id, ada);
      await until(() => slack.replies.length === 2);
      expect(slack.replies[0]!.body.text).toContain('open the request in the console');
      expect(await pending(desk)).toHaveLength(1);
      await decide(desk, held.id, 'deny');
      expect((await asking).status).toBe(403);
      await until(() => updates().length === 2);
    });

    it('shows when it is decided elsewhere, and when the agent is gone', async () => {
      await heard(dm('Pay it'));
      await turns(await directThread(), 1);
      const asking = ask();
      const [held] = await pending(desk);
      await until(() => cards().length === 1);
      await decide(desk, held.id, 'deny');
      expect((await asking).status).toBe(403);
      await until(() => updates().length === 1);
      expect(updates()[0]!.fields['text']).toContain('Denied elsewhere');
    });

    it('has its card however many others wait that nobody may be shown', async () => {
      const grace = await colleague();
      await heard(dm('Pay it', { user: grace.slackId, channel: imOf(grace.slackId) }));
      await until(async () => (await conversationsOf(grace)).length === 1);
      await setMembership(server, owner.organizationId, grace.userId, 'suspended');
      const unseen = Array.from({ length: 50 }, () =>
        sendAndLeave(server, { token }, `http://${BANK}/transfers`, Buffer.from('{}')),
      );
      const waiting = `SELECT 1 FROM approvals WHERE agent_id = $1 AND state = 'pending'`;
      await until(async () => (await server.db.query(waiting, [agentId])).length === unseen.length);

      await begin();
      await attached();
      await guarded();
      await heard(dm('Pay it'));
      await turns(await directThread(), 1);
      const asking = ask();
      const [held] = await pending(desk);
      await until(() => cards().length === 1);
      expect(cards()[0]!.fields['channel']).toBe(imOf(ada));
      await click('deny', held.id, ada);
      expect((await asking).status).toBe(403);
      for (const request of unseen) request.destroy();
      await until(() => updates().length === 1);
    });

    it('has no card where nobody talks to the agent, and is not decided by the app of another', async () => {
      const asking = ask();
      const [held] = await pending(desk);
      await click('approve', held.id, ada);
      await until(() => slack.replies.length === 1);
      expect(slack.replies[0]!.body.text).toContain('could not be decided');
      expect(await pending(desk)).toHaveLength(1);
      await heard(dm('Now'));
      await until(() => cards().length === 1);
      await click('deny', held.id, ada);
      expect((await asking).status).toBe(403);
      await until(() => updates().length === 1);
    });
  });

  describe('an agent that works here', () => {
    let models: StandInModels;
    let bank: SeenRequest[];

    beforeEach(async () => {
      models = new StandInModels(slack.upstream);
      bank = [];
      slack.elsewhere = (seen, response) => {
        bank.push(seen);
        response.setHeader('content-type', 'application/json').end('{"paid":5}');
      };
      const [embedded] = await server.db.query<{ id: string }>(
        `SELECT id FROM runners WHERE kind = 'embedded'`,
      );
      agentId = await hostedAgent(server, owner, { runner: embedded! });
      app = slack.installedApp(teamId, 'Payer');
      await attached();
    });
    afterEach(() => void (slack.upstream.answer = models.others));

    it('04-36 04-37 is asked by one person, allowed by another, pays with a key that shows nowhere, and answers once', async () => {
      const key = { hostPattern: BANK, value: 'canary-bank-key' };
      await grant(owner, agentId, await createSecret(owner, key));
      await organizationRules(server, owner, [askAbout(BANK)]);
      const grace = await colleague();
      const paying = { method: 'POST', url: `https://${BANK}/transfers`, body: { amount: 5 } };
      models.plays(calls({ name: 'http_request', args: paying }), says('Paid ', '5.'));

      const channel = channelId();
      // Cards of other threads may still be changing.
      const here = <C extends { fields: Record<string, string> }>(calls: C[]): C[] =>
        calls.filter(({ fields }) => fields['channel'] === channel);
      const root = mention(channel, 'pay the rent', { user: grace.slackId });
      await heard(root);
      await until(() => here(cards()).length === 1);
      expect(here(cards())[0]!.fields).toMatchObject({ channel, thread_ts: root.ts });
      expect(bank).toEqual([]);
      const [{ id: thread }] = await conversationsOf();
      const [held] = await pending(gateway(server).as(owner.apiKey));
      const [, , asking] = await transcript(thread);
      expect(asking).toMatchObject({ type: 'approval.pending', approvalId: held.id, host: BANK });
      expect(await turnsOf(thread)).toMatchObject([{ status: 'running', userId: grace.userId }]);

      const card = JSON.parse(here(cards())[0]!.fields['blocks']!);
      const approve = card
        .flatMap(({ elements = [] }: any) => elements)
        .find(({ action_id }: any) => action_id === 'channel_approve');
      expect((await click('approve', approve.value, ada)).status).toBe(200);
      await until(() => texts().includes('Paid 5.'));
      await outboxEmpty();
      expect(await decisions()).toMatchObject([
        { action: 'approve', userId: owner.userId, metadata: { approvalId: held.id } },
      ]);
      await until(() => here(updates()).length > 0);
      expect(here(updates()).map(({ fields }) => fields['text'])).toEqual([
        expect.stringContaining('Approved by Ada'),
      ]);

      expect(bank).toHaveLength(1);
      expect(bank[0]).toMatchObject({ scheme: 'https', method: 'POST', url: '/transfers', host: BANK });
      expect(bank[0]!.headers['x-test-key']).toBe('canary-bank-key');
      expect(JSON.parse(bank[0]!.body.toString())).toEqual({ amount: 5 });
      const questions = models.questions();
      expect(questions.map(({ message }) => message)).toEqual(
        Array(2).fill(expect.stringMatching(/: pay the rent$/)),
      );
      expect(questions[1]!.results).toEqual([expect.stringContaining('paid')]);

      expect(await turnsOf(thread)).toMatchObject([{ status: 'done', source: 'slack' }]);
      const kept = await transcript(thread);
      expect(kept.map(({ type }) => type)).toEqual([
        'turn.started',
        'tool.started',
        'approval.pending',
        'tool.finished',
        'text',
        'turn.done',
      ]);
      expect(here(posts())).toHaveLength(2);
      expect(here(posts())[1]!.fields).toMatchObject({ channel, thread_ts: root.ts });
      const told = JSON.stringify([
        kept,
        questions.map(({ body }) => body),
        slack.calls.map(({ fields }) => fields),
        slack.replies,
      ]);
      expect(told).not.toContain('canary');
      expect(told).not.toMatch(/aoc_|xoxb-/);
    });
  });
});

describe('where nobody posts', () => {
  withProviders(
    ({ providers, server: started }) => {
      slack = new StandInSlack(providers.upstream);
      server = started;
    },
    { API_URL, APP_URL, RUNNER_TOKEN, CHANNEL_ADAPTER: 'off' },
  );

  it('people are heard and answered on the web, and nothing is said in Slack', async () => {
    await begin();
    await attached();
    await heard(dm('Hi'));
    const thread = await directThread();
    await answer(thread, 'On the web');
    await until(async () => (await turnsOf(thread))[0].status === 'done');
    const [{ text }] = (await transcript(thread)).filter(({ type }) => type === 'text');
    expect(text).toBe('On the web');
    const { adapter, presences } = (await owner.api.get(`/v1/agents/${agentId}/channels`)).body;
    expect(adapter).toEqual({ online: false, lastSeenAt: null });
    expect(presences).toMatchObject([{ status: 'active' }]);
    // What there would be to post is there, and an embedded adapter would have begun at once.
    const waiting = await server.db.query<{ state: string }>(
      'SELECT state FROM channel_outbox WHERE presence_id = $1',
      [await presenceId()],
    );
    expect(waiting.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
    const spoken = slack.calls.filter(({ method }) => /^(chat|reactions)\./.test(method));
    expect(spoken).toEqual([]);
  });
});

describe('an adapter that runs apart', () => {
  withSlack((stand) => ({ slack, server } = stand), {
    API_URL,
    APP_URL,
    RUNNER_TOKEN,
    CHANNEL_ADAPTER_TOKEN,
    CHANNEL_ADAPTER: 'external',
  });
  let adapter: ApiClient;
  let bootId: string;

  const call = (path: string, body: object = {}): Promise<Answer> =>
    adapter.post(`/v1/channel-adapter/${path}`, body);
  const register = async (): Promise<void> => {
    bootId = randomBytes(8).toString('hex');
    expect((await call('register', { name: 'Apart', bootId })).status).toBe(200);
  };
  const claim = async (limit = 20): Promise<any[]> =>
    (await call('outbox/claim', { bootId, limit })).body.items;
  const result = (item: any, result: string, more: object = {}): Promise<Answer> =>
    call(`outbox/${item.itemId}/result`, { bootId, result, ...more });
  const ingest = async (inner: object, eventId = randomBytes(8).toString('hex')): Promise<Answer> =>
    call('ingest', { presenceId: await presenceId(), eventId, event: inner });
  /** Items of this agent's app, claimed until there are so many. */
  const claimed = async (count: number): Promise<any[]> => {
    const items: any[] = [];
    await until(async () => items.push(...(await claim())) >= count);
    return items;
  };

  beforeEach(async () => {
    await begin();
    await attached();
    adapter = api(server).as(CHANNEL_ADAPTER_TOKEN);
    await server.db.query(`UPDATE channel_outbox SET state = 'rejected', content = NULL, lease_boot_id = NULL,
      lease_expires_at = NULL WHERE state IN ('pending', 'leased')`);
    await register();
  });

  it('is known by its token and its newest start, and by nothing else', async () => {
    const others = [`cha_${'8'.repeat(64)}`, owner.apiKey, RUNNER_TOKEN];
    for (const token of others) {
      const answer = await api(server).as(token).post('/v1/channel-adapter/heartbeat', { bootId });
      expect([answer.status, answer.body]).toEqual([401, { error: 'Unauthorized' }]);
    }
    expect((await adapter.get('/v1/conversations')).status).toBe(401);
    expect((await call('heartbeat', { bootId })).status).toBe(204);
    const before = bootId;
    await register();
    const old = await call('heartbeat', { bootId: before });
    expect([old.status, old.body]).toEqual([409, { error: 'boot_superseded' }]);
    const { adapter: shown } = (await owner.api.get(`/v1/agents/${agentId}/channels`)).body;
    expect(shown).toEqual({ online: true, lastSeenAt: expect.any(String) });
  });

  it('may have a token that the operator made, until it is revoked', async () => {
    const registry = adapterRegistry(server.app.get(Database));
    const { id, token } = await registry.create('Office');
    const office = api(server).as(token);
    const register = () => office.post('/v1/channel-adapter/register', { name: 'Office', bootId: 'one' });
    expect((await register()).body).toEqual({ adapterId: id });
    expect((await office.get('/v1/channel-adapter/config')).status).toBe(200);
    const [found] = await registry.find('Office');
    await registry.revoke(found!.id);
    expect((await office.get('/v1/channel-adapter/config')).status).toBe(401);
    expect((await register()).status).toBe(401);
    expect((await registry.list()).find((adapter) => adapter.id === id)?.revokedAt).toEqual(expect.any(Date));
  });

  it('is told what to connect, with tokens, and only when it changed', async () => {
    const { body, headers } = await adapter.get('/v1/channel-adapter/config');
    const mine = body.presences.find(({ agent }: any) => agent.id === agentId);
    expect(mine).toEqual({
      presenceId: await presenceId(),
      provider: 'slack',
      transport: 'events',
      status: 'active',
      externalId: app.id,
      identityRef: app.botUserId,
      agent: { id: agentId, name: 'Hosted', workspaceId: owner.workspaceId, imageUrl: null },
      tenant: { externalId: teamId, name: 'Acme' },
      credentials: { botToken: app.botToken, appToken: 'xapp-1-canary' },
    });
    expect(headers['etag']).toBe(body.etag);
    const again = await adapter.with({ 'if-none-match': body.etag }).get('/v1/channel-adapter/config');
    expect([again.status, again.text]).toEqual([304, '']);
    const health = (healthy: boolean) =>
      call(`presences/${mine.presenceId}/health`, { healthy, reason: 'token_revoked' });
    expect((await health(false)).status).toBe(204);
    const changed = await adapter.with({ 'if-none-match': body.etag }).get('/v1/channel-adapter/config');
    expect(changed.body.presences.find(({ agent }: any) => agent.id === agentId).status).toBe(
      'needs_attention',
    );
    expect((await health(true)).status).toBe(204);
    expect((await call('presences/nobody/health', { healthy: true })).status).toBe(404);
  });

  it('hears what became of an event, and cannot say who spoke', async () => {
    const channel = channelId();
    const root = mention(channel, 'hi');
    expect((await ingest(dm('hi'), 'one')).body).toEqual({ kind: 'turn' });
    expect((await ingest(dm('hi'), 'one')).body).toEqual({ kind: 'duplicate' });
    expect((await ingest(dm('more'))).body).toEqual({ kind: 'followUp' });
    expect((await ingest(root)).body).toEqual({ kind: 'turn' });
    expect((await ingest({ type: 'pin_added' })).body).toEqual({ kind: 'ignored' });
    expect((await ingest(dm('hi', { user: slack.user() }))).body).toEqual({ kind: 'refused' });
    const joined = { type: 'member_joined_channel', user: app.botUserId, channel, inviter: ada };
    expect((await ingest(joined)).body).toEqual({ kind: 'invite' });
    const speaking = { presenceId: await presenceId(), eventId: 'x', event: dm('hi'), userId: owner.userId };
    expect((await call('ingest', speaking)).status).toBe(400);
    const nowhere = { presenceId: randomBytes(8).toString('hex'), eventId: 'x', event: dm('hi') };
    expect((await call('ingest', nowhere)).status).toBe(404);
  });

  it('posts one thing of a thread at a time, in order, and says what came of it', async () => {
    await ingest(dm('Hi'));
    const thread = await directThread();
    await answer(thread, 'One');
    await post(thread, 'On the web');
    await answer(thread, 'Two');
    const kinds: string[] = [];
    for (let at = 0; at < 5; at++) {
      const items = await claimed(1);
      expect(items).toHaveLength(1);
      kinds.push(items[0].text ?? items[0].kind);
      expect(items[0]).toMatchObject({ presenceId: await presenceId(), channel: imOf(ada), thread: null });
      expect(await claim()).toEqual([]);
      expect((await result(items[0], 'sent', { messageRef: '1.2' })).status).toBe(204);
      expect((await result(items[0], 'sent', { messageRef: '1.2' })).status).toBe(204);
    }
    expect(kinds).toEqual([
      'reaction.add',
      'One',
      'reaction.remove',
      ':globe_with_meridians: *Ada* on the web:\n> On the web',
      'Two',
    ]);
    expect((await result({ itemId: '999999999' }, 'sent')).status).toBe(404);
    expect((await result({ itemId: 'x' }, 'sent')).status).toBe(404);
  });

  it('04-35 leaves nothing posted twice when it goes without a word, and what only sets a state done', async () => {
    await ingest(dm('Hi'));
    await answer(await directThread(), 'Once');
    const [reaction] = await claimed(1);
    expect(reaction.kind).toBe('reaction.add');
    const lose = () =>
      server.db
        .query(`UPDATE channel_outbox SET lease_expires_at = now() - interval '1 second', due_at = now()
                       WHERE state = 'leased'`);
    await lose();
    const [message] = await claimed(1);
    expect(message).toMatchObject({ kind: 'message.post', text: 'Once' });
    const before = bootId;
    await register();
    expect((await call(`outbox/${message.itemId}/result`, { bootId: before, result: 'sent' })).status).toBe(
      409,
    );
    expect((await result(message, 'sent')).body).toEqual({ error: 'lease_lost' });
    await lose();
    await claimed(1);
    const rows = await server.db.query<any>(
      `SELECT kind, state FROM channel_outbox WHERE presence_id = $1 ORDER BY id`,
      [await presenceId()],
    );
    expect(rows).toEqual([
      { kind: 'reaction.add', state: 'pending' },
      { kind: 'message.post', state: 'unknown' },
      { kind: 'reaction.remove', state: 'leased' },
    ]);
  });

  it('may be told by the provider to wait, and holds up nobody else', async () => {
    await ingest(dm('Hi'));
    await answer(await directThread(), 'Later');
    const [reaction] = await claimed(1);
    await result(reaction, 'rejected', { errorCode: 'missing_scope' });
    const [message] = await claimed(1);
    await result(message, 'retry', { errorCode: 'ratelimited', retryAfterSeconds: 600 });
    const channel = channelId();
    await ingest(mention(channel, 'hi'));
    const [elsewhere] = await claimed(1);
    expect(elsewhere).toMatchObject({ kind: 'reaction.add', channel });
    const [row] = await server.db.query<{ seconds: number }>(
      'SELECT extract(epoch FROM due_at - now())::int AS seconds FROM channel_outbox WHERE id = $1',
      [message.itemId],
    );
    expect(row!.seconds).toBeGreaterThan(500);
  });
});

describe('over sockets', () => {
  withSlack((stand) => ({ slack, server } = stand), { RUNNER_TOKEN });
  let links: WebSocket[];
  let acknowledged: string[];

  beforeEach(async () => {
    await begin();
    links = [];
    acknowledged = [];
    const sockets = new WebSocketServer({ noServer: true });
    slack.upstream.upgrade = (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (link) => {
        links.push(link);
        link.on('message', (data: Buffer) => acknowledged.push(JSON.parse(data.toString()).envelope_id));
        link.send(JSON.stringify({ type: 'hello' }));
      });
    slack.on('apps.connections.open', ({ token }) =>
      token === 'xapp-1-canary'
        ? { url: 'wss://wss-primary.slack.com/link/?ticket=1' }
        : { ok: false, error: 'invalid_auth' },
    );
  });
  const tell = (link: WebSocket, inner: object): string => {
    const envelopeId = randomBytes(6).toString('hex');
    const payload = { api_app_id: app.id, event_id: `Ev${envelopeId}`, event: inner };
    link.send(JSON.stringify({ type: 'events_api', envelope_id: envelopeId, payload }));
    return envelopeId;
  };

  it('an agent is talked to like by calls, also after Slack moves the connection', async () => {
    await attached();
    // Both processes hold one; Slack tells each event over one of them.
    await until(() => links.length === 2, 30_000);
    const first = tell(links[0]!, dm('Over a socket'));
    const thread = await directThread();
    await turns(thread, 1);
    expect(acknowledged).toContain(first);
    await answer(thread, 'Heard');
    await until(() => texts().includes('Heard'));
    links[0]!.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }));
    await until(() => links.length === 3);
    tell(links[2]!, dm('Again'));
    await turns(thread, 2);
    links[2]!.terminate();
    await until(() => links.length === 4);
  });

  it('a refused token ends it, and shows', async () => {
    await attached({ appToken: 'xapp-1-wrong' });
    await until(
      async () =>
        (await owner.api.get(`/v1/agents/${agentId}/channels`)).body.presences[0].status ===
        'needs_attention',
    );
    expect(links).toEqual([]);
  });
});
