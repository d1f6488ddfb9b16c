import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../config/folders.js';
import { copyCluster, copyOne } from './base-copy.js';
import { type Account, databaseAccount } from './embedded-binaries.js';
import { EmbeddedCluster } from './embedded-cluster.js';

const FILES = 'postgres';
const PASSWORD = 'postgres.password';
const MANIFEST = 'backup.json';
const FORMAT = 1;

/** What a backup of an embedded database says of itself. */
export interface BackupManifest {
  readonly format: typeof FORMAT;
  /** Commits until then are in it. */
  readonly until: string;
  readonly release: string;
  /** Files of a PostgreSQL are for its major version and kind of machine only. */
  readonly postgres: string;
  readonly machine: string;
  readonly files: number;
  readonly bytes: number;
  /** Names of the keys without which what is sealed in it is lost; they reveal nothing about the keys. */
  readonly keyIds: readonly string[];
}

/** A folder that cannot be used as a backup, or not here. */
export class UnusableBackupError extends Error {}

/** The database in `dataDir`, which answers at `url`, into a new folder that has its name only once it is whole. */
export async function backUpEmbedded(
  { url, dataDir }: { url: string; dataDir: string },
  folder: string,
  about: Pick<BackupManifest, 'release' | 'keyIds'>,
): Promise<BackupManifest> {
  const making = `${folder}.partial`;
  await rm(making, { recursive: true, force: true });
  makeFolder(making);
  const files = join(dataDir, FILES);
  const until = await copyCluster(url, files, join(making, FILES));
  await copyOne(join(dataDir, PASSWORD), join(making, PASSWORD));
  const manifest: BackupManifest = {
    format: FORMAT,
    until: until.toISOString(),
    ...about,
    postgres: await majorVersion(files),
    machine: machine(),
    ...(await amountOf(join(making, FILES))),
  };
  await writeFile(join(making, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  await rename(making, folder);
  return manifest;
}

/** @throws UnusableBackupError when it is none, not whole, or of another kind of machine */
export async function readBackup(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  if (manifest.machine !== machine())
    throw new UnusableBackupError(
      `The backup was written on ${manifest.machine}; its files cannot be used on ${machine()}.`,
    );
  const { files, bytes } = await amountOf(join(folder, FILES));
  if (files !== manifest.files || bytes !== manifest.bytes)
    throw new UnusableBackupError(
      `The backup is incomplete: it should have ${manifest.files} files with ${manifest.bytes} bytes, but it has ${files} with ${bytes}.`,
    );
  return manifest;
}

/**
 * Puts the files where an embedded database starts from; there must be none yet. They get their place by one rename, so
 * that what is interrupted leaves no database, not half of one.
 */
export async function restoreEmbedded(folder: string, dataDir: string): Promise<void> {
  if (await EmbeddedCluster.exists(dataDir))
    throw new UnusableBackupError(`${dataDir} already contains a database.`);
  const account = await databaseAccount();
  const scratch = join(dataDir, `${FILES}.new`);
  await rm(scratch, { recursive: true, force: true });
  makeFolder(dataDir);
  await bring(join(folder, FILES), scratch, account);
  await copyOne(join(folder, PASSWORD), join(dataDir, PASSWORD));
  await rename(scratch, join(dataDir, FILES));
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw new UnusableBackupError(`${folder} contains no backup: it has no ${MANIFEST}.`);
  const manifest = JSON.parse(text) as BackupManifest;
  if (manifest.format === FORMAT) return manifest;
  throw new UnusableBackupError(
    `The backup in ${folder} was written by a release that this release does not know.`,
  );
}

async function majorVersion(files: string): Promise<string> {
  return (await readFile(join(files, 'PG_VERSION'), 'utf8')).trim();
}

function machine(): string {
  return `${platform()}-${arch()}`;
}

async function amountOf(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  for (const { parentPath, name } of files) bytes += (await stat(join(parentPath, name))).size;
  return { files: files.length, bytes };
}

async function bring(from: string, to: string, account: Account | null): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  if (account) await chown(to, account.uid, account.gid);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await bring(source, target, account);
      continue;
    }
    await copyOne(source, target);
    if (account) await chown(target, account.uid, account.gid);
  }
}
