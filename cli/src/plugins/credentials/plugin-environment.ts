import process from 'node:process';
import type { Environment } from '../../run/environment.js';
import type { PluginCredentials } from './plugin-credentials.js';

/** Of any plugin. Names of variables have no case on Windows. */
const ANY = new RegExp(
  '^OC_[A-Z][A-Z0-9_]*_(ACCESS_TOKEN|REFRESH_TOKEN|TOKEN_TYPE|EXPIRES_AT)$',
  process.platform === 'win32' ? 'i' : '',
);

/** What the caller's own environment says, which nothing stored is mixed with (07 B6.1). */
export function credentialsGiven(name: string, caller: Environment): PluginCredentials | undefined {
  const said = (value: string): string | undefined => caller[`OC_${upper(name)}_${value}`] || undefined;
  const access_token = said('ACCESS_TOKEN');
  if (access_token === undefined) return undefined;
  const others = { refresh_token: 'REFRESH_TOKEN', token_type: 'TOKEN_TYPE', expires_at: 'EXPIRES_AT' };
  return {
    access_token,
    ...Object.fromEntries(
      Object.entries(others)
        .map(([field, value]) => [field, said(value)])
        .filter(([, value]) => value !== undefined),
    ),
  };
}

/** The caller's environment with the credentials of this plugin and of no other (07 B6). */
export function environmentWith(
  name: string,
  caller: Environment,
  credentials: PluginCredentials | undefined,
): Record<string, string> {
  const kept = Object.entries(caller).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !ANY.test(entry[0]),
  );
  const own = Object.entries(credentials ?? {}).map(([value, text]: [string, string]) => [
    `OC_${upper(name)}_${value.toUpperCase()}`,
    text,
  ]);
  return Object.fromEntries([...kept, ...own]) as Record<string, string>;
}

function upper(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
