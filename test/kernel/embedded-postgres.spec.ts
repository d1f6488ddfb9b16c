import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import {
  databaseAccount,
  locateBinaries,
  runProgram,
} from '../../src/kernel/database/embedded/embedded-binaries.js';
import { openDatabase, type DatabaseLocation } from '../../src/kernel/database/database-location.js';
import { until } from '../harness/time/until.js';

/** R8 of 00-README: with no DATABASE_URL the server runs a PostgreSQL of its own under DATA_DIR. */
describe('the embedded database', () => {
  let dataDir: string;
  let location: DatabaseLocation | null = null;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cg-embedded-'));
  });

  afterEach(async () => {
    await location?.close();
    location = null;
    await rm(dataDir, { recursive: true, force: true });
  });

  const open = async () => (location = await openDatabase({ databaseUrl: null, dataDir, production: true }));

  const postmaster = async () =>
    Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

  async function ask<T>(url: string, sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const result = await client.query(sql);
    await client.end();
    return result.rows as T[];
  }

  it('is made, migrated, kept over a restart, durable, and closed to everybody else', async () => {
    const first = await open();
    await ask(first.url, `INSERT INTO epochs VALUES ('org:kept', 7)`);
    expect(await ask(first.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    expect(await ask(first.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
    const stranger = new URL(first.url);
    stranger.password = 'guess';
    await expect(ask(stranger.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    await first.close();
    await expect(postmaster()).rejects.toThrow('ENOENT');
    const second = await open();
    expect(await ask(second.url, 'SELECT scope, epoch FROM epochs')).toEqual([
      { scope: 'org:kept', epoch: '7' },
    ]);
  });

  const asRoot = process.getuid?.() === 0 ? it : it.skip;

  asRoot('is made from programs and in a folder that only root may enter', async () => {
    const closed = join(dataDir, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const native = dirname(dirname(locateBinaries().initdb));
    await cp(native, join(closed, 'native'), { recursive: true, verbatimSymlinks: true });
    const account = (await databaseAccount())!;
    const cluster = join(closed, 'cluster');
    await mkdir(cluster, { mode: 0o700 });
    await chown(cluster, account.uid, account.gid);
    await runProgram(join(closed, 'native/bin/initdb'), ['-D', cluster, '--auth=trust'], account);
    expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toMatch(/^\d+\n$/);
  });

  it('is found again by the server that follows a killed one', async () => {
    const first = await open();
    // A killed server closes nothing: the database goes on running without it.
    const second = await open();
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts again after it was killed itself', async () => {
    await open();
    const pid = await postmaster();
    process.kill(pid, 'SIGKILL');
    await until(() => !isRunning(pid));
    const second = await open();
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is not kept from starting by a pid file whose number belongs to another program now', async () => {
    const first = await open();
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const left = await readFile(file, 'utf8');
    await first.close();
    await writeFile(file, left.replace(/^\d+/, String(process.pid)));
    const second = await open();
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('stays up for another process that still uses it', async () => {
    const first = await open();
    const other = new pg.Client({ connectionString: first.url, application_name: 'another server' });
    await other.connect();
    await first.close();
    expect((await other.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await other.end();
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
