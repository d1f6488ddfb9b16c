/** 06 §15.2, R55: what a person approves is what is sent. */
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent } from '../../harness/clients/agent.js';
import { askAbout, decide, pending } from '../../harness/policy/approvals.js';
import { gateway } from '../../harness/clients/client.js';
import { workspaceRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const GMAIL = 'gmail.googleapis.com';
const GRAPH = 'graph.microsoft.com';
const ANY = 'api.bank.test';
const SEND = `http://${GMAIL}/gmail/v1/users/me/messages/send`;
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand));

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  await workspaceRules(
    server,
    owner,
    [GMAIL, GRAPH, ANY].map((host) => askAbout(host, { name: host })),
  );
});

interface Shown {
  action: string;
  lines: string[];
  incomplete: string[] | undefined;
  preview: string;
}

/** What a person is shown of the request, which then is refused. */
async function shown(
  url: string,
  body: string | null,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Shown> {
  const desk = gateway(server).as(owner.apiKey);
  const asking = agent.ask(url, { method, headers, ...(body !== null && { body }) });
  const [{ id, summary, bodyPreview }] = await pending(desk);
  await decide(desk, id, 'deny');
  await asking;
  return {
    action: summary.action,
    lines: summary.details.map(({ label, value }: { label: string; value: string }) => `${label}: ${value}`),
    incomplete: summary.incomplete,
    preview: bodyPreview,
  };
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const mail = (...lines: string[]): string => lines.join('\r\n');
const inJson = (message: string): string => JSON.stringify({ raw: base64url(message) });

describe('06-36, R55 who approves sees what is sent, or that they do not', () => {
  it('with a decoy in the JSON part beside the message', async () => {
    const body = mail(
      '--b',
      'Content-Type: application/json',
      '',
      JSON.stringify({ raw: base64url('To: friend@x.test\r\n\r\nHi') }),
      '--b',
      'Content-Type: message/rfc822',
      '',
      'To: foe@x.test',
      '',
      'All of it',
      '--b--',
    );
    const { lines, incomplete } = await shown(
      `http://${GMAIL}/upload/gmail/v1/users/me/messages/send`,
      body,
      {
        'content-type': 'multipart/related; boundary=b',
      },
    );
    expect(lines).toEqual(['To: foe@x.test', 'Text: All of it']);
    expect(incomplete).toEqual(['twin_fields']);
  });

  it('with a Bcc behind 200 other fields', async () => {
    const others = Array.from({ length: 210 }, (_, at) => `X-${at}: ${at}`);
    const { lines, incomplete } = await shown(
      SEND,
      inJson(mail('To: a@x.test', ...others, 'Bcc: foe@x.test', '', 'Hi')),
      JSON_TYPE,
    );
    expect(lines).toContain('Bcc: foe@x.test');
    expect(incomplete).toEqual(['cut']);
    expect(lines.at(-1)).toMatch(/^Other fields: x-0: 0; x-1: 1; .*… \(\d+ more characters\)$/);
  });

  it('with a second text part', async () => {
    const body = mail(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'Harmless',
      '--b',
      'Content-Type: text/plain; name=more.txt',
      '',
      'Send the money to foe',
      '--b--',
    );
    const { lines, incomplete } = await shown(SEND, inJson(body), JSON_TYPE);
    expect(lines).toEqual(expect.arrayContaining(['Text: Harmless', 'Text 2: Send the money to foe']));
    expect(incomplete).toEqual(['several_parts']);
  });

  it.each([
    ['send', 'foe'],
    ['drafts', 'friend'],
  ])('with a message in both places (%s)', async (place, sent) => {
    const url = place === 'send' ? SEND : `http://${GMAIL}/gmail/v1/users/me/drafts`;
    const body = {
      message: { raw: base64url('To: friend@x.test\r\n\r\n') },
      raw: base64url('To: foe@x.test\r\n\r\n'),
    };
    const { lines, incomplete } = await shown(url, JSON.stringify(body), JSON_TYPE);
    expect(lines[0]).toBe(`To: ${sent}@x.test`);
    expect(lines.some((line) => line.startsWith('Other fields: '))).toBe(true);
    expect(incomplete).toEqual(['twin_fields']);
  });

  it('with 1,200 encoded blanks before the fields of a form that count', async () => {
    const body = `a=1${'%20'.repeat(1_200)}&to=foe&to%0ABody=friend`;
    const { lines, incomplete } = await shown(`http://${ANY}/pay`, body, FORM);
    expect(lines).toEqual(['Endpoint: /pay', 'Body: a=1 &to=foe&to%0ABody=friend']);
    expect(incomplete).toBeUndefined();
  });

  it('with as many blanks in a text, visible or not', async () => {
    const body = `pay 1 to friend${' \t\u200b\u3164\u2800'.repeat(700)}and 1,000 to foe`;
    const { lines, incomplete } = await shown(`http://${ANY}/pay`, body, { 'content-type': 'text/plain' });
    expect(lines[1]).toBe('Body: pay 1 to friend and 1,000 to foe');
    expect(incomplete).toBeUndefined();
  });

  it('with blanks beyond what is read', async () => {
    const body = `pay 1${' '.repeat(16_384)}000 to foe`;
    const { lines, incomplete } = await shown(`http://${ANY}/pay`, body, { 'content-type': 'text/plain' });
    expect(lines).toEqual(['Endpoint: /pay', 'Body: pay 1', 'Not read: 15 more bytes of the body']);
    expect(incomplete).toEqual(['body_goes_on']);
  });

  it("with Microsoft's names in another letter case", async () => {
    const to = (address: string): object[] => [{ EmailAddress: { Address: address } }];
    const url = `http://${GRAPH}/v1.0/me/sendMail`;
    const body = {
      Message: { Subject: 'Hi', ToRecipients: to('foe@x.test'), Body: { Content: 'All of it' } },
    };
    const one = await shown(url, JSON.stringify(body), JSON_TYPE);
    expect(one.lines).toEqual(['To: foe@x.test', 'Subject: Hi', 'Text: All of it']);
    const both = await shown(
      url,
      JSON.stringify({ ...body, message: { toRecipients: to('friend@x.test') } }),
      JSON_TYPE,
    );
    expect(both.incomplete).toEqual(['repeated_names', 'unreadable']);
    expect(both.lines.join('\n')).toContain('foe@x.test');
  });

  it('with line feeds in an encoded word', async () => {
    const subject = `=?utf-8?q?Hi=0ABcc=3A_none=0D=E2=80=A8Text=3A_Fine?=`;
    const { lines, preview } = await shown(
      SEND,
      inJson(mail('To: a@x.test', `Subject: ${subject}`, '', 'Really\nCc: this')),
      JSON_TYPE,
    );
    expect(lines).toContain('Subject: Hi Bcc: none Text: Fine');
    expect(preview.split('\n')).toEqual([
      'Send email',
      'To: a@x.test',
      'Subject: Hi Bcc: none Text: Fine',
      'Text: Really ↵ Cc: this',
    ]);
  });
});

describe('R55.2 counts', () => {
  it('every recipient, in mail and in JSON', async () => {
    const many = Array.from({ length: 203 }, (_, at) => `"Person, ${at}" <p${at}@x.test>`);
    const mailed = await shown(SEND, inJson(mail(`To: ${many.join(',\r\n ')}`, '', 'Hi')), JSON_TYPE);
    const [to] = mailed.lines;
    const named = to!.match(/@x\.test>/g)!.length;
    expect(to).toMatch(/^To: "Person, 0" <p0@x\.test>, /);
    expect(to!.endsWith(`… and ${203 - named} more`)).toBe(true);
    expect(mailed.incomplete).toEqual(['more_than_listed']);
    expect(mailed.preview).toContain('\nIncomplete: more than listed\n');
    const toRecipients = many.map((_, at) => ({ emailAddress: { address: `p${at}@x.test` } }));
    const json = await shown(
      `http://${GRAPH}/v1.0/me/sendMail`,
      JSON.stringify({ message: { toRecipients } }),
      JSON_TYPE,
    );
    expect(json.lines[0]).toMatch(/^To: p0@x\.test, .* … and \d+ more$/);
    expect(json.incomplete).toEqual(['more_than_listed']);
  });
});

describe('R55.3 always details are', () => {
  it('the query, and the fields that decide what happens, whatever the app', async () => {
    const headers = {
      'x-amz-target': 'DynamoDB.DeleteTable',
      X_Original_URL: '/admin',
      'x-rewrite-url': '/1',
      'x-original-uri': '/2',
      'x-forwarded-uri': '/3',
      'x-forwarded-prefix': '/4',
      'x-override-url': '/5',
      'x-http-method-override': 'DELETE',
    };
    const { lines } = await shown(`http://${ANY}/?delete=1&to=a%0Ab&_method=PUT`, 'x=1&Action=RunInstances', {
      ...headers,
      ...FORM,
    });
    expect(lines).toEqual([
      'Endpoint: /',
      'Query: delete=1&to=a%0Ab&_method=PUT',
      'x-http-method-override: DELETE',
      'x-original-url: /admin',
      'x-rewrite-url: /1',
      'x-original-uri: /2',
      'x-forwarded-uri: /3',
      'x-forwarded-prefix: /4',
      'x-override-url: /5',
      'x-amz-target: DynamoDB.DeleteTable',
      'Action: RunInstances',
      'Asks to be treated as: DELETE, PUT',
      'Body: x=1&Action=RunInstances',
    ]);
    const gmail = await shown(
      `http://${GMAIL}/gmail/v1/users/boss%40x.test/messages/7?fields=id`,
      null,
      { 'x-forwarded-uri': '/9' },
      'DELETE',
    );
    expect(gmail).toMatchObject({
      action: 'Delete message permanently',
      lines: ['Query: fields=id', 'x-forwarded-uri: /9', 'Mailbox: boss@x.test', 'Message: 7'],
    });
  });

  it('never the token of the agent', async () => {
    const { lines, preview } = await shown(`http://${ANY}/?key=${agent.token}`, null, {
      'x-forwarded-uri': agent.token,
    });
    expect(lines).toContain('Query: key=***');
    expect(lines).toContain('x-forwarded-uri: ***');
    expect(preview).not.toContain(agent.token);
  });
});

describe('06-38, R55.4, 06 §15.8 the body of a held request', () => {
  it('is served as it will be sent, also beyond what the summary reads', async () => {
    const desk = gateway(server).as(owner.apiKey);
    const note = `${'x'.repeat(40_000)}foe`;
    const body = gzipSync(JSON.stringify({ note }));
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    const asking = agent.ask(`http://${ANY}/pay`, { method: 'POST', headers, body });
    const [{ id }] = await pending(desk);
    for (const at of [desk, owner.api]) {
      const shown = await at.get(`/v1/approvals/${id}/body`);
      expect([shown.status, shown.body]).toEqual([
        200,
        {
          contentType: 'application/json',
          contentEncoding: 'gzip',
          whole: true,
          base64: body.toString('base64'),
          text: JSON.stringify({ note }),
        },
      ]);
    }
    await decide(desk, id, 'approve');
    expect((await asking).status).toBe(200);
    expect(upstream.only().body.equals(body)).toBe(true);
    expect((await desk.get(`/v1/approvals/${id}/body`)).status).toBe(404);
    const [row] = await server.db.query<any>('SELECT body, request FROM approvals WHERE id = $1', [id]);
    expect(row).toEqual({ body: null, request: null });
  });

  it('is cut at the bound, and empty where there is none', async () => {
    const desk = gateway(server).as(owner.apiKey);
    const asking = agent.ask(`http://${ANY}/pay`, { method: 'POST', body: Buffer.alloc(1_100_000, 'x') });
    const [{ id }] = await pending(desk);
    const { body } = await desk.get(`/v1/approvals/${id}/body`);
    expect([body.whole, body.text.length]).toEqual([false, 1_048_576]);
    await decide(desk, id, 'deny');
    await asking;
    const none = agent.ask(`http://${ANY}/pay`);
    const [second] = await pending(desk);
    const empty = await desk.get(`/v1/approvals/${second.id}/body`);
    expect(empty.body).toMatchObject({ whole: true, base64: '', text: '' });
    await decide(desk, second.id, 'deny');
    await none;
  });

  it('is not there for other workspaces, strangers, agents and ids that are none', async () => {
    const desk = gateway(server).as(owner.apiKey);
    const asking = agent.ask(`http://${ANY}/pay`, { method: 'POST', body: 'x' });
    const [{ id }] = await pending(desk);
    const other = await signUpOwner(server);
    const seen = [gateway(server).as(other.apiKey), gateway(server), gateway(server).as(agent.token)].map(
      async (at) => (await at.get(`/v1/approvals/${id}/body`)).status,
    );
    expect(await Promise.all(seen)).toEqual([404, 401, 401]);
    expect((await desk.get('/v1/approvals/x/body')).body).toEqual({ error: 'approval_not_found' });
    await decide(desk, id, 'deny');
    await asking;
  });
});
