import { randomBytes } from 'node:crypto';
import { linkSync, renameSync } from 'node:fs';
import process from 'node:process';
import { CommandFailure } from '../../terminal/failure.js';
import { home, readSecret, removePrivate, writePrivate } from '../../keys/home.js';
import { keyring } from '../../keys/keyring.js';

const ACCOUNT = 'plugin-key';
const KEY = /^[0-9a-f]{64}$/;
const path = (): string => home('key');

/** In the system's keyring where one answers, else in a file of its owner only (07 B5.2); made at its first use. */
export async function keyToSeal(): Promise<Buffer> {
  return (await keyOfKeyring()) ?? keyOfFile() ?? madeInFile();
}

/** Those that a record may have been sealed with: a keyring that answers now need not have answered then. */
export async function* keysToOpen(): AsyncGenerator<Buffer> {
  const ofFile = keyOfFile();
  if (ofFile !== undefined) yield ofFile;
  const ofKeyring = await keyring()?.read(ACCOUNT);
  if (ofKeyring !== undefined && KEY.test(ofKeyring)) yield Buffer.from(ofKeyring, 'hex');
}

async function keyOfKeyring(): Promise<Buffer | undefined> {
  const ring = keyring();
  if (ring === undefined) return undefined;
  const kept = await ring.read(ACCOUNT);
  if (kept !== undefined && KEY.test(kept)) return Buffer.from(kept, 'hex');
  if (!(await ring.write(ACCOUNT, randomBytes(32).toString('hex')))) return undefined;
  // What is in it now: another command may have made one at the same time.
  const written = await ring.read(ACCOUNT);
  return written !== undefined && KEY.test(written) ? Buffer.from(written, 'hex') : undefined;
}

function keyOfFile(): Buffer | undefined {
  const text = readSecret(path())?.trim();
  if (text === undefined) return undefined;
  if (KEY.test(text)) return Buffer.from(text, 'hex');
  throw new CommandFailure(`${path()} is not a valid key.`, 'ERROR', `rm ${path()}`);
}

/** Never over one that another command made at the same time. */
function madeInFile(): Buffer {
  const fresh = `${path()}.${process.pid}.new`;
  writePrivate(fresh, `${randomBytes(32).toString('hex')}\n`);
  try {
    linkSync(fresh, path());
  } catch (error) {
    // Not every file system has links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(fresh, path());
  }
  removePrivate(fresh);
  return keyOfFile()!;
}
