/** R46, 05 §8.7.4: the first single sign-on of people with an existing account, and what happens to their credentials. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  organizationKey,
  type Owner,
  PASSWORD,
  signUpOwner,
  someAddress,
} from '../../harness/people/accounts.js';
import { api, type Answer, type ApiClient } from '../../harness/clients/client.js';
import { administrationOf } from '../../harness/sign-on/directory.js';
import { type NameServer, startNameServer } from '../../harness/sign-on/name-server.js';
import { newcomer } from '../../harness/people/newcomers.js';
import { type Claims, OpenIdIssuer } from '../../harness/sign-on/openid-issuer.js';
import {
  atSso,
  confirmationIn,
  confirmSignIn,
  connectedTo,
  sessionOf,
  type Started,
  startSignIn,
} from '../../harness/sign-on/sign-on.js';
import { type LogSink, startServer, type TestServer } from '../../harness/server/server.js';
import { type SmtpSink, startSmtpSink } from '../../harness/people/smtp-sink.js';
import { trusting } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const APP = 'https://dashboard.example.test';

let upstream: Upstream;
let trust: Awaited<ReturnType<typeof trusting>>;
let issuer: OpenIdIssuer;
let names: NameServer;
let sink: SmtpSink;
let server: TestServer;
const lines: string[] = [];
const log: LogSink = { write: (line) => void lines.push(line) };

beforeAll(async () => {
  upstream = await startUpstream();
  trust = await trusting(upstream);
  issuer = new OpenIdIssuer('login.acme.test', upstream);
  names = await startNameServer();
  sink = await startSmtpSink();
  const settings = {
    ...upstream.settings,
    ...trust.settings,
    APP_URL: APP,
    API_URL: 'http://api.example.test',
    ENTERPRISE_ENABLED: 'true',
    DNS_RESOLVERS: names.address,
    SMTP_URL: sink.url,
    MAIL_FROM: 'gateway@example.test',
    LOG_LEVEL: 'warn',
  };
  server = await startServer(settings, log);
  await signUpOwner(server);
});
afterAll(async () => {
  await server?.close();
  await sink?.close();
  await names?.close();
  await trust?.close();
  await upstream?.close();
});

/** An owner alone in the organization whose people come from the provider, with one of everything that can end. */
interface Established extends Owner {
  provider: string;
  orgKey: string;
  scim: string;
  agentToken: string;
}

async function established(): Promise<Established> {
  const email = `owner-${randomBytes(5).toString('hex')}@acme-${randomBytes(6).toString('hex')}.test`;
  const owner = await signUpOwner(server, { email });
  const { provider } = await connectedTo(server, owner.organizationId, issuer.settings);
  await server.db.query(`UPDATE domains SET domain = $2 WHERE organization_id = $1`, [
    owner.organizationId,
    email.split('@')[1],
  ]);
  const { session } = administrationOf(server, owner);
  const scim = (await session.post('/v1/org/scim/tokens', { label: 'Directory' })).body.token;
  const [agent] = (await owner.api.get('/v1/agents')).body;
  return {
    ...owner,
    provider,
    orgKey: await organizationKey(server, owner),
    scim,
    agentToken: agent.accessToken,
  };
}

/** Which of the person's credentials still work. */
async function working(owner: Established): Promise<Record<string, boolean>> {
  const from = api(server).with({ 'x-forwarded-for': someAddress() });
  const asked: Record<string, Promise<Answer>> = {
    session: api(server).as(owner.cookie).get('/v1/user'),
    workspaceKey: owner.api.get('/v1/user'),
    organizationKey: api(server).as(owner.orgKey).get('/v1/user'),
    scimToken: api(server).as(owner.scim).get('/scim/v2/Users'),
    password: from.post('/auth/sign-in/email', { email: owner.email, password: PASSWORD }),
  };
  const entries = Object.entries(asked);
  const found = await Promise.all(
    entries.map(async ([name, answer]) => [name, (await answer).status === 200]),
  );
  const agents = await server.db.query('SELECT 1 FROM agents WHERE token_hash = sha256($1::bytea)', [
    Buffer.from(owner.agentToken),
  ]);
  return { ...Object.fromEntries(found), agentToken: agents.length === 1 };
}

const EVERYTHING = {
  session: true,
  workspaceKey: true,
  organizationKey: true,
  scimToken: true,
  agentToken: true,
  password: true,
};
const NOTHING = Object.fromEntries(Object.keys(EVERYTHING).map((name) => [name, false]));

const identityOf = (email: string): Claims => ({ sub: randomBytes(8).toString('hex'), email, name: 'Ada' });

async function comeBack({ url, browser }: Started, provider: string, claims: Claims): Promise<Answer> {
  return browser.get(`${atSso(provider, 'callback')}?${issuer.consent(url, claims).toString()}`);
}

/** Signs in up to the confirmation page; returns the browser that may confirm. */
async function asked(
  owner: Pick<Established, 'provider' | 'email'>,
): Promise<{ answer: Answer; browser: ApiClient; claims: Claims }> {
  const started = await startSignIn(server, owner.provider);
  const claims = identityOf(owner.email);
  return { answer: await comeBack(started, owner.provider, claims), browser: started.browser, claims };
}

const trail = (owner: Owner) =>
  server.db.query<any>(
    `SELECT source, metadata FROM audit_log WHERE organization_id = $1 AND service = 'auth' AND action = 'update'
     ORDER BY created_at`,
    [owner.organizationId],
  );

let owner: Established;
beforeEach(async () => {
  owner = await established();
});

describe('R46 a first single sign-on to an account nobody has proved the address of', () => {
  it('asks before anything happens, on a page of this server that says what would end', async () => {
    const { answer, browser } = await asked(owner);
    expect(String(answer.headers['location'])).toMatch(/^http:\/\/api\.example\.test\/auth\/sso-confirm\?/);
    expect(sessionOf(answer)).toBe('');
    const confirm = confirmationIn(answer);
    const told = await browser.post('/v1/auth/sso/confirmation/lookup', { confirm });
    expect(told).toMatchObject({
      status: 200,
      body: {
        email: owner.email,
        organizationName: expect.any(String),
        ends: {
          password: true,
          sessions: 1,
          apiKeys: 2,
          agents: 1,
          scimTokens: 1,
          invitations: 0,
          provisions: 0,
        },
      },
    });
    expect(await working(owner)).toEqual(EVERYTHING);
    const page = await api(server).get('/auth/sso-confirm?confirm=x');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('ends nothing with the password of the account', async () => {
    const { answer, browser, claims } = await asked(owner);
    const done = await confirmSignIn(answer, browser, { password: PASSWORD });
    expect(done).toMatchObject({ status: 200, body: { url: `${APP}/` } });
    const { user } = (await api(server).as(sessionOf(done)).get('/auth/get-session')).body;
    expect(user).toMatchObject({ id: owner.userId, emailVerified: true });
    expect(await working(owner)).toEqual(EVERYTHING);
    expect((await trail(owner)).at(-1).metadata).toMatchObject({
      decision: 'link',
      consent: 'password',
      credentialsEnded: false,
    });
    // The next one is an ordinary sign-in.
    const again = await comeBack(await startSignIn(server, owner.provider), owner.provider, claims);
    expect([again.headers['location'], sessionOf(again)]).toEqual([`${APP}/`, expect.stringContaining('=')]);
  });

  it('lets a wrong password be tried again, and counts it with all guesses at the account', async () => {
    const { answer, browser } = await asked(owner);
    const wrong = await confirmSignIn(answer, browser, { password: 'not the one' });
    expect(wrong).toMatchObject({ status: 400, body: { error: { code: 'wrong_password' } } });
    expect((await confirmSignIn(answer, browser, {})).status).toBe(400);
    for (let at = 0; at < 18; at++)
      await api(server)
        .with({ 'x-forwarded-for': someAddress() })
        .post('/auth/sign-in/email', { email: owner.email, password: `wrong ${at}` });
    const late = await confirmSignIn(answer, browser, { password: PASSWORD });
    expect(late).toMatchObject({ status: 429, body: { error: { type: 'rate_limit_error' } } });
    expect(await working(owner)).toMatchObject({ session: true, workspaceKey: true });
  });

  it('ends what a stranger could know without the password, and says so in the log, the trail and a mail', async () => {
    const { answer, browser } = await asked(owner);
    lines.length = 0;
    const done = await confirmSignIn(answer, browser, { endAccess: true });
    expect(done).toMatchObject({ status: 200, body: { url: `${APP}/` } });
    expect(await working(owner)).toEqual(NOTHING);
    expect((await api(server).as(sessionOf(done)).get('/v1/user')).body.email).toBe(owner.email);
    const ended = { password: true, sessions: 1, apiKeys: 2, agents: 1, scimTokens: 1 };
    const entries = await trail(owner);
    expect(entries.map(({ metadata }: any) => metadata)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ decision: 'claim', ended: expect.objectContaining(ended) }),
        expect.objectContaining({ decision: 'link', consent: 'claim', credentialsEnded: true }),
      ]),
    );
    const warning = lines.map((line) => JSON.parse(line)).find(({ msg }) => /claim of an account/.test(msg));
    expect(warning).toMatchObject({ level: 'warn', userId: owner.userId, ended: { apiKeys: 2, agents: 1 } });
    await until(() => sink.mails.some(({ to }) => to.includes(owner.email)));
    const mail = sink.mails.find(({ to }) => to.includes(owner.email))!;
    expect(mail.text).toContain('2 API keys, 1 agent token, 1 SCIM token');
  });

  it('is for the browser that signed in, once, for ten minutes', async () => {
    const { answer, browser } = await asked(owner);
    const confirm = confirmationIn(answer);
    const other = (await startSignIn(server, owner.provider)).browser;
    for (const by of [other, api(server), api(server).as(owner.cookie)])
      for (const body of [{ endAccess: true }, { password: PASSWORD }])
        expect((await by.post('/v1/auth/sso/confirmation', { confirm, ...body })).status).toBe(404);
    const both = await Promise.all([1, 2].map(() => confirmSignIn(answer, browser, { password: PASSWORD })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const late = await established();
    const second = await asked(late);
    await server.db.query(`UPDATE sso_confirmations SET expires_at = now()`);
    const over = await confirmSignIn(second.answer, second.browser, { endAccess: true });
    expect(over.status).toBe(404);
    expect(await working(late)).toEqual(EVERYTHING);
  });

  it('is judged again when it is confirmed', async () => {
    const { answer, browser } = await asked(owner);
    await server.db.query(`DELETE FROM domains WHERE organization_id = $1`, [owner.organizationId]);
    const done = await confirmSignIn(answer, browser, { endAccess: true });
    expect(done.body).toEqual({ url: `${APP}/auth/login?error=sso_domain_not_verified` });
    expect(await working(owner)).toEqual(EVERYTHING);
  });

  it('asks nobody whose account a directory made', async () => {
    const { session } = administrationOf(server, owner);
    const email = `made@${owner.email.split('@')[1]}`;
    await session.post('/v1/org/members', { email });
    const { answer } = await asked({ provider: owner.provider, email });
    expect([answer.headers['location'], sessionOf(answer)]).toEqual([
      `${APP}/`,
      expect.stringContaining('='),
    ]);
  });
});

describe('R46 linking from the profile', () => {
  const linkFrom = (cookie: string, site?: string) =>
    startSignIn(
      server,
      owner.provider,
      { link: '1' },
      api(server).with({ 'x-forwarded-for': someAddress(), cookie, ...(site && { 'sec-fetch-site': site }) }),
    );

  it('ends nothing, the session it began from neither', async () => {
    const answer = await comeBack(
      await linkFrom(owner.cookie, 'same-origin'),
      owner.provider,
      identityOf(owner.email),
    );
    expect([answer.headers['location'], sessionOf(answer)]).toEqual([
      `${APP}/`,
      expect.stringContaining('='),
    ]);
    expect(await working(owner)).toEqual(EVERYTHING);
    expect((await trail(owner)).at(-1).metadata).toMatchObject({
      consent: 'session',
      credentialsEnded: false,
    });
  });

  it('links no other account than that of the session', async () => {
    const colleague = await newcomer(server, { email: `c@${owner.email.split('@')[1]}` });
    const answer = await comeBack(await linkFrom(owner.cookie), owner.provider, identityOf(colleague.email));
    expect([answer.headers['location'], sessionOf(answer)]).toEqual([
      `${APP}/auth/login?error=sso_link_mismatch`,
      '',
    ]);
    expect(await working(owner)).toEqual(EVERYTHING);
  });

  it('is an ordinary sign-in where the session has ended, or another site sends the browser', async () => {
    const ended = await linkFrom(owner.cookie);
    const planted = await linkFrom(owner.cookie, 'cross-site');
    confirmationIn(await comeBack(planted, owner.provider, identityOf(owner.email)));
    await api(server).as(owner.cookie).post('/auth/sign-out');
    confirmationIn(await comeBack(ended, owner.provider, identityOf(owner.email)));
  });
});

it('R46 who verifies a domain has verified the own address on it, and nobody else’s', async () => {
  const domain = `acme-${randomBytes(6).toString('hex')}.test`;
  const founder = await signUpOwner(server, { email: `founder@${domain}` });
  const colleague = await newcomer(server, { email: `colleague@${domain}` });
  const { session } = administrationOf(server, founder);
  const claimed = (await session.post('/v1/org/domains', { domain })).body;
  names.records.set(claimed.txtRecords[0].name, [[claimed.txtRecords[0].value]]);
  expect((await session.post(`/v1/org/domains/${claimed.id}/verify`)).status).toBe(200);
  const verified = async (cookie: string) =>
    (await api(server).as(cookie).get('/auth/get-session')).body.user.emailVerified;
  expect([await verified(founder.cookie), await verified(colleague.cookie)]).toEqual([true, false]);
});
