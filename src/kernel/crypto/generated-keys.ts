/**
 * Changing a key that this deployment generated for itself (R18). The key file holds the current key, a second
 * file the earlier ones; both are read at start only, so a running server is not disturbed.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../config/configuration.js';
import { commaList, encryptionKey, ENCRYPTION_KEY_BYTES } from '../config/kinds/kinds.js';
import { InvalidValue } from '../config/kinds/setting.js';
import { replaceFile } from './once-file.js';

export const ENCRYPTION_KEY_FILE = 'secret-encryption-key';
export const PREVIOUS_KEYS_FILE = 'secret-encryption-keys-previous';

const previousKeys = commaList(encryptionKey);

export function newEncryptionKey(): string {
  return randomBytes(ENCRYPTION_KEY_BYTES).toString('base64');
}

/** The keys that open stored values; the first is the one that seals. */
export interface KeyRing {
  readonly encryptionKey: Buffer;
  readonly previousKeys: readonly Buffer[];
}

/** The deployment's keys as they are, for commands: nothing is generated. Null where there is no key yet. */
export function readKeyRing(configuration: Configuration): KeyRing | null {
  const { secretEncryptionKey, secretEncryptionKeysPrevious, dataDir } = configuration;
  const previousKeys = [...secretEncryptionKeysPrevious];
  if (secretEncryptionKey !== null) return { encryptionKey: secretEncryptionKey, previousKeys };
  const path = join(dataDir, ENCRYPTION_KEY_FILE);
  if (!existsSync(path)) return null;
  const generated = encryptionKey.parse(readFileSync(path, 'utf8').trim());
  return { encryptionKey: generated, previousKeys: [...previousKeys, ...readPreviousKeys(dataDir)] };
}

/** Earlier generated keys, newest first; none when there is no such file. */
export function readPreviousKeys(dataDir: string): Buffer[] {
  const path = join(dataDir, PREVIOUS_KEYS_FILE);
  if (!existsSync(path)) return [];
  try {
    return previousKeys.parse(readFileSync(path, 'utf8').trim());
  } catch (error) {
    if (error instanceof InvalidValue)
      throw new Error(`The key file ${path} is damaged: it ${error.message}`, { cause: error });
    throw error;
  }
}

/**
 * Makes a new current key and keeps the old one readable. The old key is in its new place, on disk, before it
 * leaves the old one: whatever interrupts this, no key is lost.
 */
export function replaceGeneratedKey(dataDir: string): void {
  const path = join(dataDir, ENCRYPTION_KEY_FILE);
  const keys = [encryptionKey.parse(readFileSync(path, 'utf8').trim()), ...readPreviousKeys(dataDir)];
  replaceFile(join(dataDir, PREVIOUS_KEYS_FILE), keys.map((key) => key.toString('base64')).join(','));
  replaceFile(path, newEncryptionKey());
}

export function forgetPreviousKeys(dataDir: string): void {
  rmSync(join(dataDir, PREVIOUS_KEYS_FILE), { force: true });
}
