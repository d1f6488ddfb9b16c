import { delimiter, dirname, join } from 'node:path';
import { personFolder } from '../keys/folders.js';
import { home, readPrivate, writePrivate } from '../keys/home.js';
import { note } from '../terminal/output.js';
import { findProgram } from './child.js';
import type { Environment } from './environment.js';

/**
 * Programs that take an authority from a file of settings and from no variable: GNU Wget, and libcurl in PHP. Each gets
 * a file of its own beside the bundle and a variable that names it; what the person has set otherwise stays. Only where the
 * program is, since the file of Wget is a copy of the person's.
 */
export function settingsFilesOf(caller: Environment, bundle: string): Record<string, string> {
  return {
    ...(findProgram('wget') !== undefined && written('Wget', () => forWget(caller, bundle))),
    ...(findProgram('php') !== undefined && written('PHP', () => forPhp(caller, bundle))),
  };
}

/** The one that Wget would have read, and the bundle: of two lines the last counts. */
function forWget(caller: Environment, bundle: string): Record<string, string> {
  const path = home('wgetrc');
  const own = readPrivate(caller['WGETRC'] || join(personFolder(), '.wgetrc')) ?? '';
  const last = `ca_certificate = ${bundle}`;
  // In a run within a run the person's is this very file.
  const settings = own.split('\n').filter((line) => line !== '' && line !== last);
  writeWhereDifferent(path, `${[...settings, last].join('\n')}\n`);
  return { WGETRC: path };
}

/** An empty part of the list is PHP's own folder. */
function forPhp(caller: Environment, bundle: string): Record<string, string> {
  const path = home('php', 'credential-gateway.ini');
  writeWhereDifferent(path, `curl.cainfo="${bundle}"\nopenssl.cafile="${bundle}"\n`);
  const folders = (caller['PHP_INI_SCAN_DIR'] ?? '').split(delimiter).filter((one) => one !== dirname(path));
  return { PHP_INI_SCAN_DIR: [...folders, dirname(path)].join(delimiter) };
}

function writeWhereDifferent(path: string, text: string): void {
  if (readPrivate(path) !== text) writePrivate(path, text);
}

/** Without it a program does not trust the gateway, which it will say; it is started nevertheless (07 B12.7). */
function written(program: string, write: () => Record<string, string>): Record<string, string> {
  try {
    return write();
  } catch (error) {
    note(
      `The settings of ${program} could not be written, so it will not trust the gateway: ${(error as Error).message}`,
    );
    return {};
  }
}
