import type { Arguments } from '../terminal/line.js';
import type { Command } from '../command-line/command.js';
import { misused } from '../terminal/failure.js';
import {
  SETTINGS,
  setting,
  settingNamed,
  store,
  storedSettings,
  type SettingName,
} from '../keys/settings.js';

const NAME = { name: 'name', about: `One of: ${Object.keys(SETTINGS).join(', ')}`, required: true } as const;

export const configCommands: readonly Command[] = [
  {
    name: ['config', 'get'],
    about: 'Show the effective value of a setting',
    arguments: [NAME],
    run: async (session, given) => {
      const [name] = wordsOf(given, 1, 'get');
      const key = settingNamed(name!);
      return { document: { key, value: session.setting(key) ?? null } };
    },
  },
  {
    name: ['config', 'set'],
    about: 'Store a setting',
    arguments: [NAME, { name: 'value', about: 'Its value', required: true }],
    examples: ['cgw config set api-host https://gateway.example.com', 'cgw config set agent laptop'],
    run: async (_session, given) => {
      const [name, value] = wordsOf(given, 2, 'set');
      const key = settingNamed(name!);
      store(key, value);
      return { document: { status: 'set', key, value } };
    },
  },
  {
    name: ['config', 'unset'],
    about: 'Remove a stored setting',
    arguments: [NAME],
    run: async (_session, given) => {
      const key = settingNamed(wordsOf(given, 1, 'unset')[0]!);
      store(key, undefined);
      return { document: { status: 'unset', key, value: setting(key) ?? null } };
    },
  },
  {
    name: ['config', 'list'],
    about: 'List every setting with its value and source',
    run: async (session) => ({
      document: (Object.keys(SETTINGS) as SettingName[]).map((key) => ({
        key,
        value: session.setting(key) ?? null,
        stored: storedSettings()[key] !== undefined,
        about: SETTINGS[key].about,
      })),
      columns: ['key', 'value', 'about'],
    }),
  },
];

function wordsOf({ words }: Arguments, count: number, command: string): readonly string[] {
  if (words.length === count) return words;
  throw misused(`Allowed values: ${count === 1 ? 'a name' : 'a name and a value'}.`, ['config', command]);
}
