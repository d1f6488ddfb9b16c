/**
 * A resource scope as people write it: exactly one axis, entries within the limits of 02 §14.1, stored sorted
 * and without repetitions. Whether it fits a connection is not judged here. Pure.
 */
import { asciiLower } from '../../text/ascii.js';
import type { SessionPolicy } from '../policy/model.js';
import type { ScopeAxis } from './effective-scope.js';

export type ReadScope = { scope: SessionPolicy } | { problem: string };

interface Axis {
  readonly maxEntries: number;
  readonly problemOf: (entry: string) => string | null;
  /** Entries with equal keys are the same resource. */
  readonly keyOf: (entry: string) => string;
}

/** 02 §14.1. */
export const MAX_REPOSITORIES = 1000;
export const MAX_FOLDERS = 100;
const MAX_REPOSITORY_LENGTH = 400;
const MAX_FOLDER_LENGTH = 1024;
const MAX_CHAIN = 100;
const DRIVE_FOLDER_ID = /^[A-Za-z0-9_-]{1,128}$/;

const AXES: Readonly<Record<ScopeAxis, Axis>> = {
  repositories: {
    maxEntries: MAX_REPOSITORIES,
    problemOf: (entry) =>
      entry.length > MAX_REPOSITORY_LENGTH
        ? `repositories must have entries of at most ${MAX_REPOSITORY_LENGTH} characters`
        : null,
    keyOf: asciiLower,
  },
  folders: {
    maxEntries: MAX_FOLDERS,
    problemOf: (entry) => {
      if (entry.length > MAX_FOLDER_LENGTH) {
        return `folders must have entries of at most ${MAX_FOLDER_LENGTH} characters`;
      }
      return entry.startsWith('/') ? null : 'folders must be absolute paths';
    },
    keyOf: (entry) => asciiLower(withoutTrailingSlashes(entry)),
  },
  driveFolders: {
    maxEntries: MAX_FOLDERS,
    problemOf: (entry) => {
      const chain = entry.split('/');
      const valid = chain.length <= MAX_CHAIN && chain.every((id) => DRIVE_FOLDER_ID.test(id));
      return valid ? null : `driveFolders must be at most ${MAX_CHAIN} folder ids joined by /`;
    },
    keyOf: (entry) => entry,
  },
};

export function readResourceScope(value: object): ReadScope {
  const keys = Object.keys(value);
  const [axis] = keys;
  if (keys.length !== 1 || axis === undefined || !Object.hasOwn(AXES, axis)) {
    return { problem: `A resource scope has exactly one of ${Object.keys(AXES).join(', ')}` };
  }
  return readEntries(axis as ScopeAxis, (value as Record<string, unknown>)[axis]);
}

function readEntries(axis: ScopeAxis, entries: unknown): ReadScope {
  const { maxEntries, problemOf, keyOf } = AXES[axis];
  if (!Array.isArray(entries)) return { problem: `${axis} must be an array` };
  if (entries.length === 0) return { problem: `${axis} must have at least 1 entries` };
  if (entries.length > maxEntries) return { problem: `${axis} must have at most ${maxEntries} entries` };
  const byKey = new Map<string, string>();
  for (const entry of entries as unknown[]) {
    if (typeof entry !== 'string' || entry === '') return { problem: `${axis} must be non-empty strings` };
    const problem = problemOf(entry);
    if (problem !== null) return { problem };
    if (!byKey.has(keyOf(entry))) byKey.set(keyOf(entry), entry);
  }
  return { scope: { [axis]: [...byKey.values()].sort() } };
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}
