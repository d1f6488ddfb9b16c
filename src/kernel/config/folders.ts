import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Configuration } from './configuration.js';
import { ConfigurationError } from './configuration-error.js';

const OWNER_ONLY = 0o700;
/** The files inside are private; the embedded database under an account of its own passes through. */
const OTHERS_PASS = 0o755;

/**
 * Makes a folder and those above it; one that is there stays as it is. `mkdir` of Node with `recursive` never returns
 * below a folder that denies it a child with ENOENT, as `/proc` does, and holds the event loop meanwhile.
 */
export function makeFolder(path: string, mode = OWNER_ONLY): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it in between.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Runs what reads or writes in the folder of `DATA_DIR`. A fault of the file system is one of the setting.
 *
 * @throws ConfigurationError that names the setting, the folder and the reason
 */
export function inDataDir<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new ConfigurationError([
      { variable: 'DATA_DIR', problem: `is ${dataDir}, which cannot be used: ${message}` },
    ]);
  }
}

/** Where a database or a key is kept in the folder, it is there, or made now, before anything of the server starts. */
export function prepareDataDir(configuration: Configuration): void {
  const { dataDir, databaseUrl, secretEncryptionKey, sessionSecret, edition } = configuration;
  const isNeeded =
    databaseUrl === null || secretEncryptionKey === null || (sessionSecret === null && edition !== 'cloud');
  if (isNeeded) inDataDir(dataDir, () => makeFolder(dataDir, OTHERS_PASS));
}
