import { entriesOutside, type ResourceScope } from './effective-scope.js';

/** More than Dropbox takes. */
const LONGEST_PATH = 4_096;

/**
 * Whether a path of Dropbox lies in the folders. References (`id:`, `rev:`, `ns:`) and the account's root do not, nor
 * what somebody between here and the disk could take for another path: dot segments, also those that Unicode
 * normalisation or dropping of invisible characters makes, and slashes of other kinds.
 */
export function isInsideFolders(path: unknown, scope: ResourceScope): boolean {
  if (typeof path !== 'string' || path.length > LONGEST_PATH || !path.isWellFormed()) return false;
  if (!path.startsWith('/')) return false;
  const segments = path.slice(1).split('/');
  if (segments.some((segment) => !isPlainSegment(segment))) return false;
  return entriesOutside({ axis: 'folders', entries: [path] }, scope).length === 0;
}

function isPlainSegment(segment: string): boolean {
  if (segment !== segment.trim()) return false;
  const seen = segment.normalize('NFKC').replace(/[\p{C}\p{Z}]/gu, '');
  return seen !== '' && !/^\.+$/.test(seen) && !/[/\\]/.test(seen);
}
