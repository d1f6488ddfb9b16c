import type { ClientBase } from 'pg';
import type { QueryRunner, Repository } from 'typeorm';
import type { Prepared } from './statements/prepared-run.js';
import type { EntityClass } from './statements/entity-columns.js';
import { RowRepository } from './statements/plain-reads.js';
import type { Store } from './statements/queryable.js';

/**
 * One running transaction on a connection of its own. Statements go straight to that connection, repositories use
 * the same one.
 */
export class Tx implements Store {
  private readonly beforeCommitHooks: (() => Promise<void>)[] = [];
  private readonly afterCommitHooks: (() => void | Promise<void>)[] = [];
  private savepoints = 0;

  constructor(
    private readonly runner: QueryRunner,
    private readonly client: ClientBase,
  ) {}

  repository<E extends object>(entity: EntityClass<E>): Repository<E> {
    return new RowRepository(entity, this.runner.manager, this);
  }

  async query<T = Record<string, unknown>>(
    sql: string | Prepared,
    params: readonly unknown[] = [],
  ): Promise<T[]> {
    const result = await this.client.query(typeof sql === 'string' ? sql : sql.text, [...params]);
    return result.rows as T[];
  }

  /** Runs as the last statements of the transaction, in the order given: for rows many writers contend for. */
  beforeCommit(fn: () => Promise<void>): void {
    this.beforeCommitHooks.push(fn);
  }

  /** Runs once the commit is certain and is awaited before `Database.tx` returns. */
  afterCommit(fn: () => void | Promise<void>): void {
    this.afterCommitHooks.push(fn);
  }

  /** Waits until no other transaction holds this name; it is free again when this one ends. */
  async lock(name: string): Promise<void> {
    await this.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
  }

  /** What `work` wrote is undone when it throws; the transaction stays usable and the error is passed on. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `sp_${++this.savepoints}`;
    await this.query(`SAVEPOINT ${name}`);
    try {
      const result = await work();
      await this.query(`RELEASE SAVEPOINT ${name}`);
      return result;
    } catch (error) {
      await this.query(`ROLLBACK TO SAVEPOINT ${name}`);
      await this.query(`RELEASE SAVEPOINT ${name}`);
      throw error;
    }
  }

  /** For Database only. */
  async runBeforeCommit(): Promise<void> {
    for (const hook of this.beforeCommitHooks) await hook();
  }

  /** For Database only. */
  takeAfterCommit(): readonly (() => void | Promise<void>)[] {
    return this.afterCommitHooks;
  }
}
