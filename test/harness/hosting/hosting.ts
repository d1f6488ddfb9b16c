import { randomBytes } from 'node:crypto';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { expect } from '@jest/globals';
import type { Owner } from '../people/accounts.js';
import { createSecret, grant } from '../clients/agent.js';
import { type Answer, api, type ApiClient } from '../clients/client.js';
import type { TestServer } from '../server/server.js';
import { until } from '../time/until.js';

export const RUNNER_TOKEN = `rnr_${'5'.repeat(64)}`;
export const CHANNEL_ADAPTER_TOKEN = `cha_${'5'.repeat(64)}`;

/** A runner daemon as the protocol sees it; a test says what it does. */
export class TestRunner {
  bootId = randomBytes(8).toString('hex');
  id = '';
  private readonly client: ApiClient;

  constructor(server: Pick<TestServer, 'apiUrl'>, token = RUNNER_TOKEN) {
    this.client = api(server).as(token);
  }

  post(path: string, body: object): Promise<Answer> {
    return this.client.post(`/v1/runner/${path}`, body);
  }

  put(path: string, body: object): Promise<Answer> {
    return this.client.put(`/v1/runner/${path}`, body);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.client.with(headers).get(`/v1/runner/${path}`);
  }

  /** What becomes of the compute of an agent. */
  async state(agentId: string, state: string, further: object = {}): Promise<void> {
    const answer = await this.post(`agents/${agentId}/state`, { bootId: this.bootId, state, ...further });
    expect([answer.status, answer.text]).toEqual([204, '']);
  }

  /** With a fresh boot id, as at every start of a daemon. */
  async start(capabilities: object = {}, resume: object[] = []): Promise<Answer> {
    this.bootId = randomBytes(8).toString('hex');
    const answer = await this.post('register', {
      name: 'A runner',
      bootId: this.bootId,
      capabilities: { maxSandboxes: 10, backend: 'test', homeDurability: 'resident', ...capabilities },
      resume,
    });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    this.id = answer.body.runnerId;
    return answer;
  }

  async work(wait = 0, limit = 5): Promise<any[]> {
    const answer = await this.post('work', { bootId: this.bootId, wait, limit });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body.items;
  }

  /** The next run of a conversation, claimed. */
  async claim(conversationId?: string): Promise<TestRun> {
    let found: any;
    await until(async () => {
      // What is not wanted is claimed all the same.
      const items = await this.work(0, conversationId === undefined ? 1 : 5);
      found = items.find(
        (item) =>
          item.kind === 'turn.run' &&
          (conversationId === undefined || item.conversationId === conversationId),
      );
      return found !== undefined;
    });
    return new TestRun(this, found);
  }
}

export class TestRun {
  sent = 0;

  constructor(
    private readonly runner: TestRunner,
    readonly item: any,
  ) {}

  get turnId(): string {
    return this.item.turnId;
  }

  get leaseId(): string {
    return this.item.leaseId;
  }

  push(first: number, ...events: object[]): Promise<Answer> {
    return this.runner.post(`turns/${this.turnId}/events`, { leaseId: this.leaseId, first, events });
  }

  async say(...events: object[]): Promise<Answer> {
    const answer = await this.push(this.sent + 1, ...events);
    if (answer.status === 200) this.sent += events.length;
    return answer;
  }

  finish(report: object = {}): Promise<Answer> {
    const body = { leaseId: this.leaseId, through: this.sent, status: 'done', ...report };
    return this.runner.post(`turns/${this.turnId}/finish`, body);
  }

  release(body: object = {}): Promise<Answer> {
    return this.runner.post(`turns/${this.turnId}/release`, { leaseId: this.leaseId, ...body });
  }

  heartbeat(): Promise<Answer> {
    return this.runner.post('heartbeat', { bootId: this.runner.bootId, leases: [this.leaseId] });
  }

  /** From the start to the end, with this answer. */
  async answer(text = 'Hello.', report: object = {}): Promise<void> {
    const said = await this.say(
      { type: 'turn.started' },
      { type: 'text.delta', text },
      { type: 'text', text },
    );
    expect([said.status, said.text]).toEqual([200, expect.any(String)]);
    expect((await this.finish(report)).status).toBe(200);
  }
}

/** A hosted agent of the owner's, with a model key: at this runner, at none (null), or where the server placed it. */
export async function hostedAgent(
  server: Pick<TestServer, 'db'>,
  owner: Pick<Owner, 'api'>,
  { runner, key = true }: { runner?: Pick<TestRunner, 'id'> | null; key?: boolean } = {},
): Promise<string> {
  const identifier = `h${randomBytes(6).toString('hex')}`;
  const made = await owner.api.post('/v1/agents', { name: 'Hosted', identifier, kind: 'hosted' });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { id } = made.body;
  if (key) {
    const input = {
      name: 'Claude',
      type: 'anthropic',
      value: 'sk-ant-api03-canary',
      hostPattern: 'api.anthropic.com',
    };
    await grant(owner, id, await createSecret(owner, input));
  }
  if (runner === null) await server.db.query('DELETE FROM agent_placements WHERE agent_id = $1', [id]);
  if (runner) {
    const place = 'UPDATE agent_placements SET runner_id = $2 WHERE agent_id = $1';
    await server.db.query(place, [id, runner.id]);
  }
  return id;
}

export async function conversation(
  owner: Pick<Owner, 'api'>,
  agentId: string,
  body: object = {},
): Promise<string> {
  const made = await owner.api.post('/v1/conversations', { agentId, ...body });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return made.body.id;
}

export interface Frame {
  id: number;
  event: string;
  data: any;
}

/** A reader of a stream; comments are counted, frames are kept in order. */
export class TestStream {
  readonly frames: Frame[] = [];
  comments = 0;
  status = 0;
  headers: Record<string, unknown> = {};
  closed = false;
  private request: ClientRequest | undefined;

  static async open(
    server: Pick<TestServer, 'apiUrl'>,
    who: Pick<Owner, 'apiKey'> | { headers: Record<string, string> },
    path: string,
    further: Record<string, string> = {},
  ): Promise<TestStream> {
    const stream = new TestStream();
    const credential = 'headers' in who ? who.headers : { authorization: `Bearer ${who.apiKey}` };
    await new Promise<void>((resolve, reject) => {
      const outgoing = httpRequest(server.apiUrl + path, {
        headers: { ...credential, ...further },
        agent: false,
      });
      stream.request = outgoing;
      outgoing.once('error', (error) => {
        stream.closed = true;
        reject(error);
      });
      outgoing.once('response', (response) => {
        stream.status = response.statusCode ?? 0;
        stream.headers = response.headers;
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const parts = (text + chunk).split('\n\n');
          text = parts.pop()!;
          for (const part of parts) stream.take(part);
        });
        response.on('error', () => undefined);
        response.once('close', () => (stream.closed = true));
        resolve();
      });
      outgoing.end();
    });
    return stream;
  }

  get seqs(): number[] {
    return this.frames.map(({ id }) => id);
  }

  get types(): string[] {
    return this.frames.map(({ data }) => data.type);
  }

  close(): void {
    this.request?.destroy();
  }

  private take(part: string): void {
    if (part.startsWith(':')) return void this.comments++;
    const fields = Object.fromEntries(
      part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    this.frames.push({ id: Number(fields.id), event: fields.event!, data: JSON.parse(fields.data!) });
  }
}
