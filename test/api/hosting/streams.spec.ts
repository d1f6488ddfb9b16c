/** 04 §2.3, §8.7: a thousand conversations that stream at once from one process, and a page of a real browser that follows one. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Browser, installedBrowser, type Page, startBrowser } from '../../harness/clients/browser.js';
import { heldMemory } from '../../harness/server/held-memory.js';
import {
  conversation,
  hostedAgent,
  RUNNER_TOKEN,
  TestRun,
  TestRunner,
  TestStream,
} from '../../harness/hosting/hosting.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';

const MEGABYTE = 1024 ** 2;
/** A look at what is held collects all garbage, for tenths of a second. */
const COLLECTED_EVERY_MS = 500;

let server: TestServer;
let owner: Owner;
let runner: TestRunner;
let agentId: string;

beforeAll(async () => {
  server = await startServer({ RUNNER_TOKEN });
  owner = await signUpOwner(server);
  runner = new TestRunner(server);
  await runner.start();
  agentId = await hostedAgent(server, owner, { runner });
});
afterAll(() => server.close());

const streamOf = (id: string): string => `/v1/conversations/${id}/stream`;
const say = (id: string, message = 'Go') => owner.api.post(`/v1/conversations/${id}/messages`, { message });

/** As many at once as a daemon would have on its way. */
async function inTurns<T>(rows: readonly T[], work: (row: T, at: number) => Promise<void>): Promise<void> {
  const left = rows.entries();
  const one = async () => {
    for (const [at, row] of left) await work(row, at);
  };
  await Promise.all(Array.from({ length: 32 }, one));
}

describe('a thousand conversations at once', () => {
  const MANY = 1_000;

  /** Conversations whose turn the runner has, without the thousand requests that come to the same. */
  async function underWay(): Promise<TestRun[]> {
    await server.db.query(
      `WITH made AS (
         INSERT INTO conversations (workspace_id, agent_id, source) SELECT $1, $2, 'web' FROM generate_series(1, $3::integer)
         RETURNING id)
       INSERT INTO turns (conversation_id, agent_id, status, source, message, attempt, lease_id, lease_runner_id,
         lease_boot_id, lease_expires_at)
       SELECT id, $2, 'dispatched', 'web', 'Go', 1, gen_random_uuid(), $4, $5, now() + interval '10 minutes' FROM made`,
      [owner.workspaceId, agentId, MANY, runner.id, runner.bootId],
    );
    const items = await server.db.query(
      `SELECT id AS "turnId", lease_id AS "leaseId", conversation_id AS "conversationId" FROM turns
       WHERE agent_id = $1`,
      [agentId],
    );
    return items.map((item) => new TestRun(runner, item));
  }

  it('reach each reader whole and in order, and leave nothing behind', async () => {
    const runs = await underWay();
    // What is compiled and cached on the way counts for nobody.
    (await TestStream.open(server, owner, streamOf(runs[0]!.item.conversationId))).close();
    const before = held();
    const readers: TestStream[] = [];
    await inTurns(runs, async ({ item }, at) => {
      readers[at] = await TestStream.open(server, owner, streamOf(item.conversationId));
    });
    await until(() => readers.every(({ comments }) => comments > 0));
    const piece = { type: 'text.delta', text: 'a piece of the answer, ' };
    for (const events of [
      [{ type: 'turn.started' }, ...Array<object>(20).fill(piece)],
      [...Array<object>(20).fill(piece), { type: 'text', text: 'The answer.' }],
    ])
      await inTurns(runs, async (run) => expect((await run.say(...events)).status).toBe(200));
    await inTurns(runs, async (run) => expect((await run.finish()).status).toBe(200));
    await until(() => readers.every(({ types }) => types.at(-1) === 'turn.done'));
    const whole = Array.from({ length: 43 }, (_, at) => at + 1);
    for (const [at, { seqs, frames }] of readers.entries()) {
      expect(seqs).toEqual(whole);
      expect(new Set(frames.map(({ data }) => data.turnId))).toEqual(new Set([runs[at]!.turnId]));
    }
    const streaming = held();
    for (const reader of readers) reader.close();
    readers.length = 0;
    // What a thousand readers would leave behind is more than 16 KB each.
    await until(() => held() - before < 16 * MEGABYTE, 60_000, COLLECTED_EVERY_MS);
    console.log(
      `held: ${mb(streaming - before)} MB with ${MANY} readers and what they read, ${mb(held() - before)} after`,
    );
    expect(streaming - before).toBeLessThan(200 * MEGABYTE);
  });

  it('cost a reader that does not read, and nobody else', async () => {
    const DEAF = 10;
    const id = await conversation(owner, agentId);
    const reader = await TestStream.open(server, owner, streamOf(id));
    const before = held();
    const deaf: IncomingMessage[] = [];
    await inTurns(Array<null>(DEAF).fill(null), async () => void deaf.push(await deafReader(id)));
    await say(id);
    const run = await runner.claim(id);
    await run.say({ type: 'turn.started' });
    // 79 MB, of which the system may take 38 for each who does not read.
    const batch = Array<object>(62).fill({ type: 'text.delta', text: 'd'.repeat(15_900) });
    const seqs: number[] = [];
    let most = 0;
    for (let at = 1; at <= 80; at++) {
      await run.say(...batch);
      await until(() => reader.frames.length >= batch.length);
      seqs.push(...reader.frames.splice(0).map((frame) => frame.id));
      if (at % 10 === 0) most = Math.max(most, held() - before);
    }
    await run.say({ type: 'text', text: 'All of it.' });
    await run.finish();
    await until(() => reader.types.at(-1) === 'turn.done');
    expect([...seqs, ...reader.seqs]).toEqual(Array.from({ length: 4_963 }, (_, at) => at + 1));
    console.log(`held: ${mb(most)} MB at most with ${DEAF} readers that do not read`);
    expect(most).toBeLessThan(100 * MEGABYTE);
    // More than a thousand wait unread by now: they are cut, and what reached them ends in the middle.
    for (const response of deaf) {
      let heard = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (heard = (heard + chunk).slice(-1_000)));
      response.resume();
      await until(() => response.destroyed || response.closed);
      expect(heard.includes('turn.done')).toBe(false);
    }
    reader.close();
    deaf.length = 0;
    await until(() => held() - before < 10 * MEGABYTE, 60_000, COLLECTED_EVERY_MS);
  });

  function held(): number {
    const { heapUsed, arrayBuffers } = heldMemory();
    return heapUsed + arrayBuffers;
  }

  function mb(bytes: number): string {
    return (bytes / MEGABYTE).toFixed(1);
  }

  function deafReader(id: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      httpRequest(server.apiUrl + streamOf(id), {
        headers: { authorization: `Bearer ${owner.apiKey}` },
        agent: false,
      })
        .on('response', (response) => resolve(response.on('error', () => undefined).pause()))
        .on('error', reject)
        .end();
    });
  }
});

const program = installedBrowser();
if (program === null) console.warn('skipped: no browser is installed');
const withBrowser = program === null ? describe.skip : describe;

withBrowser('a page of a browser that follows a conversation', () => {
  let browser: Browser;
  let page: Page;
  let id: string;

  beforeAll(async () => {
    browser = await startBrowser(program!);
    page = await browser.open();
    await page.goto(`${server.apiUrl}/auth/login`);
    await page.type('Email', owner.email);
    await page.type('Password', owner.password);
    await page.click('Sign in');
    await page.see('Hello');
    id = await conversation(owner, agentId);
  });
  afterAll(() => browser?.close());

  /** What the page has put together; a piece is replaced by the whole. */
  const FOLLOW = `
    document.body.replaceChildren(document.createElement('pre'));
    window.seqs = [];
    window.show = ({ seq, type, payload }) => {
      window.seqs.push(seq);
      const shown = document.querySelector('pre');
      if (type === 'text.delta') shown.textContent += payload.text;
      if (type === 'text') shown.textContent = payload.text;
      if (type === 'turn.done') shown.textContent += ' (done)';
    };`;
  const seqs = (): Promise<number[]> => page.evaluate('window.seqs');

  it('with EventSource sees pieces, then the whole, and misses nothing when the connection is cut', async () => {
    await page.evaluate(`(() => {${FOLLOW}
      window.source = new EventSource('${streamOf(id)}');
      window.source.addEventListener('transcript', (event) => window.show(JSON.parse(event.data)));
      return new Promise((resolve) => window.source.addEventListener('open', () => resolve(true)));
    })()`);
    await say(id);
    const run = await runner.claim(id);
    await run.say({ type: 'turn.started' }, { type: 'text.delta', text: 'Half of' });
    await page.see('Half of');
    server.app.getHttpServer().closeAllConnections();
    // Those of the test are cut as well.
    await until(() => owner.api.get('/v1/user').then(Boolean, () => false));
    await run.say({ type: 'text.delta', text: ' the' }, { type: 'tool.started', callId: 'c', name: 'look' });
    await run.say({ type: 'tool.finished', callId: 'c', name: 'look', output: '<img src=x>' });
    await run.say({ type: 'text', text: 'The <b>whole</b> answer.' });
    await run.finish();
    await page.see('The <b>whole</b> answer. (done)');
    // It came back with its number: what is stored was sent once, and what is not is over.
    expect(await seqs()).toEqual([1, 2, 4, 5, 6, 7]);
    await page.evaluate('window.source.close()');
  });

  it('with fetch, a key and a cursor sees what comes after it', async () => {
    await page.evaluate(`(() => {${FOLLOW}
      window.stop = new AbortController();
      return fetch('${streamOf(id)}?since=6', {
        headers: { authorization: 'Bearer ${owner.apiKey}' }, credentials: 'omit', signal: window.stop.signal,
      }).then((answer) => {
        const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = '';
        const next = () => reader.read().then(({ value, done }) => {
          if (done) return;
          const frames = (rest + value).split('\\n\\n');
          rest = frames.pop();
          for (const frame of frames) {
            const data = /^data: (.*)$/m.exec(frame);
            if (data) window.show(JSON.parse(data[1]));
          }
          return next();
        });
        next().catch(() => undefined);
        return answer.headers.get('content-type');
      });
    })()`);
    await say(id, 'Once more');
    const run = await runner.claim(id);
    await run.say({ type: 'turn.started' }, { type: 'text.delta', text: 'Again' });
    await page.see('Again');
    await run.say({ type: 'text', text: 'Again and again.' });
    await run.finish();
    await page.see('Again and again. (done)');
    expect(await seqs()).toEqual([7, 8, 9, 10, 11]);
    await page.evaluate('window.stop.abort()');
    expect(page.complaints).toEqual([]);
  });
});
