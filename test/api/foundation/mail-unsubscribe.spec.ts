import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import type { Answer } from '../../harness/clients/client.js';
import { newcomer, someEmail, stranger } from '../../harness/people/newcomers.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { type SmtpSink, startSmtpSink } from '../../harness/people/smtp-sink.js';
import { until } from '../../harness/time/until.js';

const INVITATIONS = '/v1/org/invitations';
const UNSUBSCRIBE = '/v1/webhooks/unsubscribe';
const SECRET = 'a secret of at least 32 characters';
const FROM = 'Gateway <gateway@example.test>';

let sink: SmtpSink;
let server: TestServer;
let owner: Owner;

beforeAll(async () => {
  sink = await startSmtpSink();
  server = await startServer({
    SMTP_URL: sink.url,
    MAIL_FROM: FROM,
    UNSUBSCRIBE_TOKEN_SECRET: SECRET,
    API_URL: 'https://api.cg.example.com',
    APP_URL: 'https://cg.example.com',
  });
  owner = await signUpOwner(server);
});

afterAll(async () => {
  await server.close();
  await sink.close();
});

afterEach(() => {
  sink.failing = false;
});

const invite = (email: string): Promise<Answer> => owner.api.post(INVITATIONS, { email, role: 'member' });

async function mailTo(address: string): Promise<string> {
  const isTheirs = ({ to }: { to: string[] }): boolean => to.includes(address);
  await until(() => sink.mails.some(isTheirs));
  return sink.mails.findLast(isTheirs)!.text;
}

function mailsTo(address: string): number {
  return sink.mails.filter(({ to }) => to.includes(address)).length;
}

/** The token in the header of the newest mail to the address. */
async function tokenFor(address: string): Promise<string> {
  const text = await mailTo(address);
  const [, url = ''] = /^List-Unsubscribe: <([^>\s]+)>\r?$/m.exec(text) ?? [];
  return new URL(url).searchParams.get('token') ?? '';
}

async function suppressed(): Promise<string[]> {
  const rows = await server.db.query<{ email: string }>('SELECT email FROM mail_suppressions');
  return rows.map(({ email }) => email);
}

function link(token: string): string {
  return `${UNSUBSCRIBE}?token=${encodeURIComponent(token)}`;
}

describe('the mail of an invitation (01 §15.3)', () => {
  it('is taken by the mail server before the answer and leads to the join page', async () => {
    const email = someEmail();
    const answer = await invite(email);
    expect([answer.status, answer.body.emailed]).toEqual([201, true]);
    expect(mailsTo(email)).toBe(1);
    const text = await mailTo(email);
    expect(text).toContain(answer.body.joinUrl);
    expect(text).toContain(owner.email);
    expect(await server.db.query('SELECT 1 FROM graphile_worker.jobs')).toEqual([]);
  });

  it('that the mail server does not take stays with the queue, and the request succeeds', async () => {
    sink.failing = true;
    const email = someEmail();
    const answer = await invite(email);
    expect([answer.status, answer.body.emailed]).toEqual([201, false]);
    expect(answer.body.joinUrl).toMatch(/token=[0-9a-f]{64}$/);
    sink.failing = false;
    // The queue waits some minutes for the first try to end.
    await server.db.query(
      `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) FROM graphile_worker.jobs`,
    );
    expect(await mailTo(email)).toContain(answer.body.joinUrl);
  });

  it('does not make the request wait for a mail server that never answers', async () => {
    const silent = await startSilentServer();
    const slow = await startServer({ SMTP_URL: `smtp://127.0.0.1:${silent.port}`, MAIL_FROM: FROM });
    try {
      const admin = await signUpOwner(slow);
      const began = Date.now();
      const answer = await admin.api.post(INVITATIONS, { email: someEmail(), role: 'member' });
      expect([answer.status, answer.body.emailed]).toEqual([201, false]);
      expect(Date.now() - began).toBeLessThan(9_000);
    } finally {
      await silent.close();
      await slow.close();
    }
  });

  it('never follows the Host of the request, the link of the answer does', async () => {
    const plain = await startServer({ SMTP_URL: sink.url, MAIL_FROM: FROM });
    try {
      const admin = await signUpOwner(plain);
      const email = someEmail();
      const answer = await admin.api
        .with({ host: 'elsewhere.example' })
        .post(INVITATIONS, { email, role: 'member' });
      expect(answer.body.joinUrl).toMatch(/^http:\/\/elsewhere\.example\/join/);
      const text = await mailTo(email);
      expect(text).not.toContain('elsewhere.example');
      expect(text).toContain('http://localhost:10254/join?token=');
      expect(text).toContain('List-Unsubscribe: <http://localhost:10254/v1/webhooks/unsubscribe?token=');
    } finally {
      await plain.close();
    }
  });

  it('shows the name of the organization as one line of text, whatever is in it', async () => {
    const odd = await signUpOwner(server, { name: '<b>Bold\r\nBcc: somebody' });
    const email = someEmail();
    await odd.api.post(INVITATIONS, { email, role: 'member' });
    const text = await mailTo(email);
    expect(text).toContain('"<b>Bold Bcc: somebody"');
    expect(text).toContain('&quot;&lt;b&gt;Bold Bcc: somebody&quot;');
  });
});

it('no line of the log has a token or an address, whether mail goes out or not', async () => {
  const lines: string[] = [];
  const talkative = await startServer(
    { SMTP_URL: sink.url, MAIL_FROM: FROM, LOG_LEVEL: 'info' },
    { write: (line) => void lines.push(line) },
  );
  try {
    const admin = await signUpOwner(talkative);
    const person = await newcomer(talkative);
    const invited = { email: person.email, role: 'member' };
    const sent = await admin.api.post(INVITATIONS, invited);
    const unsubscribe = await tokenFor(person.email);
    await stranger(talkative).post(link(unsubscribe));
    sink.failing = true;
    const other = someEmail();
    const unsent = await admin.api.post(INVITATIONS, { ...invited, email: other });
    const tokens = [sent, unsent].map(({ body }) => new URL(body.joinUrl).searchParams.get('token') ?? '');
    for (const token of tokens) await stranger(talkative).post('/v1/invitations/lookup', { token });
    await person.session.post('/v1/invitations/accept', { token: tokens[0] });
    const log = lines.join('');
    expect(log).toContain('mail server rejected a mail');
    for (const secret of [...tokens, unsubscribe, person.email, other]) expect(log).not.toContain(secret);
  } finally {
    await talkative.close();
  }
});

describe('unsubscribing (01 §20)', () => {
  it('stands in the headers of every mail: one click, on the API origin, signed for the address', async () => {
    const person = await newcomer(server);
    await invite(person.email.replace('person', 'other'));
    await stranger(server).post('/auth/request-password-reset', { email: person.email });
    for (const address of [person.email, person.email.replace('person', 'other')]) {
      const text = await mailTo(address);
      expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
      const [, url = ''] = /^List-Unsubscribe: <([^>\s]+)>\r?$/m.exec(text) ?? [];
      expect(url).toMatch(/^https:\/\/api\.cg\.example\.com\/v1\/webhooks\/unsubscribe\?token=/);
      const [payload = '', signature] = (await tokenFor(address)).split('.');
      expect(Buffer.from(payload, 'base64url').toString()).toBe(address);
      expect(signature).toBe(
        createHmac('sha256', SECRET).update(`unsubscribe:${payload}`).digest('base64url'),
      );
    }
  });

  it('GET asks with a page without scripts and changes nothing', async () => {
    const email = someEmail();
    await invite(email);
    const answer = await stranger(server).get(link(await tokenFor(email)));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.text).toContain('<form method="post">');
    expect(answer.text).not.toContain('<script');
    expect(answer.text).not.toContain(email);
    expect(await suppressed()).not.toContain(email);
  });

  it('POST ends invitations to the address and to no other; password resets still arrive', async () => {
    const person = await newcomer(server);
    await invite(person.email);
    const answer = await stranger(server)
      .with({ 'content-type': 'application/x-www-form-urlencoded' })
      .send('POST', link(await tokenFor(person.email)), 'List-Unsubscribe=One-Click');
    expect([answer.status, answer.body]).toEqual([200, { status: 'OK' }]);
    expect(await suppressed()).toContain(person.email);

    const again = await invite(person.email);
    expect([again.status, again.body.emailed]).toEqual([201, false]);
    expect(again.body.joinUrl).toMatch(/token=[0-9a-f]{64}$/);
    expect(mailsTo(person.email)).toBe(1);
    expect((await invite(someEmail())).body.emailed).toBe(true);

    await stranger(server).post('/auth/request-password-reset', { email: person.email });
    await until(() => mailsTo(person.email) === 2);
    expect(await mailTo(person.email)).toContain('/auth/reset-password?token=');
  });

  it('holds for a mail that is waiting in the queue', async () => {
    const email = someEmail();
    await invite(email);
    const token = await tokenFor(email);
    sink.failing = true;
    await invite(email);
    await stranger(server).post(link(token));
    sink.failing = false;
    await server.db.query(
      `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) FROM graphile_worker.jobs`,
    );
    await until(async () => (await server.db.query('SELECT 1 FROM graphile_worker.jobs')).length === 0);
    expect(mailsTo(email)).toBe(1);
  });

  it('answers a browser with a page, twice just the same', async () => {
    const email = someEmail();
    await invite(email);
    const browser = stranger(server).with({ accept: 'text/html,application/xhtml+xml' });
    const path = link(await tokenFor(email));
    for (const answer of [await browser.post(path), await browser.post(path)]) {
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.text).toContain('Unsubscribed');
    }
    expect(await suppressed()).toContain(email);
  });

  it('a token that was not issued here changes nothing and is answered like one that was', async () => {
    const before = await suppressed();
    const email = someEmail();
    const payload = Buffer.from(email).toString('base64url');
    const forged = createHmac('sha256', 'another secret')
      .update(`unsubscribe:${payload}`)
      .digest('base64url');
    const tokens = [
      `${payload}.${forged}`,
      `${payload}.`,
      payload,
      '',
      'nonsense',
      `${payload}.${'A'.repeat(9_000)}`,
    ];
    for (const token of tokens) {
      const answer = await stranger(server).post(link(token));
      expect([answer.status, answer.body]).toEqual([200, { status: 'OK' }]);
    }
    for (const path of [UNSUBSCRIBE, `${UNSUBSCRIBE}?token=a&token=b`, `${UNSUBSCRIBE}?token[x]=1`]) {
      expect((await stranger(server).post(path)).status).toBe(200);
      expect((await stranger(server).get(path)).status).toBe(200);
    }
    expect(await suppressed()).toEqual(before);
  });

  it('works without a secret of its own, also after the encryption key was changed', async () => {
    const key = Buffer.alloc(32, 1).toString('base64');
    const mail = { SMTP_URL: sink.url, MAIL_FROM: FROM };
    const first = await startServer({ ...mail, SECRET_ENCRYPTION_KEY: key });
    const admin = await signUpOwner(first);
    const email = someEmail();
    await admin.api.post(INVITATIONS, { email, role: 'member' });
    const token = await tokenFor(email);
    await first.close();

    const rotated = await startServer({
      ...mail,
      SECRET_ENCRYPTION_KEY: Buffer.alloc(32, 2).toString('base64'),
      SECRET_ENCRYPTION_KEYS_PREVIOUS: key,
    });
    try {
      await stranger(rotated).post(link(token));
      expect(await rotated.db.query('SELECT email FROM mail_suppressions')).toEqual([{ email }]);
    } finally {
      await rotated.close();
    }
  });
});

/** Takes connections and never says a word. */
async function startSilentServer(): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket.on('error', () => socket.destroy())));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  return {
    port: (silent.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        silent.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
