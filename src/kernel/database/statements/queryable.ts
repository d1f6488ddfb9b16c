import type { Repository } from 'typeorm';
import type { EntityClass } from './entity-columns.js';
import type { Prepared } from './prepared-run.js';

/** Anything that runs SQL and gives the rows: the pool, a transaction, or a test's connection. */
export interface Queryable {
  query<T = Record<string, unknown>>(sql: string | Prepared, params?: readonly unknown[]): Promise<T[]>;
}

/** The pool or a transaction, with TypeORM's repositories on it: what a plain read or write goes through. */
export interface Store extends Queryable {
  repository<E extends object>(entity: EntityClass<E>): Repository<E>;
}
