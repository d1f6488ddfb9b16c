/** R66, 01 §21: how much mail strangers can be sent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import type { Answer } from '../../harness/clients/client.js';
import { someEmail } from '../../harness/people/newcomers.js';
import { makePartner, OPERATOR } from '../../harness/people/partners.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { type SmtpSink, startSmtpSink } from '../../harness/people/smtp-sink.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';
import { until } from '../../harness/time/until.js';

const HOUR_SECONDS = 3_600;
/** Half of ten, beside another organization (R62). */
const SHARE_OF_FIRST_TRIES = 5;
const settings = { ...OPERATOR, INVITATION_MAILS_PER_HOUR: '12' };

let sink: SmtpSink;
let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  sink = await startSmtpSink();
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'gateway@example.test' };
  server = await startServer({ ...settings, ...mail });
  other = await startReplica(server, { ...settings, ...mail });
  await roomInThrottleWindow(30, HOUR_SECONDS);
});
afterAll(async () => {
  await other?.close();
  await server?.close();
  await sink?.close();
});

const invite = ({ api }: Pick<Owner, 'api'>, email: string): Promise<Answer> =>
  api.post('/v1/org/invitations', { email, role: 'member' });

function expectThrottled(answer: Answer): void {
  expect(answer).toMatchObject({ status: 429, body: { error: { type: 'rate_limit_error' } } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

describe('R66 invitations by mail', () => {
  it('come to one address at most five times a day, from all organizations and at all processes', async () => {
    const owners = [await signUpOwner(server), await signUpOwner(other), await signUpOwner(server)];
    const email = someEmail();
    const answers: Answer[] = [];
    for (let at = 0; at < 5; at++) answers.push(await invite(owners[at % 3]!, email));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
    for (const owner of owners)
      for (const address of [email, email.toUpperCase(), email.replace('@', '+again@')])
        expectThrottled(await invite(owner, address));
    expect(sink.mails.filter(({ to }) => to.includes(email))).toHaveLength(5);
    expect((await invite(owners[0]!, someEmail())).status).toBe(201);
  });

  it('leave an organization so many times an hour, also all at once', async () => {
    const [loud, quiet] = [await signUpOwner(server), await signUpOwner(server)];
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite(loud, someEmail())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectThrottled(answer);
    expect((await invite(quiet, someEmail())).status).toBe(201);
  });

  it('leave nothing behind when they are refused', async () => {
    const owner = await signUpOwner(server);
    const email = someEmail();
    for (let at = 0; at < 5; at++) await invite(owner, email);
    const last = (await owner.api.get('/v1/org/invitations')).body;
    expectThrottled(await invite(owner, email));
    expect((await owner.api.get('/v1/org/invitations')).body).toEqual(last);
  });

  it('01 §20 go out of the queue at once when the mail server leaves no room for a first try', async () => {
    const [loud, quiet] = [await signUpOwner(server), await signUpOwner(server)];
    await invite(quiet, someEmail());
    sink.leaves(SHARE_OF_FIRST_TRIES);
    const slow = Array.from({ length: SHARE_OF_FIRST_TRIES }, () => invite(loud, someEmail()));
    await until(() => sink.left() === SHARE_OF_FIRST_TRIES);
    const email = someEmail();
    expect((await invite(loud, email)).body.emailed).toBe(false);
    await until(() => sink.mails.some(({ to }) => to.includes(email)));
    sink.answer();
    await Promise.all(slow);
  });

  it('07 A12 count with the setup links of a partner', async () => {
    const partner = await makePartner(server);
    const email = someEmail();
    const { status, body } = await partner.api.post('/v1/partner/members', { email, role: 'member' });
    expect(status).toBe(201);
    const again = () => partner.api.post(`/v1/partner/members/${body.userId}/setup-link`);
    for (let at = 0; at < 4; at++) expect((await again()).status).toBe(200);
    expectThrottled(await again());
    const owner = await signUpOwner(server);
    expectThrottled(await invite(owner, email));
  });

  it('are not counted where none is sent', async () => {
    const silent = await startServer({ INVITATION_MAILS_PER_HOUR: '1' });
    try {
      const owner = await signUpOwner(silent);
      const email = someEmail();
      for (let at = 0; at < 7; at++) expect((await invite(owner, email)).body.emailed).toBe(false);
    } finally {
      await silent.close();
    }
  });
});
