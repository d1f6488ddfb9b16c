import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSource } from './sources.mjs';

/** One PostgreSQL for the whole run, with a migrated template database that every test database is a copy of. */
export default async function globalSetup() {
  process.env.TEST_RUN = randomUUID();
  const { startTestCluster } = await loadSource(join(import.meta.dirname, '../database/test-cluster.ts'));
  const directory = await mkdtemp(join(tmpdir(), 'cg-test-'));
  stopWithThisProcess(directory);
  // Compiled once for all the servers and commands that tests start as processes.
  process.env.TEST_COMPILE_CACHE = join(directory, 'compiled');
  const cluster = await startTestCluster(directory);
  process.env.TEST_DATABASE_ADMIN_URL = cluster.adminUrl;
  globalThis.stopTestCluster = cluster.stop;
}

/** A run that is killed never reaches its teardown; this shell outlives it and cleans up. */
function stopWithThisProcess(directory) {
  const script = `
    while kill -0 ${process.pid} 2>/dev/null; do sleep 2; done
    [ -f "$0/postgres/postmaster.pid" ] && kill -QUIT "$(head -n 1 "$0/postgres/postmaster.pid")"
    sleep 1; rm -rf "$0"`;
  spawn('sh', ['-c', script, directory], { detached: true, stdio: 'ignore' }).unref();
}
