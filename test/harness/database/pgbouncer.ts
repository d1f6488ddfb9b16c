import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../server/free-port.js';
import { until } from '../time/until.js';

/** Debian installs it where only root's PATH leads to. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** The `pgbouncer` installed here, or null: tests that need one are skipped then. */
export function installedPgbouncer(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...FOLDERS];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path)) ?? null;
}

export interface Pgbouncer {
  /** The database behind it, as DATABASE_URL names it. */
  url: string;
  close(): Promise<void>;
}

/** A real pgbouncer on loopback with Debian's defaults, and what `options` say, in front of the database of `url`. */
export async function startPgbouncer(
  program: string,
  url: string,
  options: Record<string, string>,
): Promise<Pgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'cg-pgbouncer-'));
  const port = await freePort();
  const { hostname, port: ofDatabase, username, password, pathname } = new URL(url);
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: users,
    logfile: '',
    ...options,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  const database = `* = host=${hostname} port=${ofDatabase}`;
  await writeFile(file, ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n'));
  for (const [path, mode] of [[folder, 0o755] as const, [users, 0o644] as const, [file, 0o644] as const])
    await chmod(path, mode);
  // It refuses to run as root.
  const unprivileged = process.getuid?.() === 0 ? ['--user=nobody'] : [];
  const child = spawn(program, ['--quiet', ...unprivileged, file], { stdio: 'ignore' });
  const own = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
  await until(() => answers(own));
  return {
    url: own,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
