import { argumentsOf, EVERYWHERE } from './command-line/arguments.js';
import { commandsBelow, everyCommand } from './commands.js';
import { isOperation, type Command } from './command-line/command.js';
import type { Argument } from './terminal/line.js';
import { print } from './terminal/output.js';
import { jsonOf, printable } from './terminal/printable.js';
import { strong } from './terminal/table.js';

type Described = readonly [name: string, about: string];

const WIDEST = 80;

const ABOUT = 'Agents call real APIs through the gateway and never hold a credential.';

const EXAMPLES = [
  'cgw auth login                              connect this machine',
  'cgw run -- claude                           a coding agent behind the gateway',
  'cgw secrets create --type generic --name github --host-pattern api.github.com \\',
  "  --header-name authorization --value-format 'Bearer {value}' --value -",
  'cgw agents list --quiet identifier',
];

/** Text, piped or not: help is read by people. The JSON of 07 B10.9 where it is asked for. */
export function help(words: readonly string[], form: unknown, plugins: readonly Described[] = []): void {
  const below = commandsBelow(words);
  const exact = below.find((command) => command.name.length === words.length);
  if (form !== 'json') {
    return print(...(exact === undefined ? overview(words, below, plugins) : usage(exact)));
  }
  const builtIn = below.map((command) => ({
    name: command.name.slice(exact === undefined ? words.length : 0).join(' '),
    description: command.about,
    args: argumentsOf(command).map(({ name, required = false, about }) => ({
      name,
      required,
      description: about,
    })),
  }));
  const ofPlugins = plugins.map(([name, description]) => ({ name, description, args: [] }));
  const commands = [...builtIn, ...ofPlugins];
  const document =
    words.length > 0
      ? { commands }
      : { name: 'cgw', version: CLI_VERSION, description: ABOUT, commands, hint: 'cgw <command> --help' };
  print(jsonOf(document, 2));
}

function overview(
  words: readonly string[],
  below: readonly Command[],
  plugins: readonly Described[],
): string[] {
  const named = [...(words.length > 0 ? below.map(line) : groups()), ...plugins.map(onOneLine)];
  const width = Math.max(...named.map(([name]) => name.length)) + 2;
  return [
    ...(words.length === 0 ? [`cgw ${CLI_VERSION}. ${ABOUT}`, ''] : []),
    `${strong('Usage:')} cgw ${[...words, '<command>'].join(' ')} [flags]`,
    '',
    ...named.map(([name, about]) => `  ${name.padEnd(width)}${about}`),
    ...(words.length === 0 ? ['', strong('Examples:'), ...EXAMPLES.map((example) => `  ${example}`)] : []),
    '',
    `Run cgw ${[...words, '<command>'].join(' ')} --help for details.`,
  ];
}

/** Whoever wrote a plugin chose its description. */
function onOneLine([name, about]: Described): Described {
  return [name, printable(about).slice(0, WIDEST)];
}

function line({ name, about }: Command): Described {
  return [name.join(' '), about];
}

/** One line a group: its commands are a screen of their own. */
function groups(): Described[] {
  const found = new Map<string, string[]>();
  const alone: Described[] = [];
  for (const command of everyCommand()) {
    const [group = '', ...rest] = command.name;
    if (rest.length === 0) alone.push(line(command));
    else found.set(group, [...(found.get(group) ?? []), rest.join(' ')]);
  }
  return [...[...found].map(([group, names]): Described => [group, shortened(names)]), ...alone];
}

function shortened(names: readonly string[]): string {
  const text = names.join(', ');
  return text.length <= WIDEST ? text : `${text.slice(0, text.lastIndexOf(',', 78))}, ...`;
}

export function usage(command: Command): string[] {
  const known = argumentsOf(command);
  const examples = command.examples ?? [];
  return [
    `${command.about}.`.replace(/\.\.$/, '.'),
    '',
    `${strong('Usage:')} cgw ${[...command.name, ...known.filter((one) => one.required).map(said)].join(' ')} [flags]`,
    ...(isOperation(command)
      ? [`${strong('Sends:')} ${command.operation.method} ${command.operation.path}`]
      : []),
    ...section('Flags:', known),
    ...section('Everywhere:', EVERYWHERE),
    ...(examples.length > 0 ? ['', strong('Examples:'), ...examples.map((example) => `  ${example}`)] : []),
  ];
}

function said({ name, alone }: Argument): string {
  return alone === true || !name.startsWith('-') ? name : `${name} <${name.slice(2)}>`;
}

function section(title: string, known: readonly Argument[]): string[] {
  if (known.length === 0) return [];
  const width = Math.max(...known.map(({ name }) => name.length)) + 2;
  return [
    '',
    strong(title),
    ...known.map(({ name, about, values, required }) =>
      `  ${name.padEnd(width)}${[
        about,
        values ? `One of: ${values.join(', ')}.` : '',
        required ? 'Required.' : '',
      ]
        .filter((part) => part !== '')
        .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
        .join(' ')}`.trimEnd(),
    ),
  ];
}
