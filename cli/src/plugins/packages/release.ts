import { misused } from '../../terminal/failure.js';
import type { Arguments } from '../../terminal/line.js';
import { isVersion } from '../manifest/manifest.js';
import type { Release } from './pack.js';
import { PROCESSORS, SYSTEMS } from './platform.js';
import { PREFIXES, pluginNamed } from '../manifest/plugin-name.js';

const COMMAND = ['plugin', 'pack'];

/** What to pack, as the line says it. */
export function releaseOf({ flags, repeated = {}, words }: Arguments): Release {
  if (words.length > 0) throw misused(`Unexpected argument: "${words[0]}".`, COMMAND);
  const version = said(flags, 'version').replace(/^v/, '');
  if (!isVersion(version)) throw misused('--version must be a semantic version, such as 1.2.0.', COMMAND);
  return {
    name: pluginNamed(said(flags, 'name'), COMMAND),
    version,
    prefix: PREFIXES.find((prefix) => prefix === flags['prefix']) ?? PREFIXES[0],
    folder: said(flags, 'out'),
    executables: executablesOf(repeated['bin'] ?? []),
    included: repeated['include'] ?? [],
    overwrite: flags['force'] === true,
    checkManifest: flags['skip-manifest-check'] !== true,
  };
}

function said(flags: Arguments['flags'], name: string): string {
  const value = flags[name];
  if (typeof value === 'string' && value !== '') return value;
  throw misused(`--${name} is missing.`, COMMAND);
}

function executablesOf(given: readonly string[]): ReadonlyMap<string, string> {
  if (given.length === 0) throw misused('--bin is missing.', COMMAND);
  const found = new Map<string, string>();
  for (const one of given) {
    const [, system, processor, path] = /^([^/=]+)\/([^/=]+)=(.+)$/s.exec(one) ?? [];
    if (!isOf(SYSTEMS, system) || !isOf(PROCESSORS, processor) || path === undefined)
      throw misused(
        `--bin ${one} is not a platform and path. Systems: ${SYSTEMS.join(', ')}; processors: ${PROCESSORS.join(', ')}.`,
        COMMAND,
      );
    const platform = `${system}/${processor}`;
    if (found.has(platform)) throw misused(`--bin has ${platform} twice.`, COMMAND);
    found.set(platform, path);
  }
  return found;
}

function isOf(known: readonly string[], one: string | undefined): boolean {
  return one !== undefined && known.includes(one);
}
