import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Path of a data file shipped under `config/`. */
export function configFile(name: string): string {
  return join(packageRoot(), 'config', name);
}

/** The version of this release, as its package.json says it. */
export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

/**
 * The folder of the installation. Found from this file upwards, because the compiled server runs from `dist/`
 * and the sources from `src/`.
 */
export function packageRoot(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'config')) && existsSync(join(folder, 'package.json'))) return folder;
  }
  throw new Error('The installation is incomplete: its package.json or its folder config/ is missing');
}
