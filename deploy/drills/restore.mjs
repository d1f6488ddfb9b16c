/**
 * Proves that a backup can be restored: `node deploy/drills/restore.mjs <backup> --keys <keys>`, after a build, with what
 * `credential-gateway backup <backup> --keys <keys>` made. It restores into a folder of its own under the system's
 * temporary one, starts a server there on free ports of this machine without the role `worker`, so that no mail goes out, asks it whether it is well, and removes
 * everything again. Keys that are given as settings are taken from the environment. Exit status 0 means that it can.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../..');
const COMMAND = join(ROOT, 'bin/credential-gateway.mjs');
const SERVER = join(ROOT, 'dist/src/start.js');
const READY_WITHIN_MS = 120_000;

const say = (line) => process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'cg-restore-drill-'));
const env = {
  ...process.env,
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
  GATEWAY_PORT: '0',
  GATEWAY_BIND: '127.0.0.1',
  SERVER_ROLES: 'api,gateway',
  NODE_ENV: 'development',
};
for (const name of ['DATABASE_URL', 'DATABASE_URL_FILE', 'METRICS_PORT', 'REDIS_HOST']) delete env[name];

async function run(...args) {
  const child = spawn(process.execPath, [COMMAND, ...args], { env, stdio: 'inherit' });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`credential-gateway ${args[0]} ended with ${code}`);
}

async function withServer(work) {
  const child = spawn(process.execPath, [SERVER], { env, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise((done) => child.once('exit', done));
  try {
    for (const deadline = Date.now() + READY_WITHIN_MS; ; await sleep(100)) {
      const origin = /Management API +(http\S+)/.exec(output)?.[1];
      const answer = origin && (await fetch(`${origin}/readyz`).catch(() => null));
      if (answer?.ok) return await work();
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The server did not start:\n${output}`);
    }
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

try {
  const begun = performance.now();
  await run('restore', ...process.argv.slice(2));
  await withServer(() => run('doctor'));
  say(`The backup can be restored; it took ${((performance.now() - begun) / 1000).toFixed(0)} s.`);
} catch (error) {
  process.stderr.write(`${error.message}\nThe backup cannot be restored as it is.\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
