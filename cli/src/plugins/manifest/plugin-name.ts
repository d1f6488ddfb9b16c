import process from 'node:process';
import { misused } from '../../terminal/failure.js';

/** Of executables; the second is that of plugins built for the older core (07 B2.3). */
export const PREFIXES = ['cgw', 'oc'] as const;
export type Prefix = (typeof PREFIXES)[number];

const NAME = /^[a-z][a-z0-9-]{0,31}$/;
/** What the system starts by its name. */
const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];

export function isPluginName(name: string): boolean {
  return NAME.test(name);
}

/** A name becomes part of paths and of variables: nothing else is taken for one. */
export function pluginNamed(given: string | undefined, command: readonly string[]): string {
  if (given === undefined) throw misused('The name of the plugin is missing.', command);
  if (!isPluginName(given))
    throw misused(
      `"${given}" is not a valid plugin name. Use lower-case letters, digits and dashes, at most 32.`,
      command,
    );
  return given;
}

/** The files a plugin of that name can be, the one that is used first. */
export function executablesOf(name: string): readonly string[] {
  return PREFIXES.flatMap((prefix) => ENDINGS.map((ending) => `${prefix}-${name}${ending}`));
}

/** `cgw-demo` is `demo`; undefined for a file of another kind. */
export function nameOfExecutable(file: string): string | undefined {
  const [prefix, ...rest] = file.split('-');
  if (!PREFIXES.some((one) => one === prefix)) return undefined;
  const ending = ENDINGS.find((one) => file.endsWith(one));
  if (ending === undefined) return undefined;
  const name = rest.join('-').slice(0, ending === '' ? undefined : -ending.length);
  return isPluginName(name) ? name : undefined;
}
