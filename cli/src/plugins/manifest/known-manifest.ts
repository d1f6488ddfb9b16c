import { rmSync } from 'node:fs';
import { CommandFailure } from '../../terminal/failure.js';
import { home, readPrivate, writePrivate } from '../../keys/home.js';
import { askedManifest } from './asked-manifest.js';
import { InvalidManifest, manifestOf, type Manifest } from './manifest.js';
import type { Plugin } from './plugin-folder.js';

const path = (name: string): string => home('plugin-manifests', `${name}.json`);

/**
 * As it was told by the very same file, else as the program tells it now. Only what is valid is kept: a fault may be one
 * of the moment, as an interpreter that is missing.
 */
export async function knownManifest(plugin: Plugin): Promise<Manifest> {
  const kept = keptManifest(plugin);
  if (kept !== undefined) return kept;
  const manifest = await askedManifest(plugin.path, plugin.name);
  try {
    writePrivate(path(plugin.name), JSON.stringify({ path: plugin.path, stamp: plugin.stamp, manifest }));
  } catch {
    // It is asked again then.
  }
  return manifest;
}

/** As `knownManifest`, where a plugin that tells none ends the command. */
export async function validManifest(plugin: Plugin): Promise<Manifest> {
  try {
    return await knownManifest(plugin);
  } catch (error) {
    if (!(error instanceof InvalidManifest)) throw error;
    throw new CommandFailure(
      `The plugin "${plugin.name}" is not used: ${error.message}.`,
      'ERROR',
      `${plugin.path} manifest`,
    );
  }
}

/** Without starting anything. */
export function keptManifest(plugin: Plugin): Manifest | undefined {
  try {
    const kept = JSON.parse(readPrivate(path(plugin.name)) ?? 'null') as {
      path?: unknown;
      stamp?: unknown;
      manifest?: unknown;
    } | null;
    if (kept?.path !== plugin.path || kept.stamp !== plugin.stamp) return undefined;
    return manifestOf(kept.manifest, plugin.name);
  } catch {
    return undefined;
  }
}

export function forgetManifest(name: string): void {
  rmSync(path(name), { force: true });
}
