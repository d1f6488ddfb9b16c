import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeFolder } from '../../config/folders.js';
import { databaseAccount, locateBinaries, runProgram } from './embedded-binaries.js';
import type { Account, Binaries } from './embedded-binaries.js';
import { APPLICATION_NAME } from '../connection/application-name.js';

/**
 * The PostgreSQL of the embedded default (R8): its own server process, detached from ours, on a free loopback
 * port, with a generated password kept 0600 beside its files. It outlives a killed server; the next start
 * finds it by its pid file and adopts it. Whoever shuts down last stops it.
 */
const OWNER = 'credential_gateway';
const START_TIMEOUT_SECONDS = 300;
const STOP_TIMEOUT_SECONDS = 30;
const PORT_ATTEMPTS = 3;

export interface ClusterOptions {
  /** Holds `postgres/` (the database files) and `postgres.password`. */
  directory: string;
  /** Settings beside the defaults, in the words of postgresql.conf. */
  settings?: Record<string, string>;
}

interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

export class EmbeddedCluster {
  private readonly directory: string;
  private readonly dataDirectory: string;
  private readonly settings: Record<string, string>;
  private readonly binaries: Binaries;
  private readonly account: Account | null;
  private password = '';
  private port = 0;

  private constructor(options: ClusterOptions, binaries: Binaries, account: Account | null) {
    this.directory = resolve(options.directory);
    this.dataDirectory = join(this.directory, 'postgres');
    this.settings = options.settings ?? {};
    this.binaries = binaries;
    this.account = account;
  }

  /** Whether a database was made in that directory; it may be running or not. */
  static exists(directory: string): Promise<boolean> {
    return exists(join(resolve(directory), 'postgres', 'PG_VERSION'));
  }

  /** Initialises the files when there are none, then adopts the running server or starts one. */
  static async start(options: ClusterOptions): Promise<EmbeddedCluster> {
    const cluster = new EmbeddedCluster(options, locateBinaries(), await databaseAccount());
    await cluster.prepareDirectory();
    if (!(await exists(join(cluster.dataDirectory, 'PG_VERSION')))) await cluster.initialise();
    cluster.password = (await readFile(cluster.passwordFile, 'utf8')).trim();
    const adopted = await cluster.adopt();
    try {
      if (!adopted) await cluster.launch();
      await cluster.ensureDatabase();
      return cluster;
    } catch (error) {
      // It is detached: one that started after all would go on running without a server.
      if (!adopted) await cluster.stop().catch(() => undefined);
      throw error;
    }
  }

  url(database = OWNER): string {
    return `postgres://${OWNER}:${this.password}@127.0.0.1:${this.port}/${database}`;
  }

  /** Stops the server unless another process is connected to it; a later start adopts it then. */
  async stop(): Promise<void> {
    if (await this.othersConnected()) return;
    await this.control('stop', ['-m', 'fast', '-w', '-t', String(STOP_TIMEOUT_SECONDS)]);
  }

  private get passwordFile(): string {
    return join(this.directory, 'postgres.password');
  }

  private async prepareDirectory(): Promise<void> {
    makeFolder(this.directory);
    if (!this.account) return;
    // Under root the database's account must be able to pass through; the files beside it are 0600.
    await chmod(this.directory, (await stat(this.directory)).mode | 0o011);
  }

  /** In a scratch folder that is renamed at the end: a killed first start leaves nothing half made. */
  private async initialise(): Promise<void> {
    const scratch = `${this.dataDirectory}.new`;
    const handover = `${this.passwordFile}.new`;
    await rm(scratch, { recursive: true, force: true });
    const password = randomBytes(24).toString('hex');
    await this.writeForDatabase(handover, password);
    const args = [
      '-D',
      scratch,
      '-U',
      OWNER,
      `--pwfile=${handover}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
    ];
    args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
    if (this.settings.fsync === 'off') args.push('--no-sync');
    await mkdir(scratch, { mode: 0o700 });
    if (this.account) await chown(scratch, this.account.uid, this.account.gid);
    await runProgram(this.binaries.initdb, args, this.account);
    await rm(handover);
    await writeFile(this.passwordFile, password, { mode: 0o600 });
    await rename(scratch, this.dataDirectory);
  }

  private async adopt(): Promise<boolean> {
    const deadline = Date.now() + START_TIMEOUT_SECONDS * 1000;
    for (;;) {
      const found = await readPostmaster(this.dataDirectory);
      if (!found) return false;
      if (!(await isAlive(found.pid, this.dataDirectory))) {
        // A stale file whose number now belongs to an unrelated process would keep PostgreSQL from starting.
        await rm(join(this.dataDirectory, 'postmaster.pid'), { force: true });
        return false;
      }
      this.port = found.port;
      if (found.ready) return true;
      if (Date.now() > deadline)
        throw new Error(`The PostgreSQL in ${this.dataDirectory} does not become ready`);
      await sleep(100);
    }
  }

  private async launch(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.port = await freePort();
      await this.writeForDatabase(join(this.dataDirectory, 'postgresql.conf'), this.configuration());
      try {
        const log = join(this.dataDirectory, 'start.log');
        await rm(log, { force: true });
        return await this.control('start', ['-l', log, '-w', '-t', String(START_TIMEOUT_SECONDS)]);
      } catch (error) {
        // Somebody else may have taken the port between our look and PostgreSQL's.
        if (attempt === PORT_ATTEMPTS) throw error;
      }
    }
  }

  private configuration(): string {
    const settings: Record<string, string> = {
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: '',
      max_connections: '100',
      password_encryption: 'scram-sha-256',
      timezone: 'UTC',
      log_timezone: 'UTC',
      logging_collector: 'on',
      log_directory: 'log',
      log_filename: 'postgresql-%a.log',
      log_truncate_on_rotation: 'on',
      log_rotation_size: '0',
      log_checkpoints: 'off',
      // Statements would put stored values into a log file.
      log_min_error_statement: 'panic',
      log_error_verbosity: 'terse',
      ...this.settings,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
    const head = '# Written at every start. Put your own settings into tuning.conf next to this file.';
    return [head, ...lines, `include_if_exists = 'tuning.conf'`, ''].join('\n');
  }

  private control(command: 'start' | 'stop', args: string[]): Promise<void> {
    return runProgram(this.binaries.pgCtl, [command, '-s', '-D', this.dataDirectory, ...args], this.account);
  }

  private async writeForDatabase(file: string, content: string): Promise<void> {
    await rm(file, { force: true });
    await writeFile(file, content, { mode: 0o600 });
    if (this.account) await chown(file, this.account.uid, this.account.gid);
  }

  private async ensureDatabase(): Promise<void> {
    await this.asOwner(async (client) => {
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [OWNER]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${OWNER}`);
    });
  }

  private async othersConnected(): Promise<boolean> {
    const count = await this.asOwner((client) =>
      client.query<{ others: number }>(
        `SELECT count(*)::int AS others FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND application_name <> $1`,
        [APPLICATION_NAME],
      ),
    ).catch(() => null);
    return (count?.rows[0]?.others ?? 0) > 0;
  }

  private async asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({
      connectionString: this.url('postgres'),
      application_name: APPLICATION_NAME,
      connectionTimeoutMillis: 5_000,
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}

/** The lines of postmaster.pid: process id, directory, start time, port, socket, address, memory, status. */
async function readPostmaster(dataDirectory: string): Promise<Postmaster | null> {
  const text = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' };
}

/** True when that process runs and, where it can be read, its command line names our directory. */
async function isAlive(pid: number, dataDirectory: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split('\0').includes(dataDirectory);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, failed) => probe.once('error', failed).listen(0, '127.0.0.1', done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}
