import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * One PostgreSQL for the whole run, with a migrated template database that every test database is a copy of.
 * Jest loads this file outside its own module system, so `./x.js` is mapped to `./x.ts` here.
 */
export default async function globalSetup(): Promise<void> {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL) {
        const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
        if (existsSync(fileURLToPath(source))) return next(specifier.replace(/\.js$/, '.ts'), context);
      }
      return next(specifier, context);
    },
  });
  const { startTestCluster } = await import('./test-cluster.js');
  const directory = await mkdtemp(join(tmpdir(), 'cg-test-'));
  stopWithThisProcess(directory);
  const cluster = await startTestCluster(directory);
  process.env.TEST_DATABASE_ADMIN_URL = cluster.adminUrl;
  Object.assign(globalThis, { stopTestCluster: cluster.stop });
}

/** A run that is killed never reaches its teardown; this shell outlives it and cleans up. */
function stopWithThisProcess(directory: string): void {
  const script = `
    while kill -0 ${process.pid} 2>/dev/null; do sleep 2; done
    [ -f "$0/postgres/postmaster.pid" ] && kill -QUIT "$(head -n 1 "$0/postgres/postmaster.pid")"
    sleep 1; rm -rf "$0"`;
  spawn('sh', ['-c', script, directory], { detached: true, stdio: 'ignore' }).unref();
}
