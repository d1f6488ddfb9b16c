import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Owner } from '../people/accounts.js';
import { type Answer, api } from '../clients/client.js';
import { type Frame, RUNNER_TOKEN, TestRunner, TestStream } from './hosting.js';
import type { TestServer } from '../server/server.js';
import { type ServerProcess, startServerProcess } from '../server/server-process.js';
import { until } from '../time/until.js';

type Query = (sql: string, params?: unknown[]) => Promise<unknown>;

/** Processes of one deployment, some of which are killed; whoever asks it asks one that answers. */
export class Deployment {
  private running: ServerProcess[] = [];
  private asked = 0;

  constructor(
    private readonly base: Pick<TestServer, 'databaseUrl' | 'dataDir' | 'db'>,
    private readonly env: Record<string, string> = {},
  ) {}

  /** So many of them. */
  async fill(count: number): Promise<void> {
    while (this.running.length < count) {
      const env = { DATABASE_URL: this.base.databaseUrl, RUNNER_TOKEN, ...this.env };
      this.running.push(await startServerProcess(this.base.dataDir, env));
    }
  }

  /** One after the other. */
  next(): ServerProcess {
    return this.running[this.asked++ % this.running.length]!;
  }

  /** No goodbye. */
  async kill(victim: ServerProcess): Promise<void> {
    this.running = this.running.filter((process) => process !== victim);
    await victim.kill();
  }

  /** Kills the first process that waits for what `hold` locked, in the middle of what it does; then the lock is free. */
  async killInTheMiddle(hold: (query: Query) => Promise<unknown>, cause: () => void): Promise<void> {
    const client = new pg.Client({ connectionString: this.base.databaseUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await hold((sql, params) => client.query(sql, params));
      cause();
      let victim: ServerProcess | undefined;
      await until(async () => (victim = await this.waiting()) !== undefined);
      await this.kill(victim!);
      await client.query('COMMIT');
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.running.map((process) => process.stop()));
  }

  private async waiting(): Promise<ServerProcess | undefined> {
    const rows = await this.base.db.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return this.running.find(({ pid }) => rows.some(({ name }) => name === `credential-gateway/${pid}`));
  }
}

/** A daemon that repeats what got no answer, elsewhere. */
export class RovingRunner extends TestRunner {
  constructor(
    private readonly deployment: Deployment,
    private readonly bearer: string,
  ) {
    super({ apiUrl: '' }, bearer);
  }

  override async post(path: string, body: object): Promise<Answer> {
    for (;;) {
      const client = api(this.deployment.next()).as(this.bearer);
      const answer = await client.post(`/v1/runner/${path}`, body).catch(() => null);
      if (answer !== null) return answer;
      await sleep(20);
    }
  }

  /** To this process, and the answer gets lost. */
  postUnheard(at: ServerProcess, path: string, body: object): void {
    void api(at)
      .as(this.bearer)
      .post(`/v1/runner/${path}`, body)
      .catch(() => undefined);
  }
}

/** Follows a conversation at one process after the other, as a client does that comes back with its number. */
export class Follower {
  readonly frames: Frame[] = [];
  private over = false;
  private readonly done: Promise<void>;

  constructor(
    private readonly deployment: Deployment,
    private readonly who: Pick<Owner, 'apiKey'>,
    private readonly conversationId: string,
  ) {
    this.done = this.follow();
  }

  get seqs(): number[] {
    return this.frames.map(({ id }) => id);
  }

  /** Stored events only: pieces of an answer may get lost with a process. */
  get stored(): Frame[] {
    return this.frames.filter(({ data }) => !data.type.endsWith('.delta') && data.type !== 'message.joined');
  }

  async stop(): Promise<void> {
    this.over = true;
    await this.done;
  }

  private async follow(): Promise<void> {
    while (!this.over) {
      const since = this.frames.at(-1)?.id ?? 0;
      const path = `/v1/conversations/${this.conversationId}/stream?since=${since}`;
      const stream = await TestStream.open(this.deployment.next(), this.who, path).catch(() => null);
      if (stream === null || stream.status !== 200) {
        await sleep(20);
        continue;
      }
      for (;;) {
        this.frames.push(...stream.frames.splice(0));
        if (stream.closed || this.over) break;
        await sleep(10);
      }
      stream.close();
    }
  }
}
