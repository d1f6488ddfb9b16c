import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { CommandFailure } from '../../terminal/failure.js';
import { home, readSecret, removePrivate, writePrivate } from '../../keys/home.js';
import { credentialsOf, type PluginCredentials } from './plugin-credentials.js';
import { keysToOpen, keyToSeal } from './sealing-key.js';

const CIPHER = 'aes-256-gcm';
const path = (name: string): string => home('plugin-credentials', `${name}.json`);

export interface StoredCredentials {
  readonly credentials: PluginCredentials;
  readonly storedAt: string;
}

/** Sealed for this plugin alone: a record put in the place of another's opens for nobody (07 B5.2). */
export async function storeCredentials(name: string, credentials: PluginCredentials): Promise<void> {
  const record = { ...credentials, stored_at: new Date().toISOString() };
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, await keyToSeal(), iv).setAAD(bound(name));
  const data = Buffer.concat([cipher.update(JSON.stringify(record), 'utf8'), cipher.final()]);
  const sealed = { v: 1, iv: text(iv), tag: text(cipher.getAuthTag()), data: text(data) };
  writePrivate(path(name), `${JSON.stringify(sealed)}\n`);
}

/** Undefined where nothing is stored. What is stored and cannot be opened is an error: nobody runs as nobody by it. */
export async function storedCredentials(name: string): Promise<StoredCredentials | undefined> {
  const sealed = readSecret(path(name));
  if (sealed === undefined) return undefined;
  for await (const key of keysToOpen()) {
    const record = opened(sealed, name, key);
    if (record !== undefined) return record;
  }
  throw new CommandFailure(
    `The stored credentials of "${name}" cannot be decrypted: they are damaged, or their key is missing.`,
    'AUTH_REQUIRED',
    `cgw plugin auth ${name}`,
  );
}

export function hasStored(name: string): boolean {
  return existsSync(path(name));
}

/** Whether there were any. */
export function forgetCredentials(name: string): boolean {
  return removePrivate(path(name));
}

function opened(sealed: string, name: string, key: Buffer): StoredCredentials | undefined {
  try {
    const { v, iv, tag, data } = JSON.parse(sealed) as Record<string, unknown>;
    if (v !== 1) return undefined;
    const decipher = createDecipheriv(CIPHER, key, bytes(iv), { authTagLength: 16 })
      .setAAD(bound(name))
      .setAuthTag(bytes(tag));
    const plain = Buffer.concat([decipher.update(bytes(data)), decipher.final()]).toString('utf8');
    const record = JSON.parse(plain) as { stored_at: string };
    const credentials = credentialsOf(record);
    return credentials && { credentials, storedAt: record.stored_at };
  } catch {
    return undefined;
  }
}

function bound(name: string): Buffer {
  return Buffer.from(`credential-gateway plugin ${name}`);
}

function text(value: Buffer): string {
  return value.toString('base64');
}

function bytes(value: unknown): Buffer {
  return Buffer.from(String(value), 'base64');
}
