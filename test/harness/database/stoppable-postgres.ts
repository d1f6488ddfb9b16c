import { readFileSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  databaseAccount,
  locateBinaries,
  runProgram,
} from '../../../src/kernel/database/embedded/embedded-binaries.js';
import { backUpEmbedded, restoreEmbedded } from '../../../src/kernel/database/embedded/embedded-backup.js';
import { EmbeddedCluster } from '../../../src/kernel/database/embedded/embedded-cluster.js';
import type { Queryable } from '../../../src/kernel/database/statements/queryable.js';

/** A PostgreSQL of the test's own, for what only happens when it goes away. */
export interface StoppablePostgres extends Queryable {
  /** An empty database in it; the first server that starts on it migrates it. */
  url: string;
  /** Every connection is cut and nothing listens until `startAgain`, which takes the same port. */
  stop(): Promise<void>;
  startAgain(): Promise<void>;
  /** It keeps its connections, takes new ones and answers nothing until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Its files as they are now, in a folder of that name; nothing stops for it. */
  copyTo(folder: string): Promise<void>;
  /** Every connection is cut, and what comes back on the same port is what was copied. */
  goBackTo(folder: string): Promise<void>;
  /** Another one that follows it from that copy on, and works by itself once it is promoted. */
  startStandby(folder: string): Promise<StoppablePostgres>;
  promote(): Promise<void>;
  close(): Promise<void>;
}

/** What a test stops is a process, never the machine: what was committed is there again. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off' };

export async function startStoppablePostgres(): Promise<StoppablePostgres> {
  return startIn(await mkdtemp(join(tmpdir(), 'cg-stoppable-')));
}

async function startIn(directory: string): Promise<StoppablePostgres> {
  const cluster = await EmbeddedCluster.start({ directory, settings: SETTINGS });
  const files = join(directory, 'postgres');
  const { pgCtl } = locateBinaries();
  const account = await databaseAccount();
  const control = (...args: string[]): Promise<void> =>
    runProgram(pgCtl, [...args, '-s', '-w', '-D', files], account);
  const pool = new pg.Pool({ connectionString: cluster.url(), max: 2, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  let frozen: number[] = [];
  const thaw = (): void => {
    for (const pid of frozen.splice(0).reverse()) process.kill(pid, 'SIGCONT');
  };
  return {
    url: cluster.url(),
    query: async <T>(sql: string, params: readonly unknown[] = []) =>
      (await pool.query(sql, [...params])).rows as T[],
    stop: () => control('stop', '-m', 'immediate'),
    startAgain: () => control('start', '-l', join(files, 'start.log')),
    freeze: () => {
      const postmaster = Number(readFileSync(join(files, 'postmaster.pid'), 'utf8').split('\n')[0]);
      // First the one that makes the others.
      process.kill(postmaster, 'SIGSTOP');
      frozen = [postmaster, ...childrenOf(postmaster)];
      for (const pid of frozen.slice(1)) process.kill(pid, 'SIGSTOP');
    },
    thaw,
    copyTo: async (folder) => {
      const about = { release: 'test', keyIds: [] };
      await backUpEmbedded({ url: cluster.url(), dataDir: directory }, folder, about);
    },
    goBackTo: async (folder) => {
      await control('stop', '-m', 'immediate');
      await rm(files, { recursive: true });
      await restoreEmbedded(folder, directory);
      await control('start', '-l', join(files, 'start.log'));
    },
    startStandby: async (folder) => {
      const other = await mkdtemp(join(tmpdir(), 'cg-standby-'));
      await restoreEmbedded(folder, other);
      await writeFile(join(other, 'postgres/standby.signal'), '');
      await writeFile(
        join(other, 'postgres/tuning.conf'),
        `primary_conninfo = '${cluster.url('postgres')}'\n`,
      );
      if (account) await chown(join(other, 'postgres/tuning.conf'), account.uid, account.gid);
      return startIn(other);
    },
    promote: () => control('promote'),
    close: async () => {
      thaw();
      await pool.end();
      const running = await readFile(join(files, 'postmaster.pid')).catch(() => null);
      if (running !== null) await control('stop', '-m', 'immediate');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}
