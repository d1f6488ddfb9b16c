import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface ArchiveEntry {
  /** At most 100 bytes, the longest that every reader of the format knows. */
  readonly name: string;
  readonly mode: number;
  readonly content: Uint8Array;
}

export const BLOCK = 512;
/** Of the header of gzip: the system it was packed on, and what stands for none. */
const SYSTEM = 9;
const UNKNOWN_SYSTEM = 255;

/** A .tar.gz that is the same bytes for the same entries: sorted, of nobody, of one time (07 B8.3). */
export async function archived(entries: readonly ArchiveEntry[], time = new Date(0)): Promise<Buffer> {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  const blocks = sorted.flatMap((entry) => [header(entry, time), entry.content, rest(entry.content.length)]);
  // Node's own header of gzip has neither name nor time.
  const packed = await promisify(gzip)(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 });
  packed[SYSTEM] = UNKNOWN_SYSTEM;
  return packed;
}

/** POSIX.1-1988 (ustar), as `pax` describes it. */
function header({ name, mode, content }: ArchiveEntry, time: Date): Buffer {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > 100) throw new Error(`"${name}" is too long for a file name in an archive.`);
  block.write(name, 0);
  octal(block, mode, 100, 8);
  octal(block, 0, 108, 8);
  octal(block, 0, 116, 8);
  octal(block, content.length, 124, 12);
  octal(block, Math.floor(time.getTime() / 1000), 136, 12);
  block.write('0', 156);
  block.write('ustar\0' + '00', 257, 'latin1');
  octal(block, 0, 329, 8);
  octal(block, 0, 337, 8);
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** Of all bytes, its own counted as blanks. */
export function checksum(block: Uint8Array): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

function octal(block: Buffer, value: number, at: number, length: number): void {
  block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
}

function rest(length: number): Buffer {
  return Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);
}
