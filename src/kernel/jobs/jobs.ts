import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import {
  parseCronItems,
  run,
  type CronItem,
  type Runner,
  type TaskList,
  Logger as QueueLogger,
} from 'graphile-worker';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { Configuration } from '../config/configuration.js';
import { sha256 } from '../crypto/tokens.js';
import { APPLICATION_NAME } from '../database/connection/application-name.js';
import { DatabaseLocation } from '../database/database-location.js';
import { Database } from '../database/database.js';
import type { Tx } from '../database/transaction.js';
import { wakingForNextOfOwner } from './next-of-owner.js';

export type JobHandler = (payload: unknown) => Promise<void>;

export interface EnqueueOptions {
  /** A job waiting under the same key is replaced by this one. */
  key?: string;
  /**
   * At most one job of an owner runs at a time, and owners with fewer waiting jobs come first (R62). Absent: no owner.
   */
  owner?: string | undefined;
  /** Not before this moment; at once when absent. */
  runAt?: Date;
}

interface RunningQueue {
  runner: Runner;
  pool: pg.Pool;
}

const CONCURRENCY = 2;
/** One connection per running job, one that listens, one for the clock of periodic jobs. */
const POOL_SIZE = CONCURRENCY + 2;
const POLL_MS = 2_000;
/** With the queue's exponential pauses this spreads over about ten hours. */
const MAX_ATTEMPTS = 10;
/** A daily run that was missed while no server ran is done at the next start; a frequent job runs again soon anyway. */
const CATCH_UP_MS = 25 * 60 * 60 * 1000;
/** Within the shutdown budget of 06 §18.3; a job cut here is tried again after the next start. */
const STOP_TIMEOUT_MS = 2_000;
const RESTART_PAUSE_MS = 5_000;
/**
 * Without batching the runner (0.18) does not wait for its note that a job is done, so a shutdown right after
 * a job would run it again, and a failing note would be an unhandled rejection. A batch of no delay is awaited.
 */
const SETTLE_BEFORE_STOP = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
/** Minute and hour are fixed, so the job runs at most once a day. */
const DAILY = /^\d+ \d+ /;
/** From here on all jobs of an owner have the same priority, after those of other owners. */
const MAX_PRIORITY = 30_000;
const KEEP_FAILED = '14 days';

/**
 * Work that runs after the commit that requested it, at least once. Handlers are registered by modules
 * while the application is built; only a process with the role `worker` runs them.
 */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(Jobs.name);
  private readonly tasks: TaskList = {};
  private readonly periodic: CronItem[] = [];
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly config: Configuration,
    private readonly db: Database,
    @Inject(DatabaseLocation) private readonly location: DatabaseLocation,
  ) {
    this.registerPeriodic('jobs.forget-failed', '17 3 * * *', () => this.forgetFailed());
  }

  /**
   * Queues a job in the caller's transaction: rolled back with it, visible with its commit. The payload is
   * stored in clear, so it holds ids, never secrets.
   */
  async enqueue(tx: Tx, name: string, payload: object, options: EnqueueOptions = {}): Promise<void> {
    const owner =
      options.owner === undefined ? null : sha256(`${name} ${options.owner}`).toString('base64url');
    await tx.query(
      `SELECT 1 FROM graphile_worker.add_job(
         $1, $2::json, run_at := $3::timestamptz, max_attempts := $4, job_key := $5, queue_name := $6::text,
         priority := (SELECT least(count(*), ${MAX_PRIORITY})::int FROM graphile_worker.jobs WHERE queue_name = $6))`,
      [name, JSON.stringify(payload), options.runAt ?? null, MAX_ATTEMPTS, options.key ?? null, owner],
    );
  }

  /** Removes the waiting job of this key; a running one is not stopped. */
  async withdraw(key: string): Promise<void> {
    await this.db.query(`SELECT 1 FROM graphile_worker.remove_job($1)`, [key]);
  }

  /** Makes the waiting job of this key due at once; a running one continues. */
  async hasten(key: string): Promise<void> {
    await this.db.query(
      `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
       FROM graphile_worker.jobs WHERE key = $1 HAVING count(*) > 0`,
      [key],
    );
  }

  /** `handler` may see the same job twice (a crash between its work and the note of it), so it is idempotent. */
  register(name: string, handler: JobHandler): void {
    if (this.running) throw new Error(`The job ${name} was registered after the runner had started`);
    if (this.tasks[name]) throw new Error(`The job ${name} is registered twice`);
    this.tasks[name] = (payload) => handler(payload);
  }

  /**
   * Runs `handler` at the minutes that `cron` names (five fields, UTC), once in the whole deployment. A
   * daily run that was missed while every worker was down is done at the next start.
   */
  registerPeriodic(name: string, cron: string, handler: () => Promise<void>): void {
    this.register(name, handler);
    const backfillPeriod = DAILY.test(cron) ? CATCH_UP_MS : 0;
    const options = { backfillPeriod, jobKey: `periodic:${name}`, maxAttempts: MAX_ATTEMPTS };
    this.periodic.push({ task: name, match: cron, options });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.serverRoles.has('worker')) return;
    const started = await this.start();
    this.running = this.supervise(started);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async start(): Promise<RunningQueue> {
    const pool = new pg.Pool({
      connectionString: this.location.url,
      application_name: APPLICATION_NAME,
      max: POOL_SIZE,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    const lost = ({ message: reason }: Error): void =>
      this.log.warn({ reason }, 'database connection of the job queue was lost');
    pool.on('connect', (client) => client.on('error', () => undefined));
    pool.on('error', lost);
    const runner = await run({
      pgPool: pool,
      taskList: this.tasks,
      parsedCronItems: parseCronItems(this.periodic),
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      events: wakingForNextOfOwner(() => this.stopping.signal.aborted),
      preset: { worker: SETTLE_BEFORE_STOP },
      logger: workerLogger(this.log),
    }).catch(async (error: unknown) => {
      await pool.end();
      throw error;
    });
    return { runner, pool };
  }

  /** Keeps a runner alive until the shutdown: one that gives up is replaced after a pause. */
  private async supervise(first: RunningQueue): Promise<void> {
    const { signal } = this.stopping;
    let current: RunningQueue | null = first;
    for (;;) {
      if (current) await this.untilEnd(current);
      if (!signal.aborted) await sleep(RESTART_PAUSE_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      current = await this.start().catch((error: unknown) => {
        this.log.error(error, 'job runner could not be restarted');
        return null;
      });
    }
  }

  private async untilEnd({ runner, pool }: RunningQueue): Promise<void> {
    const ended = runner.promise.then(
      () => undefined,
      (error: unknown) => this.log.error(error, 'job runner failed'),
    );
    await Promise.race([ended, aborted(this.stopping.signal)]);
    if (this.stopping.signal.aborted) await stop(runner);
    await Promise.race([pool.end(), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** Jobs without attempts left stay readable for a while, then are deleted. */
  private async forgetFailed(): Promise<void> {
    await this.db.query(
      `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
       WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - $1::interval
       HAVING count(*) > 0`,
      [KEEP_FAILED],
    );
    // As the library's own clean-up does: deletes owners without waiting jobs.
    await this.db.query(
      `DELETE FROM graphile_worker._private_job_queues q WHERE locked_at IS NULL
         AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.job_queue_id = q.id)`,
    );
  }
}

/** Lets running jobs finish; after the time limit they return to the queue. */
async function stop(runner: Runner): Promise<void> {
  const stopped = runner.stop().catch(() => undefined);
  const late = Symbol('late');
  const first = await Promise.race([stopped, sleep(STOP_TIMEOUT_MS, late, { ref: false })]);
  if (first === late) await runner.kill().catch(() => undefined);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }));
}

/** The queue's log lines in ours. It reports every finished job as information, which is noise here. */
function workerLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    const line = { detail: message };
    if (level === 'error') log.error(line, 'job queue error');
    else if (level === 'warning') log.warn(line, 'job queue warning');
    else log.debug(line, 'job queue message');
  });
}
