import type { Prepared } from './prepared.js';

/** Anything that runs SQL and gives the rows: the pool, a transaction, or a test's connection. */
export interface Queryable {
  query<T = Record<string, unknown>>(sql: string | Prepared, params?: readonly unknown[]): Promise<T[]>;
}
