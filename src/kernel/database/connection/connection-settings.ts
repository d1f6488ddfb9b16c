import type { ClientBase } from 'pg';

/** Settings of PostgreSQL that a connection lives with, in milliseconds. */
export interface ConnectionSettings {
  statement_timeout: number;
  idle_in_transaction_session_timeout?: number;
}

/**
 * For `onConnect` of a pool: says the settings on each new connection before anybody gets it. Not in the greeting, where
 * the driver would put them: a pooler such as pgbouncer refuses every setting there that its operator has not listed.
 */
export function saying(settings: ConnectionSettings): (client: ClientBase) => void {
  const text = Object.entries(settings)
    .map(([name, value]) => `SET ${name} = ${value}`)
    .join('; ');
  // The pool waits for the promise, which its published type does not know.
  return ((client) => client.query(text)) as (client: ClientBase) => void;
}
