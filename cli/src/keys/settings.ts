import process from 'node:process';
import { CommandFailure } from '../terminal/failure.js';
import { home, readPrivate, writePrivate } from './home.js';

interface Setting {
  /** First found wins. */
  readonly environment: readonly string[];
  /** Older spellings in the file. */
  readonly synonyms?: readonly string[];
  readonly fallback?: string;
  readonly about: string;
}

/** Every setting: flag before environment before file before default (07 B9). */
export const SETTINGS = {
  'api-host': {
    environment: ['CREDENTIAL_GATEWAY_URL', 'ONECLI_API_HOST', 'ONECLI_URL'],
    fallback: 'http://localhost:10254',
    about: 'address of the API',
  },
  workspace: {
    environment: ['CREDENTIAL_GATEWAY_WORKSPACE', 'ONECLI_PROJECT', 'ONECLI_PROJECT_ID'],
    synonyms: ['project'],
    about: 'workspace, by id or slug',
  },
  agent: {
    environment: ['CREDENTIAL_GATEWAY_AGENT', 'ONECLI_AGENT'],
    about: 'identifier of the agent that programs use',
  },
  gateway: {
    environment: ['CREDENTIAL_GATEWAY_GATEWAY', 'ONECLI_GATEWAY_URL'],
    about: 'host:port of the gateway, if the address from the server cannot be reached',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;

/** What flags said, by name of the setting. */
export type Flagged = Readonly<Partial<Record<SettingName, string>>>;

export function isSetting(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** `project` is what `workspace` was called. */
export function settingNamed(name: string): SettingName {
  if (isSetting(name)) return name;
  const found = Object.entries<Setting>(SETTINGS).find(([, { synonyms }]) => synonyms?.includes(name));
  if (found === undefined)
    throw new CommandFailure(
      `There is no setting "${name}". Settings: ${Object.keys(SETTINGS).join(', ')}.`,
      'ERROR',
      'cgw config list',
    );
  return found[0] as SettingName;
}

export function setting(name: SettingName, flagged: Flagged = {}): string | undefined {
  const { environment, synonyms = [], fallback }: Setting = SETTINGS[name];
  const given =
    flagged[name] ??
    environment.map((variable) => process.env[variable]).find((value) => value !== undefined && value !== '');
  if (given !== undefined) return given;
  const stored = storedSettings();
  return [name, ...synonyms].map((key) => stored[key]).find((value) => value !== undefined) ?? fallback;
}

/** Without `/v1` and trailing slashes. */
export function apiOrigin(flagged: Flagged): string {
  const given = setting('api-host', flagged) ?? '';
  const origin = given.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
  if (!/^https?:\/\/[^/]+/.test(origin) || !URL.canParse(origin))
    throw new CommandFailure(
      `"${given}" is not the address of an API, as in https://gateway.example.com.`,
      'ERROR',
      'cgw config set api-host <address>',
    );
  return origin;
}

export function storedSettings(): Readonly<Record<string, string>> {
  const path = home('config.json');
  const text = readPrivate(path);
  if (text === undefined) return {};
  try {
    const stored = JSON.parse(text) as unknown;
    if (isTexts(stored)) return stored;
  } catch {
    // Said below, as for JSON that is no object of texts.
  }
  throw new CommandFailure(`${path} is not a JSON object of strings.`, 'ERROR', `correct or remove ${path}`);
}

export function store(name: SettingName, value: string | undefined): void {
  const { synonyms = [] }: Setting = SETTINGS[name];
  const kept = Object.entries(storedSettings()).filter(([key]) => key !== name && !synonyms.includes(key));
  const next = Object.fromEntries(value === undefined ? kept : [...kept, [name, value]]);
  writePrivate(home('config.json'), `${JSON.stringify(next, null, 2)}\n`);
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === 'string')
  );
}
