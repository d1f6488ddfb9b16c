import process from 'node:process';
import { storedCredentials } from './credentials/credential-store.js';
import { validManifest } from './manifest/known-manifest.js';
import { credentialsGiven } from './credentials/plugin-environment.js';
import { pluginThere } from './manifest/plugin-folder.js';

/** The manifest, where the plugin is, and what it would be handed; no token of it (07 B7). */
export async function infoOf(name: string): Promise<object> {
  const plugin = pluginThere(name);
  const manifest = await validManifest(plugin);
  return { ...manifest, path: plugin.path, credentials: await stateOf(name) };
}

async function stateOf(name: string): Promise<object> {
  const given = credentialsGiven(name, process.env);
  if (given !== undefined) return { source: 'environment', expires_at: given.expires_at ?? null };
  const stored = await storedCredentials(name);
  if (stored === undefined) return { source: 'none', expires_at: null };
  const { credentials, storedAt } = stored;
  return { source: 'stored', expires_at: credentials.expires_at ?? null, stored_at: storedAt };
}
