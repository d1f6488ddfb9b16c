import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type ClientBase } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { APPLICATION_NAME } from './application-name.js';
import type { EntityClass } from '../statements/entity-columns.js';
import { COLUMN_READERS } from '../statements/prepared-run.js';

/** Settings of PostgreSQL that a connection lives with, in milliseconds. */
interface ConnectionSettings {
  statement_timeout: number;
  idle_in_transaction_session_timeout?: number;
}

/** Leaves room for several replicas and their job runners within PostgreSQL's default of 100 connections. */
const POOL_SIZE = 16;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** On our side, for an answer that never comes: a little more, so that PostgreSQL's own timeout speaks first. */
const ANSWER_TIMEOUT_MS = 35_000;
/** What requests of agents wait for is shared by all who ask the same, so few connections are much. */
const TRAFFIC_POOL_SIZE = 4;
/** Longer than anybody waits for it: what was read too late for one is there for the next. */
const TRAFFIC_STATEMENT_MS = 10_000;
/** PostgreSQL gives up first, which leaves the connection with all it has planned. */
const SPEAKS_FIRST_MS = 500;
/** 06 §18.3f: closing the database takes at most two seconds of the shutdown. */
const CLOSE_TIMEOUT_MS = 2_000;

/** `entities` for whoever opens a data source by hand; the server's modules bring theirs by `forFeature`. */
export function dataSourceOptions(url: string, entities: EntityClass<object>[] = []): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities,
    synchronize: false,
    migrationsRun: false,
    installExtensions: false,
    logging: false,
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    applicationName: APPLICATION_NAME,
    poolSize: POOL_SIZE,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: {
      query_timeout: ANSWER_TIMEOUT_MS,
      onConnect: saying({
        statement_timeout: STATEMENT_TIMEOUT_MS,
        idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      }),
      keepAlive: true,
      types: COLUMN_READERS,
    },
  };
}

/** A data source whose closing cannot hold up the shutdown: a statement still running is left behind. */
export class BoundedDataSource extends DataSource {
  /** For what requests of agents wait for; nothing else may hold them up. It connects when it is first asked. */
  readonly traffic: pg.Pool;

  constructor(options: DataSourceOptions) {
    super(options);
    this.traffic = trafficPool((options as { url: string }).url);
  }

  override async destroy(): Promise<void> {
    const given = new AbortController();
    const closed = Promise.all([super.destroy(), this.traffic.end()]);
    closed.catch(() => undefined);
    await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false, signal: given.signal })]);
    given.abort();
  }
}

function trafficPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    // One stays, with its statements planned.
    min: 1,
    max: TRAFFIC_POOL_SIZE,
    connectionTimeoutMillis: TRAFFIC_STATEMENT_MS,
    onConnect: saying({ statement_timeout: TRAFFIC_STATEMENT_MS - SPEAKS_FIRST_MS }),
    query_timeout: TRAFFIC_STATEMENT_MS,
    keepAlive: true,
    types: COLUMN_READERS,
  });
  // Of a connection that nobody uses; it has left the pool.
  pool.on('error', () => undefined);
  return pool;
}

/** The driver's own connection pool, for reads that need none of TypeORM's layers. */
export function poolOf(source: DataSource): pg.Pool {
  return (source.driver as unknown as { master: pg.Pool }).master;
}

export function trafficPoolOf(source: DataSource): pg.Pool {
  return source instanceof BoundedDataSource ? source.traffic : poolOf(source);
}

/**
 * For `onConnect` of a pool: says the settings on each new connection before anybody gets it. Not in the greeting, where
 * the driver would put them: a pooler such as pgbouncer refuses every setting there that its operator has not listed.
 */
function saying(settings: ConnectionSettings): (client: ClientBase) => void {
  const text = Object.entries(settings)
    .map(([name, value]) => `SET ${name} = ${value}`)
    .join('; ');
  // The pool waits for the promise, which its published type does not know.
  return ((client) => client.query(text)) as (client: ClientBase) => void;
}
