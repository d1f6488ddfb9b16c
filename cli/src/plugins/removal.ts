import { rmSync } from 'node:fs';
import { CommandFailure } from '../terminal/failure.js';
import { forgetCredentials, hasStored } from './credentials/credential-store.js';
import { forgetManifest } from './manifest/known-manifest.js';
import { pathsOf } from './manifest/plugin-folder.js';

/**
 * Every spelling of it, so that none of them is the plugin of that name afterwards; a link goes, what it leads to stays.
 * One that would not be started is removed like any other.
 */
export function removed(name: string, { logout }: { readonly logout: boolean }): object {
  const paths = pathsOf(name);
  if (paths.length === 0)
    throw new CommandFailure(`There is no plugin "${name}".`, 'NOT_FOUND', 'cgw plugin list');
  for (const path of paths) remove(path);
  forgetManifest(name);
  if (logout) forgetCredentials(name);
  const kept = hasStored(name);
  return {
    status: 'removed',
    plugin: name,
    credentials: kept ? 'kept' : 'none',
    ...(kept && { action: `cgw plugin logout ${name}` }),
  };
}

function remove(path: string): void {
  try {
    rmSync(path);
  } catch (error) {
    throw new CommandFailure(`${path} cannot be removed (${(error as NodeJS.ErrnoException).code}).`);
  }
}
