/** R64, 01 §3.3: what a session holds open ends with the session, however it ends and whichever process holds it. */
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectStatus, type Owner, PASSWORD, signUpOwner, someAddress } from '../harness/people/accounts.js';
import { waitingOn } from '../harness/policy/approvals.js';
import { type Answer, api, type ApiClient, gateway } from '../harness/clients/client.js';
import { conversation, hostedAgent, RUNNER_TOKEN, TestStream } from '../harness/hosting/hosting.js';
import { joinAs } from '../harness/people/members.js';
import { OpenIdIssuer } from '../harness/sign-on/openid-issuer.js';
import { bind } from '../harness/people/people.js';
import { startReplica, startServer, type TestServer } from '../harness/server/server.js';
import { atSso, connectedTo, sessionOf, startSignIn } from '../harness/sign-on/sign-on.js';
import { type SmtpSink, startSmtpSink } from '../harness/people/smtp-sink.js';
import { trusting } from '../harness/server/stands.js';
import { until } from '../harness/time/until.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

let sink: SmtpSink;
let servers: TestServer[];
let upstream: Upstream;
let trust: Awaited<ReturnType<typeof trusting>>;
let issuer: OpenIdIssuer;

beforeAll(async () => {
  sink = await startSmtpSink();
  upstream = await startUpstream();
  trust = await trusting(upstream);
  issuer = new OpenIdIssuer('login.acme.test', upstream);
  const settings = {
    ...upstream.settings,
    ...trust.settings,
    ENTERPRISE_ENABLED: 'true',
    RUNNER_TOKEN,
    SMTP_URL: sink.url,
    MAIL_FROM: 'gateway@example.test',
  };
  const first = await startServer(settings);
  servers = [first, await startReplica(first, settings)];
  // Nobody of this file owns the server's first organization.
  await signUpOwner(first);
});
afterAll(async () => {
  for (const server of [...servers].reverse()) await server.close();
  await trust.close();
  await upstream.close();
  await sink.close();
});

/** More than kernels keep of an answer that nobody reads. */
const FILE_BYTES = 10 * 1024 ** 2;
const READ_BYTES = 32_768;

/** Somebody with one more session than the one they signed up with, and a conversation to follow. */
interface SignedIn extends Owner {
  conversationId: string;
  /** Of that conversation, large enough to be read for a while. */
  attachmentId: string;
  /** Of the session whose end is looked at. */
  watched: string;
}

async function somebody(): Promise<SignedIn> {
  const owner = await signUpOwner(servers[0]!);
  const agentId = await hostedAgent(servers[0]!, owner, { runner: null });
  const conversationId = await conversation(owner, agentId);
  const upload = `/v1/conversations/${conversationId}/attachments?name=large.bin`;
  const { body } = expectStatus(await owner.api.send('POST', upload, Buffer.alloc(FILE_BYTES, 'x')), 201);
  return { ...owner, conversationId, attachmentId: body.id, watched: await signIn(owner) };
}

async function signIn({ email }: Pick<Owner, 'email'>, more: object = {}): Promise<string> {
  const from = api(servers[0]!).with({ 'x-forwarded-for': someAddress() });
  const body = { email, password: PASSWORD, ...more };
  return expectStatus(await from.post('/auth/sign-in/email', body), 200).cookies.join('; ');
}

const as = (cookie: string): ApiClient => api(servers[0]!).as(cookie);

/** Something open; `refused` tells whether the session's end has ended it. */
interface Held {
  refused(): Promise<boolean>;
  stillOpen(): boolean;
  close(): void;
}

async function holdPoll(
  at: ApiClient,
  server: TestServer,
  cookie: string,
  workspaceId: string,
): Promise<Held> {
  const before = await waitingOn(server);
  let answer: Answer | undefined;
  void at
    .as(cookie)
    .inWorkspace(workspaceId)
    .get('/v1/approvals/pending')
    .then(
      (given) => (answer = given),
      () => undefined,
    );
  await until(async () => (await waitingOn(server)) > before);
  return {
    refused: async () => {
      await until(() => answer !== undefined);
      return answer!.status === 401;
    },
    stillOpen: () => answer === undefined,
    close: () => undefined,
  };
}

async function holdStream(
  server: TestServer,
  cookie: string,
  { conversationId, workspaceId }: Open,
): Promise<Held> {
  const path = `/v1/conversations/${conversationId}/stream`;
  const headers = { cookie, 'x-workspace-id': workspaceId };
  const stream = await TestStream.open(server, { headers }, path);
  await until(() => stream.comments > 0);
  return {
    refused: async () => {
      await until(() => stream.closed);
      return true;
    },
    stillOpen: () => !stream.closed,
    close: () => stream.close(),
  };
}

/** One that is read slowly. */
async function holdDownload(server: TestServer, cookie: string, open: Open): Promise<Held> {
  const path = `/v1/conversations/${open.conversationId}/attachments/${open.attachmentId}`;
  const headers = { cookie, 'x-workspace-id': open.workspaceId };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = httpRequest(server.apiUrl + path, { headers, agent: false });
    outgoing.once('error', reject).once('response', resolve).end();
  });
  expect(response.statusCode).toBe(200);
  response.on('error', () => undefined);
  let closed = false;
  response.once('close', () => (closed = true));
  return {
    refused: async () => {
      await until(() => {
        if (!closed) response.read(Math.min(READ_BYTES, response.readableLength));
        return closed;
      });
      return !response.complete;
    },
    stillOpen: () => !closed,
    close: () => void response.destroy(),
  };
}

type Open = Pick<SignedIn, 'workspaceId' | 'conversationId' | 'attachmentId'>;

/** One of each kind at each process. */
async function holdEverything(open: Open, cookie: string): Promise<Held[]> {
  const { workspaceId } = open;
  const held: Held[] = [];
  for (const server of servers) {
    held.push(
      await holdPoll(api(server), server, cookie, workspaceId),
      await holdPoll(gateway(server), server, cookie, workspaceId),
      await holdStream(server, cookie, open),
      await holdDownload(server, cookie, open),
    );
  }
  return held;
}

async function aliasOf(cookie: string): Promise<string> {
  return expectStatus(await as(cookie).get('/auth/get-session'), 200).body.session.token;
}

async function resetPassword({ email }: SignedIn): Promise<void> {
  const from = api(servers[0]!).with({ 'x-forwarded-for': someAddress() });
  expectStatus(await from.post('/auth/request-password-reset', { email }), 200);
  let token: string | undefined;
  await until(() => {
    const mail = sink.mails.find(({ to }) => to.includes(email));
    token = mail && /reset-password\?token=([0-9a-f]{64})/.exec(mail.text)?.[1];
    return token !== undefined;
  });
  expectStatus(await from.post('/auth/reset-password', { token, newPassword: `${PASSWORD}!` }), 200);
}

const changed = { currentPassword: PASSWORD, newPassword: `${PASSWORD}!`, revokeOtherSessions: true };

/** Every way in which a session ends. */
const WAYS: readonly [string, (person: SignedIn) => Promise<unknown>][] = [
  ['signing out', ({ watched }) => as(watched).post('/auth/sign-out')],
  [
    'being revoked by its alias',
    async ({ cookie, watched }) => as(cookie).post('/auth/revoke-session', { token: await aliasOf(watched) }),
  ],
  ['being revoked as another one', ({ cookie }) => as(cookie).post('/auth/revoke-other-sessions')],
  ['being revoked with all', ({ cookie }) => as(cookie).post('/auth/revoke-sessions')],
  ['a changed password elsewhere', ({ cookie }) => as(cookie).post('/auth/change-password', changed)],
  ['its own changed password', ({ watched }) => as(watched).post('/auth/change-password', changed)],
  ['a password reset', resetPassword],
  ['the deletion of the account', ({ cookie }) => as(cookie).delete('/v1/user')],
];

describe('R64 what a session holds open, at two processes', () => {
  it.each(WAYS)('ends with %s', async (_way, end) => {
    const person = await somebody();
    const held = await holdEverything(person, person.watched);
    await end(person);
    for (const each of held) expect(await each.refused()).toBe(true);
  });

  it('ends when the time of the session is over', async () => {
    const person = await somebody();
    const watched = await signIn(person, { rememberMe: false });
    const alias = await aliasOf(watched);
    await servers[0]!.db.query(
      `UPDATE user_sessions SET expires_at = now() + interval '3 seconds' WHERE handle = $1`,
      [alias],
    );
    const held = await holdEverything(person, watched);
    for (const each of held) expect(await each.refused()).toBe(true);
  });

  it('goes on for every other session, of the same person too', async () => {
    const person = await somebody();
    const other = await somebody();
    const mine = await holdEverything(person, person.cookie);
    const theirs = await holdEverything(other, other.watched);
    const ended = await holdEverything(person, person.watched);
    await as(person.watched).post('/auth/sign-out');
    for (const each of ended) expect(await each.refused()).toBe(true);
    for (const each of [...mine, ...theirs]) {
      expect(each.stillOpen()).toBe(true);
      each.close();
    }
    await Promise.all([person, other].map(({ cookie }) => as(cookie).post('/auth/revoke-sessions')));
  });

  it('05 §8.6.9 ends when the identity provider says that the person logged out there', async () => {
    const owner = await somebody();
    const acme = await connectedTo(servers[0]!, owner.organizationId, issuer.settings);
    const claims = { sub: randomBytes(8).toString('hex'), email: acme.someone(), name: 'Ada', sid: 'one' };
    const cookie = await signOn(acme.provider, claims);
    await bind(servers[0]!, owner.workspaceId, { userId: await userIdOf(cookie) });
    const held = await holdEverything(owner, cookie);
    const form = new URLSearchParams({ logout_token: issuer.logoutToken({ sub: claims.sub, sid: 'one' }) });
    const told = await api(servers[0]!)
      .with({ 'content-type': 'application/x-www-form-urlencoded' })
      .post(atSso(acme.provider, 'backchannel-logout'), form.toString());
    expect(told.status).toBe(200);
    for (const each of held) expect(await each.refused()).toBe(true);
  });

  it('05 §2.8 ends when the member is removed from the organization', async () => {
    const owner = await somebody();
    const member = await joinAs(servers[0]!, owner);
    await bind(servers[0]!, owner.workspaceId, { userId: member.userId });
    const held = await holdEverything(owner, member.cookie);
    const session = as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
    const removed = await session.delete(`/v1/org/members/${member.userId}`);
    expect(removed.status).toBe(204);
    for (const each of held) expect(await each.refused()).toBe(true);
  });

  it('05 §8.8 ends when the person has to come by single sign-on from now on', async () => {
    const person = await somebody();
    const domain = `${randomBytes(6).toString('hex')}.test`;
    await moveTo(person, domain);
    const held = await holdEverything(person, person.watched);
    await requireSingleSignOn(domain);
    for (const each of held) expect(await each.refused()).toBe(true);
  });
});

async function signOn(provider: string, claims: Record<string, string>): Promise<string> {
  const { url, browser } = await startSignIn(servers[0]!, provider);
  const back = issuer.consent(url, claims);
  const answer = await browser.get(`${atSso(provider, 'callback')}?${back.toString()}`);
  return sessionOf(answer);
}

async function userIdOf(cookie: string): Promise<string> {
  return expectStatus(await as(cookie).get('/auth/get-session'), 200).body.user.id;
}

async function moveTo({ userId }: Owner, domain: string): Promise<void> {
  await servers[0]!.db.query('UPDATE users SET email = $2 WHERE id = $1', [userId, `${userId}@${domain}`]);
}

/** Another organization has the domain and a connection in use, and requires it now. */
async function requireSingleSignOn(domain: string): Promise<void> {
  const server = servers[0]!;
  const company = await signUpOwner(server);
  const { organizationId } = company;
  const provider = { issuer: 'https://idp.test', clientId: 'us', clientSecret: 'unused' };
  const { connectionId } = await connectedTo(server, organizationId, provider);
  await server.db.query(`UPDATE sso_connections SET status = 'active' WHERE id = $1`, [connectionId]);
  await server.db.query('UPDATE domains SET domain = $2 WHERE organization_id = $1', [
    organizationId,
    domain,
  ]);
  const session = as(company.cookie).with({ 'x-organization-id': organizationId });
  expectStatus(await session.patch('/v1/org/sso/enforcement', { ssoRequired: true }), 200);
}
