import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../config/folders.js';
import { randomHex } from './tokens.js';

/**
 * Reads a small private file, and creates it when it is missing (mode 0600).
 *
 * Several processes may start at once on one directory: each writes a file of its own and links it to the
 * name, which only the first can do and which never shows half a file. All of them then read the same text.
 */
export function readOrCreate(path: string, make: () => string): string {
  const existing = readIfPresent(path);
  if (existing !== null) return existing;
  makeFolder(dirname(path));
  const draft = `${path}.${process.pid}.${randomHex(8)}`;
  writeDurably(draft, make());
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8');
}

/** Puts a new text into a private file at once: a reader, or a power cut, sees the old one or the new one. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.${randomHex(8)}`;
  writeDurably(draft, text);
  renameSync(draft, path);
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A key that encrypted something and is then lost in a power cut would orphan it, hence the fsync. */
function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
