/**
 * Turns the environment into the values of the settings table (01 §26): blank counts as unset, `NAME_FILE`
 * wins over `NAME`, every fault is collected.
 */
import { readFileSync } from 'node:fs';
import type { ConfigurationFault } from './configuration-error.js';
import { InvalidValue, type Setting } from './setting.js';
import { SETTINGS, type SettingName, type SettingValues } from './settings.js';

export interface Reading {
  readonly values: SettingValues;
  /** Names that were given a value, fitting or not; tells "configured" from "defaulted". */
  readonly given: ReadonlySet<SettingName>;
  readonly faults: ConfigurationFault[];
}

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
    const shown = row.secret || source.text.length > 80 ? '' : `, is "${source.text}"`;
    throw new Fault({ variable: source.variable, problem: error.message + shown });
  }
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
    throw new Fault({ variable, problem: `must name a readable file (${code}), is "${path}"` });
  }
}

class Fault extends Error {
  constructor(readonly fault: ConfigurationFault) {
    super(fault.problem);
  }
}
