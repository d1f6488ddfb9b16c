import { gunzipSync } from 'node:zlib';
import { BLOCK, checksum } from './archive.js';
import { CommandFailure } from '../../terminal/failure.js';

/** A regular file of an archive. */
export interface FileEntry {
  readonly name: string;
  readonly mode: number;
  readonly content: Buffer;
}

/** Of an archive, and of all that is in it: an interpreter packed into one executable is about a hundred. */
export const MAX_PACKED = 128 * 1024 ** 2;
export const MAX_UNPACKED = 256 * 1024 ** 2;
const MAX_ENTRIES = 1000;
/** `tar` fills up its last record, of 10 KiB where nobody says otherwise. */
const MAX_PADDING = 1024 ** 2;

const FILE = new Set(['0', '\0']);
const FOLDER = '5';

/**
 * The files of a .tar.gz. Whatever is no plain file or folder is refused, as are the extensions that give an entry
 * another name, size or kind than its header says: two readers of those need not agree on what is in the archive.
 */
export function filesOf(archive: Buffer): readonly FileEntry[] {
  const tar = unzipped(archive);
  const files: FileEntry[] = [];
  const seen = new Set<string>();
  let at = 0;
  for (;;) {
    const block = tar.subarray(at, at + BLOCK);
    if (block.length < BLOCK) throw refused('it ends in the middle');
    at += BLOCK;
    if (block.every((byte) => byte === 0)) break;
    const { name, kind, mode, size } = headerOf(block);
    if (seen.has(name)) throw refused(`it contains ${name} twice`);
    if (seen.add(name).size > MAX_ENTRIES) throw refused(`it has more than ${MAX_ENTRIES} entries`);
    if (tar.length - at < size) throw refused('it ends in the middle');
    if (kind === 'file') files.push({ name, mode, content: tar.subarray(at, at + size) });
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
  const padding = tar.subarray(at);
  if (padding.length > MAX_PADDING || !padding.every((byte) => byte === 0))
    throw refused('there is data after its end');
  return files;
}

function unzipped(archive: Buffer): Buffer {
  try {
    return gunzipSync(archive, { maxOutputLength: MAX_UNPACKED });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw refused('it is larger than 256 MiB when unpacked');
    throw refused('it is not a .tar.gz file, or it is damaged');
  }
}

function headerOf(block: Buffer): { name: string; kind: 'file' | 'folder'; mode: number; size: number } {
  if (number(block, 148, 8) !== checksum(block)) throw refused('the checksum of a header is wrong');
  const name = nameOf(block);
  const type = String.fromCharCode(block[156]!);
  const size = number(block, 124, 12);
  const mode = number(block, 100, 8);
  if (FILE.has(type) && !name.endsWith('/')) return { name: plain(name), kind: 'file', mode, size };
  if (type === FOLDER && size === 0)
    return { name: plain(name.replace(/\/+$/, '')), kind: 'folder', mode, size };
  throw refused(`${JSON.stringify(name)} is not a regular file; its type is ${JSON.stringify(type)}`);
}

/** Only the format of 1988 has a first part of the name; older and GNU's have other things there. */
function nameOf(block: Buffer): string {
  const name = text(block, 0, 100);
  const prefix = block.toString('latin1', 257, 263) === 'ustar\0' ? text(block, 345, 155) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Below the archive's own root, in one spelling, without the `./` that `tar` puts in front. */
function plain(given: string): string {
  const name = given.replace(/^(\.\/)+/, '');
  if (name === '' || name === '.') return '.';
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  const strange = /[\\:\u0000-\u001f\u007f]/.test(name);
  if (strange || name.split('/').some((part) => ['', '.', '..'].includes(part)))
    throw refused(`${JSON.stringify(given)} is a path outside the archive`);
  return name;
}

/** Octal digits with blanks or a zero around them; the binary form is for sizes that are refused anyway. */
function number(block: Buffer, at: number, length: number): number {
  const digits = /^ *([0-7]+)[ \0]*$/.exec(block.toString('latin1', at, at + length))?.[1];
  if (digits === undefined) throw refused('a header contains an invalid number');
  return Number.parseInt(digits, 8);
}

function text(block: Buffer, at: number, length: number): string {
  const whole = block.subarray(at, at + length);
  const end = whole.indexOf(0);
  return whole.toString('utf8', 0, end < 0 ? length : end);
}

function refused(why: string): CommandFailure {
  return new CommandFailure(`The archive is refused: ${why}.`, 'ERROR', 'pack it with cgw plugin pack');
}
