import { parseArgs } from 'node:util';
import type { Field, Operation } from '../../../client/src/operation.js';
import { isOperation, type Command } from './command.js';
import { misused } from '../terminal/failure.js';
import type { Argument, Arguments } from '../terminal/line.js';

/** Understood by every command, in front of its name or behind (07 B9, B10, R33). */
export const EVERYWHERE: readonly Argument[] = [
  { name: '--api-host', about: 'Address of the API' },
  { name: '--workspace', about: 'Workspace, by id or slug (-w; --project and -p are the same)' },
  {
    name: '--output',
    about: 'Output format. Default: table on a terminal, otherwise json',
    values: ['json', 'table'],
  },
  { name: '--fields', about: 'Only these keys, separated by commas' },
  { name: '--quiet', about: 'Only the value of this key, one per line' },
  { name: '--max', about: 'Maximum number of list rows; 0 for all. Default: 20' },
  { name: '--help', about: 'Show help for the command (-h)', alone: true },
];

const OF_WRITES: readonly Argument[] = [
  { name: '--dry-run', about: 'Show the request without sending it', alone: true },
];
const OF_BODIES: readonly Argument[] = [
  { name: '--json', about: 'The whole body as JSON, instead of flags' },
];

const SHORT: Readonly<Record<string, string>> = { w: 'workspace', p: 'project', h: 'help' };
const SYNONYMS: Readonly<Record<string, string>> = { project: 'workspace' };

/** All flags of a command, its own first. */
export function argumentsOf(command: Command): readonly Argument[] {
  if (!isOperation(command)) return command.arguments ?? [];
  const { operation, more = [] } = command;
  return [
    ...pathArguments(operation),
    ...operation.query.map((field) => argumentOf(field)),
    ...leaves(operation.body).map(([field]) => argumentOf(field)),
    ...more,
    ...(operation.method === 'GET' ? [] : OF_WRITES),
    ...(operation.body.length > 0 ? OF_BODIES : []),
  ];
}

/** The values of an operation's path: the first is `--id`, or stands alone as a word (R33). */
export function pathArguments(operation: Operation): readonly (Argument & { readonly parameter: string })[] {
  return [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, parameter = ''], at) => ({
    parameter,
    name: at === 0 && parameter !== 'provider' ? '--id' : flagOf(parameter),
    about: at === 0 ? `${inWords(parameter)}; can be given without --id` : inWords(parameter),
    required: true,
  }));
}

/** The fields of a body that a flag can say, those of an object in it among them. */
export function leaves(fields: readonly Field[]): readonly (readonly [Field, string?])[] {
  return fields.flatMap((field): (readonly [Field, string?])[] =>
    field.fields === undefined ? [[field]] : field.fields.map((inner) => [inner, field.name] as const),
  );
}

export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')}`;
}

/** Throws for a flag that neither the command nor every command has. */
export function parsed(line: readonly string[], command: Command): Arguments {
  const known = [...argumentsOf(command), ...EVERYWHERE];
  const ours = isOperation(command) || command.passes !== true ? line : beforeOthers(line, known);
  const options = Object.fromEntries([
    ...known.map(({ name, alone, several }) => [
      name.slice(2),
      { type: alone === true ? 'boolean' : 'string', multiple: several === true } as const,
    ]),
    ...Object.entries(SHORT).map(([short, long]) => [
      long,
      { type: long === 'help' ? 'boolean' : 'string', short } as const,
    ]),
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: [...ours],
      options,
      allowPositionals: true,
      strict: true,
    });
    const flags: Record<string, string | boolean> = {};
    const repeated: Record<string, readonly string[]> = {};
    for (const [name, value] of Object.entries(values)) {
      if (Array.isArray(value)) repeated[name] = value as string[];
      else flags[SYNONYMS[name] ?? name] = value;
    }
    for (const { name, values: allowed } of known) mustBeOneOf(name, flags[name.slice(2)], allowed, command);
    mustBeTaken(positionals, command);
    const others = line.slice(ours.length);
    return { flags, repeated, words: [...positionals, ...(others[0] === '--' ? others.slice(1) : others)] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true)
      throw misused((error as Error).message.split('. ')[0]!, command.name);
    throw error;
  }
}

/** Up to `--` or the first word that is no flag of ours nor the value of one. */
function beforeOthers(line: readonly string[], known: readonly Argument[]): readonly string[] {
  let at = 0;
  while (at < line.length && line[at]!.startsWith('-')) {
    const word = line[at]!;
    if (word === '--') break;
    const name = word.startsWith('--') ? word.slice(2).split('=')[0]! : (SHORT[word.slice(1)] ?? '');
    const argument = known.find((one) => one.name === `--${SYNONYMS[name] ?? name}`);
    at += argument?.alone === true || word.includes('=') ? 1 : 2;
  }
  return line.slice(0, at);
}

/** A word that no argument takes is a mistake: `auth logout other-machine` must not log out this one. */
function mustBeTaken(words: readonly string[], command: Command): void {
  if (!isOperation(command) && command.passes === true) return;
  const taken = isOperation(command)
    ? Math.min(pathArguments(command.operation).length, 1)
    : (command.arguments ?? []).filter(({ name }) => !name.startsWith('-')).length;
  if (words.length > taken) throw misused(`Unexpected argument: "${words[taken]}".`, command.name);
}

function mustBeOneOf(
  name: string,
  value: string | boolean | undefined,
  allowed: Argument['values'],
  command: Command,
): void {
  if (allowed === undefined || value === undefined || allowed.map(String).includes(String(value))) return;
  throw misused(`${name} must be one of: ${allowed.join(', ')}.`, command.name);
}

function argumentOf({ name, about = '', required, values, type }: Field): Argument {
  return {
    name: flagOf(name),
    about: [
      about,
      type === 'strings' ? 'Separate several values by commas.' : '',
      type === 'json' ? 'JSON.' : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    ...(required && { required }),
    ...(type === 'boolean' ? { values: [true, false] } : type !== 'strings' && values && { values }),
  };
}

/** `agentId`: `Agent id`. */
function inWords(parameter: string): string {
  const words = flagOf(parameter).slice(2).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
