/**
 * Turns the environment into the values of the settings table (01 §26): blank counts as unset, `NAME_FILE`
 * wins over `NAME`, every fault is collected.
 */
import { readFileSync } from 'node:fs';
import type { ConfigurationFault } from './configuration-error.js';
import { InvalidValue, type Setting } from './kinds/setting.js';
import { SETTINGS, type SettingName, type SettingValues } from './settings.js';

export interface Reading {
  readonly values: SettingValues;
  /** Names that were given a value, fitting or not; tells "configured" from "defaulted". */
  readonly given: ReadonlySet<SettingName>;
  readonly faults: ConfigurationFault[];
}

const MAY_HOLD_A_CREDENTIAL = /SECRET|KEY|TOKEN|PASSWORD|CERT|URL|PROXY|HEADERS|ENDPOINT|_FILE$/i;
const PLAIN_WORD = /^(?:-?\d{1,12}|[a-z]{1,12})$/i;

interface Source {
  readonly variable: string;
  readonly text: string;
}

export function readEnvironment(env: NodeJS.ProcessEnv): Reading {
  return readSettings(env, Object.keys(SETTINGS) as SettingName[]);
}

/** These settings as they are said now, by variables or the files that variables name; all others at their defaults. */
export function readSettings(env: NodeJS.ProcessEnv, names: readonly SettingName[]): Reading {
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { fallback }]) => [name, fallback]),
  );
  const given = new Set<SettingName>();
  const faults: ConfigurationFault[] = [];
  for (const name of names) {
    const row: Setting<unknown> = SETTINGS[name];
    try {
      const source = findSource(env, name, row.aliases);
      if (source === null) continue;
      given.add(name);
      values[name] = parse(source, row);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      given.add(name);
      faults.push(error.fault);
    }
  }
  return { values: values as SettingValues, given, faults };
}

function parse(source: Source, row: Setting<unknown>): unknown {
  try {
    return row.kind.parse(source.text);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const shown = mayBeShown(source, row) ? `, is "${source.text}"` : '';
    throw new Fault({ variable: source.variable, problem: error.message + shown });
  }
}

/**
 * Whether a message about its fault may repeat a value (R68): a word or number that is not long enough for a key, of a
 * setting that holds none. What a wrong value is, is not known: an address may have a password in it, and a key may stand
 * in the wrong variable.
 */
function mayBeShown({ variable, text }: Source, { secret }: Setting<unknown>): boolean {
  return !secret && !MAY_HOLD_A_CREDENTIAL.test(variable) && PLAIN_WORD.test(text);
}

function findSource(env: NodeJS.ProcessEnv, name: string, aliases: readonly string[]): Source | null {
  const file = name.endsWith('_FILE') ? undefined : env[`${name}_FILE`]?.trim();
  if (file) return fromFile(`${name}_FILE`, file);
  for (const variable of [name, ...aliases]) {
    const text = env[variable]?.trim();
    if (text) return { variable, text };
  }
  return null;
}

function fromFile(variable: string, path: string): Source | null {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? null : { variable, text };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    // Not what it says: whoever mixes NAME_FILE up with NAME has written the value itself there (R68).
    throw new Fault({ variable, problem: `must name a readable file (${code})` });
  }
}

class Fault extends Error {
  constructor(readonly fault: ConfigurationFault) {
    super(fault.problem);
  }
}
