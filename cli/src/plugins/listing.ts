import process from 'node:process';
import { hasStored } from './credentials/credential-store.js';
import { knownManifest } from './manifest/known-manifest.js';
import type { Manifest } from './manifest/manifest.js';
import { credentialsGiven } from './credentials/plugin-environment.js';
import { installedPlugins, type Plugin } from './manifest/plugin-folder.js';

export interface Listed {
  readonly name: string;
  readonly version: string | null;
  readonly description: string | null;
  readonly path: string;
  readonly auth_required: boolean | null;
  readonly authenticated: boolean;
  readonly valid: boolean;
  readonly error?: string;
}

/** Each may take its ten seconds, so a few are asked at a time. */
const AT_A_TIME = 4;

export async function listed(): Promise<readonly Listed[]> {
  const plugins = installedPlugins({ tell: true });
  const rows = new Array<Listed>(plugins.length);
  const next = plugins.entries();
  const work = async (): Promise<void> => {
    for (const [at, plugin] of next) rows[at] = await rowOf(plugin);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return rows;
}

/** Whether there are credentials at all: opening them could ask a person for the keyring's password. */
export function isAuthenticated(name: string): boolean {
  return credentialsGiven(name, process.env) !== undefined || hasStored(name);
}

async function rowOf(plugin: Plugin): Promise<Listed> {
  const row = (manifest: Manifest | undefined): Listed => ({
    name: plugin.name,
    version: manifest?.version ?? null,
    description: manifest?.description ?? null,
    path: plugin.path,
    auth_required: manifest?.auth.required ?? null,
    authenticated: isAuthenticated(plugin.name),
    valid: manifest !== undefined,
  });
  try {
    return row(await knownManifest(plugin));
  } catch (error) {
    return { ...row(undefined), error: (error as Error).message };
  }
}
