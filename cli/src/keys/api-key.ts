import { CommandFailure } from '../terminal/failure.js';
import { home, readSecret, removePrivate, writePrivate } from './home.js';
import { keyring } from './keyring.js';
import { API_KEY, keyGiven } from './keys.js';

const ACCOUNT = 'api-key';
const path = (): string => home('credentials', 'api-key');

/** A key of a workspace or an organization; those of partners open nothing else (07 B9.5). */
const KEY = /^oc_(?!partner_|scim_)[A-Za-z0-9_]+$/;

export async function apiKey(): Promise<string | undefined> {
  const found = await apiKeySaid();
  return found === undefined ? undefined : checked(found);
}

/** As it was given or stored, whatever it opens. */
export async function apiKeySaid(): Promise<string | undefined> {
  const given = await keyGiven(API_KEY);
  // A file is there only where no keyring took the last key, so it is the newer one; and it costs no program.
  const found = given || readSecret(path())?.trim() || (await keyring()?.read(ACCOUNT));
  return found === '' ? undefined : found;
}

/** In the system's keyring where one answers, else in a file of its owner only. Never in both. */
export async function storeApiKey(key: string): Promise<void> {
  if (await keptByKeyring(checked(key))) removePrivate(path());
  else writePrivate(path(), `${key}\n`);
}

/** Read back, since `security -i` ends with 0 whatever became of its command. */
async function keptByKeyring(key: string): Promise<boolean> {
  const ring = keyring();
  return ring !== undefined && (await ring.write(ACCOUNT, key)) && (await ring.read(ACCOUNT)) === key;
}

export async function forgetApiKey(): Promise<void> {
  await keyring()?.remove(ACCOUNT);
  removePrivate(path());
}

export function checked(key: string): string {
  if (KEY.test(key)) return key;
  throw new CommandFailure(
    'This is not an API key of a workspace or an organization: those keys start with oc_.',
    'AUTH_REQUIRED',
    'cgw auth login',
  );
}
