/** What the soak stands on: a PostgreSQL of its own, two servers on it that can be killed, and a disk that can be filled. */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { freePort, waitUntilReady } from '../demo/processes.mjs';

const SMALL_DISK_MB = 700;
/** Small enough to be written over many times, so that what is kept of the log shows as flat. */
const DATABASE = { max_wal_size: '96MB', min_wal_size: '32MB', autovacuum_naptime: '10s' };
const FAKE_TIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const BALLAST_BLOCK = Buffer.alloc(1024 * 1024);

export async function startGround(dist, upstream) {
  const folder = await mkdtemp(join(tmpdir(), 'cg-soak-'));
  const disk = await smallDisk(join(folder, 'database'));
  const from = (name) => import(pathToFileURL(join(resolve(dist), 'src/kernel/database', name)));
  const { EmbeddedCluster } = await from('embedded-cluster.js');
  const { databaseAccount, locateBinaries, runProgram } = await from('embedded-binaries.js');
  const cluster = await EmbeddedCluster.start({ directory: disk.path, settings: DATABASE });
  const [files, account] = [join(disk.path, 'postgres'), await databaseAccount()];
  const control = (...args) =>
    runProgram(locateBinaries().pgCtl, [...args, '-s', '-w', '-D', files], account);
  const clock = join(folder, 'clock');
  await writeFile(clock, '+0');
  const canJump = existsSync(FAKE_TIME);
  const common = {
    PATH: process.env.PATH,
    LOG_LEVEL: 'error',
    DATABASE_URL: cluster.url(),
    SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    GATEWAY_BIND: '127.0.0.1',
    ENTERPRISE_ENABLED: 'true',
    REQUEST_LOG_MODE: 'all',
    REQUEST_LOG_RETENTION_DAYS: '1',
    GATEWAY_ALLOWED_PRIVATE_HOSTS: `localhost:${upstream.tlsPort},localhost:${upstream.plainPort}`,
    GATEWAY_UPSTREAM_CA_FILE: join(folder, 'upstream-ca.pem'),
  };
  await writeFile(common.GATEWAY_UPSTREAM_CA_FILE, upstream.caPem);
  const jumping = canJump && {
    LD_PRELOAD: FAKE_TIME,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const servers = {
    steady: await newServer(dist, { ...common, DATA_DIR: join(folder, 'steady') }),
    shaken: await newServer(dist, {
      ...common,
      ...jumping,
      DATA_DIR: join(folder, 'shaken'),
      SERVER_ROLES: 'api,gateway',
    }),
  };
  const pool = new pg.Pool({ connectionString: cluster.url(), max: 2, application_name: 'soak' });
  pool.on('error', () => undefined);
  const isRunning = async () => {
    const [pid] = (await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    return pid !== '' && existsSync(`/proc/${pid}`);
  };
  return {
    servers,
    folder: disk.path,
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    database: {
      stop: () => control('stop', '-m', 'fast'),
      start: async () => {
        if (!(await isRunning())) await control('start', '-l', join(files, 'start.log'));
      },
    },
    /** Null where this machine does not let it be done. */
    jumpClock: canJump ? (seconds) => writeFile(clock, `${seconds < 0 ? '' : '+'}${seconds}`) : null,
    fillDisk: disk.isOwn ? () => fill(disk.path) : null,
    stop: async () => {
      for (const server of Object.values(servers)) await server.stop();
      await pool.end();
      await control('stop', '-m', 'immediate').catch(() => undefined);
      disk.unmount();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function smallDisk(path) {
  await mkdir(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_MB}m`, 'tmpfs', path], {
      stdio: 'ignore',
    });
    return { path, isOwn: true, unmount: () => execFileSync('umount', ['-l', path]) };
  } catch {
    return { path, isOwn: false, unmount: () => undefined };
  }
}

/** Until nothing fits any more; resolves with how to give the room back. */
async function fill(folder) {
  const path = join(folder, 'ballast');
  const file = await open(path, 'w');
  try {
    for (;;) await file.write(BALLAST_BLOCK);
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
  return () => rm(path);
}

/** The same ports each time, so that agents find it again. */
async function newServer(dist, settings) {
  const [port, gatewayPort] = [await freePort(), await freePort()];
  const api = `http://127.0.0.1:${port}`;
  const env = { ...settings, PORT: String(port), GATEWAY_PORT: String(gatewayPort) };
  let child = null;
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal) => {
    if (child === null || ended()) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  };
  const start = async () => {
    child = spawn(process.execPath, [resolve(dist, 'src/start.js')], {
      env,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    await waitUntilReady(`${api}/readyz`, child);
  };
  await start();
  return {
    api,
    gateway: `http://127.0.0.1:${gatewayPort}`,
    pid: () => (ended() ? null : child.pid),
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
