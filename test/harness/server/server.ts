import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer as boot, type RunningServer } from '../../../src/bootstrap.js';
import type { Queryable } from '../../../src/kernel/database/statements/queryable.js';
import { connectTestDatabase, createTestDatabase, type TestDatabase } from '../database/database.js';

export interface TestServer {
  apiUrl: string;
  gatewayUrl: string;
  metricsUrl: string | null;
  databaseUrl: string;
  dataDir: string;
  /** The server's own database, to look behind the API or to age a row. */
  db: Queryable;
  /** The application inside, for what has no door of its own; prefer HTTP. */
  app: RunningServer['app'];
  close(): Promise<void>;
}

const ENVIRONMENT = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PORT: '0',
  GATEWAY_PORT: '0',
  GATEWAY_BIND: '127.0.0.1',
  REGISTRATION: 'open',
  GATEWAY_ALLOWED_PRIVATE_HOSTS: '127.0.0.1,localhost',
};

/** Takes the lines of the server's log; set LOG_LEVEL, which is `silent` otherwise. */
export interface LogSink {
  write(line: string): void;
}

/** The real server in this process, on free ports, with a database and a data directory of its own. */
export async function startServer(
  overrides: Record<string, string> = {},
  logTo?: LogSink,
): Promise<TestServer> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'cg-data-'));
  const cleanUp = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return start(overrides, database, dataDir, cleanUp, logTo);
}

/** A second process of the same deployment, as far as one process can play it: same database, same keys. */
export async function startReplica(
  of: Pick<TestServer, 'databaseUrl' | 'dataDir'>,
  overrides: Record<string, string> = {},
  logTo?: LogSink,
): Promise<TestServer> {
  const database = connectTestDatabase(of.databaseUrl);
  return start(overrides, database, of.dataDir, () => database.drop(), logTo);
}

async function start(
  overrides: Record<string, string>,
  database: TestDatabase,
  dataDir: string,
  cleanUp: () => Promise<void>,
  logTo?: LogSink,
): Promise<TestServer> {
  try {
    const env = { ...ENVIRONMENT, DATABASE_URL: database.url, DATA_DIR: dataDir, ...overrides };
    const running = await boot(env, logTo);
    return {
      // A role that is left out has no address; a test of that asks nobody there.
      apiUrl: running.apiUrl ?? '',
      gatewayUrl: running.gatewayUrl ?? '',
      metricsUrl: running.metricsUrl,
      databaseUrl: database.url,
      dataDir,
      db: database,
      app: running.app,
      close: noted(async () => {
        await running.close();
        await cleanUp();
      }),
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** What a test that failed half-way did not close; `environment.mjs` does, or it would fail the files that follow. */
const leftBehind = new Set<() => Promise<void>>();
Object.assign(globalThis, { leftBehind });

function noted(close: () => Promise<void>): () => Promise<void> {
  const once = async () => {
    if (leftBehind.delete(once)) await close();
  };
  leftBehind.add(once);
  return once;
}
