import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { CommandFailure } from '../../terminal/failure.js';
import { filesOf, MAX_PACKED, type FileEntry } from './archive-entries.js';
import { askedManifest } from '../manifest/asked-manifest.js';
import { mustMatch, sha256 } from './checksums.js';
import { forgetManifest } from '../manifest/known-manifest.js';
import { InvalidManifest, type Manifest } from '../manifest/manifest.js';
import { pathsOf, preparedFolder } from '../manifest/plugin-folder.js';
import { executablesOf, nameOfExecutable } from '../manifest/plugin-name.js';
import { contentOf } from './source.js';

const MAX_CHECKSUMS = 1024 ** 2;
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Installed {
  readonly path: string;
  readonly sha256: string;
  readonly manifest: Manifest;
}

export interface Installation {
  readonly archive: string;
  readonly checksums: string;
  readonly replace: boolean;
  readonly patienceMs: number;
  /** What a plugin could never be called by. */
  readonly isBuiltIn: (name: string) => boolean;
}

/** Nothing of an archive is looked at before its checksum, and nothing of it is started before its names (07 B7). */
export async function install({
  archive,
  checksums,
  replace,
  patienceMs,
  isBuiltIn,
}: Installation): Promise<Installed> {
  const list = await contentOf(checksums, { bytes: MAX_CHECKSUMS, patienceMs });
  const { name: file, content } = await contentOf(archive, { bytes: MAX_PACKED, patienceMs });
  mustMatch(file, content, list.content.toString('utf8'));
  const { name, executable } = onlyExecutable(filesOf(content));
  if (isBuiltIn(name)) throw refused(`"${name}" is a command of this program`);
  const folder = preparedFolder();
  const others = pathsOf(name);
  if (others.length > 0 && !replace)
    throw new CommandFailure(
      `The plugin "${name}" is already installed.`,
      'CONFLICT',
      'install it with --force',
    );
  return within(folder, async (scratch) => {
    const unpacked = join(scratch, executable.name);
    writeFileSync(unpacked, executable.content, { mode: 0o700, flag: 'wx', flush: true });
    // The mask of this person may have taken bits away.
    chmodSync(unpacked, 0o755);
    const manifest = await manifestOf(unpacked, name);
    const path = join(folder, executable.name);
    renameSync(unpacked, path);
    // The other spellings of the name: one of them might go first.
    for (const other of others) if (other !== path) rmSync(other);
    forgetManifest(name);
    return { path, sha256: sha256(executable.content), manifest };
  });
}

function onlyExecutable(files: readonly FileEntry[]): { name: string; executable: FileEntry } {
  const executables = files.filter(
    ({ name, mode }) => (mode & 0o111) !== 0 || nameOfExecutable(name) !== undefined,
  );
  const [executable] = executables;
  if (executable === undefined) throw refused('it contains no executable');
  if (executables.length > 1)
    throw refused(`it contains several executables: ${executables.map(({ name }) => name).join(', ')}`);
  const name = nameOfExecutable(executable.name);
  if (name === undefined)
    throw refused(`its executable is called ${executable.name}, not ${executablesOf('<name>')[0]}`);
  return { name, executable };
}

async function manifestOf(path: string, name: string): Promise<Manifest> {
  try {
    return await askedManifest(path, name);
  } catch (error) {
    throw error instanceof InvalidManifest ? refused(error.message) : error;
  }
}

/** In a folder beside, from where a rename is one step, and which is gone however this ends. */
async function within<Result>(folder: string, work: (scratch: string) => Promise<Result>): Promise<Result> {
  const scratch = mkdtempSync(join(folder, '.install-'));
  const remove = (): void => rmSync(scratch, { recursive: true, force: true });
  const interrupted = (signal: NodeJS.Signals): void => {
    remove();
    for (const one of ENDING) process.off(one, interrupted);
    process.kill(process.pid, signal);
  };
  for (const signal of ENDING) process.on(signal, interrupted);
  try {
    return await work(scratch);
  } finally {
    for (const signal of ENDING) process.off(signal, interrupted);
    remove();
  }
}

function refused(why: string): CommandFailure {
  return new CommandFailure(`The plugin is not installed: ${why}.`);
}
