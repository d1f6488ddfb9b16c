/** R67, 01 §21: guesses at one account from wherever they come, and the browsers that were let in before. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import {
  expectStatus,
  type Owner,
  PASSWORD,
  signUpOwner,
  someAddress,
} from '../../harness/people/accounts.js';
import { type Answer, api } from '../../harness/clients/client.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { type SmtpSink, startSmtpSink } from '../../harness/people/smtp-sink.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';
import { until } from '../../harness/time/until.js';

const WINDOW_SECONDS = 15 * 60;
const MAX_FAILURES = 20;

let sink: SmtpSink;
let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  sink = await startSmtpSink();
  const settings = { SMTP_URL: sink.url, MAIL_FROM: 'gateway@example.test' };
  server = await startServer(settings);
  other = await startReplica(server, settings);
  await signUpOwner(server);
  await roomInThrottleWindow(60, WINDOW_SECONDS);
});
afterAll(async () => {
  await other?.close();
  await server?.close();
  await sink?.close();
});

interface Try {
  at?: TestServer;
  cookie?: string;
  from?: string;
}

/** Each from an address of its own. */
function guess(email: string, password: string, { at = server, cookie, from = someAddress() }: Try = {}) {
  const client = api(at).with({ 'x-forwarded-for': from, ...(cookie && { cookie }) });
  return client.post('/auth/sign-in/email', { email, password });
}

async function fail(email: string, times: number, more: Try = {}): Promise<number[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < times; at++)
    answers.push(await guess(email, `wrong ${at}`, { at: at % 2 === 0 ? server : other, ...more }));
  return answers.map(({ status }) => status);
}

async function known({ email }: Pick<Owner, 'email'>): Promise<string> {
  return expectStatus(await guess(email, PASSWORD), 200).device;
}

describe('R67 guesses at one account', () => {
  it('are counted together from any number of addresses, at any process', async () => {
    const owner = await signUpOwner(server);
    expect(await fail(owner.email, MAX_FAILURES)).toEqual(Array(MAX_FAILURES).fill(401));
    for (const password of ['wrong again', PASSWORD]) {
      const refused = await guess(owner.email.toUpperCase(), password, { at: other });
      expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['x-retry-after']).toBe(refused.headers['retry-after']);
    }
    // What is open goes on, and so do others.
    expect((await api(server).as(owner.cookie).get('/v1/user')).status).toBe(200);
    expect((await owner.api.get('/v1/user')).status).toBe(200);
    const stranger = await signUpOwner(server);
    expect((await guess(stranger.email, PASSWORD)).status).toBe(200);
  });

  it('say the same of accounts that do not exist', async () => {
    const email = `nobody-${randomBytes(6).toString('hex')}@example.test`;
    expect(await fail(email, MAX_FAILURES + 1)).toEqual([...Array<number>(MAX_FAILURES).fill(401), 429]);
  });

  it('find nothing side by side either', async () => {
    const owner = await signUpOwner(server);
    const wrong = Array.from({ length: 60 }, (_, at) => guess(owner.email, `wrong ${at}`));
    const statuses = (await Promise.all(wrong)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_FAILURES);
    expect((await guess(owner.email, PASSWORD)).status).toBe(429);
  });

  it('leave a browser alone that signed in before, which has a count of its own', async () => {
    const owner = await signUpOwner(server);
    const cookie = await known(owner);
    await fail(owner.email, MAX_FAILURES + 1);
    expect((await guess(owner.email, PASSWORD, { cookie })).status).toBe(200);
    expect(await fail(owner.email, MAX_FAILURES, { cookie })).toEqual(Array(MAX_FAILURES).fill(401));
    expect((await guess(owner.email, PASSWORD, { cookie })).status).toBe(429);
  });

  it('are counted together where the cookie is forged, or of another account', async () => {
    const [owner, thief] = [await signUpOwner(server), await signUpOwner(server)];
    const theirs = await known(thief);
    const own = await known(owner);
    const forged = own.replace(/=[0-9a-f]{32}/, `=${randomBytes(16).toString('hex')}`);
    await fail(owner.email, MAX_FAILURES + 1);
    for (const cookie of [theirs, forged, 'cg_device=~~~', `${theirs}~${theirs}`])
      expect((await guess(owner.email, PASSWORD, { cookie })).status).toBe(429);
  });

  it('leave a browser alone that has the cookies of several people, and keeps five', async () => {
    const people: Owner[] = [];
    let cookie = '';
    for (let at = 0; at < 6; at++) {
      const owner = await signUpOwner(server);
      people.push(owner);
      cookie = expectStatus(await guess(owner.email, PASSWORD, { cookie }), 200).device;
    }
    const [forgotten, oldest] = people;
    for (const { email } of [forgotten!, oldest!]) await fail(email, MAX_FAILURES + 1);
    expect((await guess(oldest!.email, PASSWORD, { cookie })).status).toBe(200);
    expect((await guess(forgotten!.email, PASSWORD, { cookie })).status).toBe(429);
    for (const { email } of people) expect(cookie).not.toContain(email);
  });

  it('leave the browser alone that sets a new password by a mailed link', async () => {
    const owner = await signUpOwner(server);
    await fail(owner.email, MAX_FAILURES + 1);
    const from = api(server).with({ 'x-forwarded-for': someAddress() });
    expectStatus(await from.post('/auth/request-password-reset', { email: owner.email }), 200);
    let token: string | undefined;
    await until(() => {
      const mail = sink.mails.find(({ to }) => to.includes(owner.email));
      token = mail && /reset-password\?token=([0-9a-f]{64})/.exec(mail.text)?.[1];
      return token !== undefined;
    });
    const newPassword = `${PASSWORD}!`;
    const reset = expectStatus(await from.post('/auth/reset-password', { token, newPassword }), 200);
    expect((await guess(owner.email, newPassword)).status).toBe(429);
    expect((await guess(owner.email, newPassword, { cookie: reset.device })).status).toBe(200);
  });

  it('sets a cookie that no script and no other site sees', async () => {
    const owner = await signUpOwner(server);
    const answer = await guess(owner.email, PASSWORD);
    const set = [answer.headers['set-cookie'] ?? []].flat().find((text) => text.startsWith('cg_device='));
    expect(set).toMatch(/; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
  });
});

describe('R67 IPv6', () => {
  it('is counted by networks of 48 bits too, at ten times the limit of one of 64', async () => {
    await roomInThrottleWindow(20);
    const site = `2001:db8:${randomBytes(2).toString('hex')}`;
    const reset = (address: string) =>
      api(server)
        .with({ 'x-forwarded-for': address })
        .post('/auth/reset-password', { token: 'x', newPassword: PASSWORD });
    const statuses: number[] = [];
    for (let network = 1; network <= 10; network++)
      for (let host = 1; host <= 10; host++)
        statuses.push((await reset(`${site}:${network.toString(16)}::${host}`)).status);
    expect(statuses).toEqual(Array(100).fill(400));
    expect((await reset(`${site}:ff::1`)).status).toBe(429);
    const neighbour = `2001:db9:${randomBytes(2).toString('hex')}:1::1`;
    expect((await reset(neighbour)).status).toBe(400);
  });
});
