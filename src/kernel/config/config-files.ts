import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Path of a data file shipped under `config/`. Found from this file upwards, because the compiled
 * server runs from `dist/` and the sources from `src/`.
 */
export function configFile(name: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'config', name);
    if (existsSync(candidate) && existsSync(join(folder, 'package.json'))) return candidate;
  }
  throw new Error(`config/${name} is missing from the installation`);
}
