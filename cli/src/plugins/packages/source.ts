import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { CommandFailure } from '../../terminal/failure.js';
import { downloaded, type DownloadLimits } from './download.js';

/** Something to install from: a file, or what an https address answers. */
export interface Source {
  /** Its last part, as lists of checksums name it. */
  readonly name: string;
  readonly content: Buffer;
}

export async function contentOf(given: string, limits: DownloadLimits): Promise<Source> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(given)) return fromAddress(given, limits);
  return { name: basename(given), content: fromFile(given, limits.bytes) };
}

async function fromAddress(given: string, limits: DownloadLimits): Promise<Source> {
  const address = URL.canParse(given) ? new URL(given) : undefined;
  if (address?.protocol !== 'https:')
    throw new CommandFailure(`${given} is not an https URL. Plugins are installed from https URLs only.`);
  return { name: lastPart(address), content: await downloaded(address, limits) };
}

function lastPart({ pathname }: URL): string {
  const part = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function fromFile(path: string, most: number): Buffer {
  try {
    const found = statSync(path);
    if (!found.isFile()) throw new CommandFailure(`${path} is not a file.`);
    if (found.size > most) throw new CommandFailure(`${path} is larger than ${most / 1024 ** 2} MiB.`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`${path} cannot be read (${code}).`, code === 'ENOENT' ? 'NOT_FOUND' : 'ERROR');
  }
}
