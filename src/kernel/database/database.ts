import type { Pool, ClientBase, PoolClient } from 'pg';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type QueryRunner, type Repository } from 'typeorm';
import { FairTurns } from '../scheduling/fair-turns.js';
import { currentAsker } from '../logging/request-context.js';
import { poolOf, trafficPoolOf } from './connection/data-source.js';
import type { EntityClass } from './statements/entity-columns.js';
import type { Store } from './statements/queryable.js';
import { type Prepared, PreparedRun } from './statements/prepared-run.js';
import { RowRepository } from './statements/plain-reads.js';
import { Tx } from './transaction.js';

/** Of 16 connections. */
const RESERVE = 2;

/**
 * Whose statement or transaction gets a connection next: organizations in turn (R62). In the pool's own line, which goes
 * by arrival, a hundred heavy lists of one tenant are before the small read of another.
 */
export class ConnectionTurns {
  private readonly turns: FairTurns;
  private readonly patienceMs: number;

  constructor({ options }: Pick<Pool, 'options'>) {
    this.turns = new FairTurns({ most: options.max, reserve: Math.min(RESERVE, options.max - 1) });
    this.patienceMs = options.connectionTimeoutMillis || Infinity;
  }

  /** Where one is free, the work begins at once: no promise more than its own. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const asker = currentAsker();
    return this.turns.tryEnter(asker) ? this.run(asker, work) : this.inTurn(asker, work);
  }

  private async inTurn<T>(asker: string, work: () => Promise<T>): Promise<T> {
    // As long as the pool would have let wait.
    if (!(await this.turns.enter(asker, this.patienceMs)))
      throw new Error('No connection to the database was free in time');
    return this.run(asker, work);
  }

  private async run<T>(asker: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.turns.leave(asker);
    }
  }
}

export { Prepared, PreparedTexts } from './statements/prepared-run.js';
export type { Queryable, Store } from './statements/queryable.js';
export { Tx } from './transaction.js';

const RETRIES = 3;
/** serialization_failure and deadlock_detected: PostgreSQL asks for the transaction to be run again. */
const RETRYABLE = new Set(['40001', '40P01']);

/** feature_not_supported, which here can only be "cached plan must not change result type". */
const STALE_PLAN = '0A000';

/** query_canceled: the statement took too long, and nothing else is wrong. */
const TOOK_TOO_LONG = '57014';

/** Thrown inside `tx` when what it read had changed before it could be held: the closure runs again. */
export class RunAgain extends Error {}

/**
 * The product's way to PostgreSQL. `query` is one round trip on a pooled connection; `tx` is the only way to
 * write more than one statement.
 */
@Injectable()
export class Database implements Store {
  private readonly log = new Logger(Database.name);
  private readonly pool: Pool;
  private readonly traffic: Pool;
  private knownTurns: ConnectionTurns | null = null;
  /** Marks the asynchronous work inside a transaction; `open` turns false when the transaction is over. */
  private readonly current = new AsyncLocalStorage<{ open: boolean }>();

  constructor(private readonly source: DataSource) {
    this.pool = poolOf(source);
    this.traffic = trafficPoolOf(source);
  }

  /** Made when first used: an application that is only described has no pool. */
  private get turns(): ConnectionTurns {
    return (this.knownTurns ??= new ConnectionTurns(this.pool));
  }

  async query<T = Record<string, unknown>>(
    sql: string | Prepared,
    params: readonly unknown[] = [],
  ): Promise<T[]> {
    return answered<T>((statement) => this.onPool(statement), sql, params);
  }

  /** What requests of agents wait for (ADR 69); whoever asks bounds its own wait and shares what comes. */
  async queryForTraffic<T>(sql: Prepared, params: readonly unknown[]): Promise<T[]> {
    return answered<T>(async (statement) => runOn(await this.traffic.connect(), statement), sql, params);
  }

  /** For plain reads outside a transaction; every write that belongs with another goes through `tx`. */
  repository<E extends object>(entity: EntityClass<E>): Repository<E> {
    return new RowRepository(entity, this.source.manager, this);
  }

  private onPool(statement: Statement): Promise<Answer> {
    // The pool makes a promise of whatever a connection is given; the types tell of connections only.
    const ask = (): Promise<Answer> => this.pool.query(statement as never);
    // Whoever holds a connection waits for nobody who waits for one.
    return this.current.getStore()?.open ? ask() : this.turns.take(ask);
  }

  /**
   * Runs `work` in one transaction and returns its result after the commit and the `afterCommit` hooks. The
   * whole closure runs again (at most three times) when PostgreSQL reports a serialization failure or a
   * deadlock, or when it throws `RunAgain`, so it must not keep state of its own outside. A transaction inside a transaction is a defect.
   */
  async tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.current.getStore()?.open) throw new Error('A transaction was opened inside a transaction');
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (attempt === RETRIES || !asksToRunAgain(error)) throw error;
        await sleep(Math.random() * 20 * 2 ** attempt);
      }
    }
  }

  private async attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { result, afterCommit } = await this.turns.take(() => this.committed(work));
    for (const hook of afterCommit) {
      // The rows are committed: a failing hook must not make the caller believe otherwise.
      await Promise.resolve()
        .then(hook)
        .catch((error: unknown) => this.log.error(error, 'after-commit hook failed'));
    }
    return result;
  }

  private async committed<T>(work: (tx: Tx) => Promise<T>): Promise<Committed<T>> {
    const runner = this.source.createQueryRunner();
    const client = (await runner.connect()) as ClientBase;
    const tx = new Tx(runner, client);
    const result = await this.inTransaction(runner, client, tx, work);
    return { result, afterCommit: tx.takeAfterCommit() };
  }

  private async inTransaction<T>(
    runner: QueryRunner,
    client: ClientBase,
    tx: Tx,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const scope = { open: true };
    let broken: Error | undefined;
    try {
      await runner.startTransaction();
      const result = await this.current.run(scope, async () => {
        const value = await work(tx);
        await tx.runBeforeCommit();
        return value;
      });
      await commit(client);
      return result;
    } catch (error) {
      if (runner.isTransactionActive) {
        await runner.rollbackTransaction().catch((cause: unknown) => (broken = cause as Error));
      }
      throw error;
    } finally {
      scope.open = false;
      await release(runner, broken);
    }
  }
}

type Statement = PreparedRun<unknown> | { text: string; values: unknown[] };

interface Committed<T> {
  result: T;
  afterCommit: ReturnType<Tx['takeAfterCommit']>;
}

interface Answer {
  rows: unknown[];
}

/** A newer release may have changed a column under a connection that had the statement planned: then without. */
async function answered<T>(
  run: (statement: Statement) => Promise<Answer>,
  sql: string | Prepared,
  params: readonly unknown[],
): Promise<T[]> {
  const plainly = (text: string) => run({ text, values: params as unknown[] });
  if (typeof sql === 'string') return (await plainly(sql)).rows as T[];
  try {
    return (await run(new PreparedRun(sql, params))).rows as T[];
  } catch (error) {
    if ((error as { code?: string }).code !== STALE_PLAN) throw error;
    return (await plainly(sql.text)).rows as T[];
  }
}

/** One that only took too long costs no connection: to make and warm another would take a slow database longer still. */
async function runOn(client: PoolClient, statement: Statement): Promise<Answer> {
  const ignore = (): void => undefined;
  // The statement tells.
  client.on('error', ignore);
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      const done = (error: Error | null, result: Answer): void => (error ? reject(error) : resolve(result));
      void client.query(statement as never, done as never);
    });
    client.release();
    return answer;
  } catch (error) {
    client.release((error as { code?: string }).code !== TOOK_TOO_LONG);
    throw error;
  } finally {
    client.off('error', ignore);
  }
}

/** A connection that could not even roll back may hold an open transaction: it leaves the pool. */
async function release(runner: QueryRunner, broken: Error | undefined): Promise<void> {
  const own = runner as QueryRunner & { releasePostgresConnection(error?: Error): Promise<void> };
  await own.releasePostgresConnection(broken);
}

/**
 * COMMIT of a transaction that an error has aborted rolls back without complaint; only the command tag tells.
 * Sent by hand because the query runner hides the tag; the runner is released right after and never used again.
 */
async function commit(client: ClientBase): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command === 'COMMIT') return;
  throw new Error('The transaction was aborted by an error that its closure swallowed');
}

/** Whether `Database.tx` runs the closure again for it; whoever catches errors inside one lets these pass. */
export function asksToRunAgain(error: unknown): boolean {
  if (error instanceof RunAgain) return true;
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (RETRYABLE.has((at as { code?: string }).code ?? '')) return true;
  }
  return false;
}
