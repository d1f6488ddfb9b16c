import { createHash } from 'node:crypto';
import { CommandFailure } from '../../terminal/failure.js';

/** As `sha256sum` writes it: digest, two blanks or a blank and a star, name. */
const LINE = /^([0-9a-fA-F]{64}) [ *](.+)$/;

export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** By name of file, as `sha256sum --check` reads it (07 B8.4). */
export function checksumLines(sums: ReadonlyMap<string, string>): string {
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, sum]) => `${sum}  ${file}\n`)
    .join('');
}

/** Throws unless the list has exactly this digest for the file. */
export function mustMatch(file: string, content: Uint8Array, list: string): void {
  const found = list.split(/\r?\n/).flatMap((line) => {
    const [, sum, name] = LINE.exec(line) ?? [];
    return sum !== undefined && name === file ? [sum.toLowerCase()] : [];
  });
  const [expected] = found;
  if (expected === undefined)
    throw new CommandFailure(`The checksum file has no line for ${file}. The plugin is not installed.`);
  if (found.some((sum) => sum !== expected))
    throw new CommandFailure(
      `The checksum file has different lines for ${file}. The plugin is not installed.`,
    );
  if (sha256(content) !== expected)
    throw new CommandFailure(
      `${file} does not match its checksum: it is damaged or was changed. The plugin is not installed.`,
    );
}
