import process from 'node:process';
import { CommandFailure } from './failure.js';
import { home, readSecret, removePrivate, writePrivate } from './home.js';
import { keyring } from './keyring.js';

const ACCOUNT = 'api-key';
const path = (): string => home('credentials', 'api-key');

/** A key of a workspace or an organization; those of partners open nothing else (07 B9.5). */
const KEY = /^oc_(?!partner_|scim_)[A-Za-z0-9_]+$/;

export function apiKey(): string | undefined {
  const found = apiKeySaid();
  return found === undefined ? undefined : checked(found);
}

/** As it was given or stored, whatever it opens. */
export function apiKeySaid(): string | undefined {
  const given = process.env['CREDENTIAL_GATEWAY_API_KEY'] || process.env['ONECLI_API_KEY'];
  const found = given || readSecret(path())?.trim() || keyring()?.read(ACCOUNT);
  return found === '' ? undefined : found;
}

/** In the system's keyring where one answers, else in a file of its owner only. Never in both. */
export function storeApiKey(key: string): void {
  if (keyring()?.write(ACCOUNT, checked(key)) === true) {
    removePrivate(path());
    return;
  }
  writePrivate(path(), `${key}\n`);
}

export function forgetApiKey(): void {
  keyring()?.remove(ACCOUNT);
  removePrivate(path());
}

export function checked(key: string): string {
  if (KEY.test(key)) return key;
  throw new CommandFailure(
    'That is not an API key of a workspace or an organization: those begin with oc_.',
    'AUTH_REQUIRED',
    'cgw auth login',
  );
}
