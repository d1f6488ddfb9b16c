import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../kernel/config/configuration.js';
import { makeFolder } from '../kernel/config/folders.js';
import { commaList, encryptionKey } from '../kernel/config/kinds/kinds.js';
import { SESSION_SECRET_FILE } from '../kernel/crypto/deployment-keys.js';
import { ENCRYPTION_KEY_FILE, type KeyRing, PREVIOUS_KEYS_FILE } from '../kernel/crypto/generated-keys.js';
import { copyOne } from '../kernel/database/embedded/base-copy.js';
import { CommandFailure } from './deployment/command-failure.js';

/** What a deployment keeps in DATA_DIR beside its database: generated keys, and the authority as files (06 §7.1). */
const FILES = [
  ENCRYPTION_KEY_FILE,
  PREVIOUS_KEYS_FILE,
  SESSION_SECRET_FILE,
  join('gateway', 'ca.key'),
  join('gateway', 'ca.pem'),
];

export async function copyKeyFiles(from: string, to: string): Promise<number> {
  const there = FILES.filter((name) => existsSync(join(from, name)));
  makeFolder(join(to, 'gateway'));
  for (const name of there) await copyOne(join(from, name), join(to, name));
  return there.length;
}

/** A key that is there and another one would both be right for something; which, only the operator knows. */
export async function refuseOtherKeys(from: string, to: string): Promise<void> {
  for (const name of FILES) {
    const [one, other] = await Promise.all([from, to].map((folder) => readOr(join(folder, name))));
    if (one !== null && other !== null && one !== other)
      throw new CommandFailure(
        `${join(to, name)} already exists and differs from ${join(from, name)}.`,
        'Restore into an empty DATA_DIR.',
      );
  }
}

/** The keys in a folder of keys; those that are given as settings win, as they do for a server. */
export async function keyRingIn(
  folder: string,
  { secretEncryptionKey, secretEncryptionKeysPrevious }: Configuration,
): Promise<KeyRing | null> {
  const [current, previous] = await Promise.all([
    readOr(join(folder, ENCRYPTION_KEY_FILE)),
    readOr(join(folder, PREVIOUS_KEYS_FILE)),
  ]);
  if (secretEncryptionKey !== null)
    return { encryptionKey: secretEncryptionKey, previousKeys: secretEncryptionKeysPrevious };
  if (current === null) return null;
  return {
    encryptionKey: encryptionKey.parse(current.trim()),
    previousKeys: [
      ...secretEncryptionKeysPrevious,
      ...(previous === null ? [] : commaList(encryptionKey).parse(previous.trim())),
    ],
  };
}

function readOr(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
