import { mkdirSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, resolve } from 'node:path';
import { CommandFailure } from '../terminal/failure.js';

const OWNER_ONLY = 0o700;

/**
 * The folder of this person: `HOME`, or what the system has for the account where it is not set. A relative one would put
 * keys into whatever folder a command is typed in.
 */
export function personFolder(): string {
  const folder = givenFolder() || accountFolder();
  if (isAbsolute(folder)) return folder;
  throw new CommandFailure(
    folder === ''
      ? 'HOME is not set, and the system has no folder for this account.'
      : `HOME is ${JSON.stringify(folder)}, which is not an absolute path.`,
    'ERROR',
    'set HOME to a folder of your own',
  );
}

function givenFolder(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

function accountFolder(): string {
  try {
    return userInfo().homedir;
  } catch {
    return '';
  }
}

/**
 * Makes a folder and those above it; one that is there stays as it is. `mkdir` of Node with `recursive` never returns
 * below a folder that denies it a child with ENOENT, as `/proc` does.
 */
export function makeFolder(path: string, mode = OWNER_ONLY): void {
  const folder = resolve(path);
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it in between.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const REASON: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a directory',
  EEXIST: 'part of the path is not a folder',
  ENOENT: 'nothing can be made there',
  ENOTDIR: 'part of the path is not a folder',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the path is too long',
};

export function reasonOf(error: unknown): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return REASON[code] ?? code;
}

/** What the file system refuses is about a path of this machine, so a sentence says more than a stack. */
export function ofFileSystem(error: unknown): CommandFailure | undefined {
  const { syscall = '', path } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || path === undefined || syscall === '' || syscall.startsWith('spawn'))
    return;
  const what = syscall.startsWith('mkd') ? 'make' : 'use';
  return new CommandFailure(`Cannot ${what} ${path}: ${reasonOf(error)}.`);
}
