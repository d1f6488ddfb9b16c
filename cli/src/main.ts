import process from 'node:process';
import { parsed } from './command-line/arguments.js';
import type { Arguments } from './terminal/line.js';
import { isOperation, type Answer, type Command } from './command-line/command.js';
import { commandOf, commandsBelow, isBuiltIn } from './commands.js';
import { completions } from './complete.js';
import { CommandFailure } from './terminal/failure.js';
import { help } from './help.js';
import { reasonOf } from './keys/folders.js';
import { note, print, show } from './terminal/output.js';
import { jsonOf } from './terminal/printable.js';
import { requested } from './commands/request.js';
import { ofCommand } from './server/server-failure.js';
import { Session } from './server/session.js';
import { withoutKeys } from './without-keys.js';
import { split } from './words.js';

// Whoever reads has read enough, as in `cgw agents list | head`; or there is no room for what was asked for.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.exit(failed(new CommandFailure(`The output cannot be written: ${reasonOf(error)}.`)));
});
process.stderr.on('error', () => undefined);

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = failed(ofCommand(error));
}

async function run(line: readonly string[]): Promise<number> {
  if (line[0] === '__complete') {
    const { pluginCompletions } = await import('./plugins/plugin-words.js');
    print(...completions(line.slice(1)), ...pluginCompletions(line.slice(1)));
    return 0;
  }
  if (line.length === 1 && ['-V', '--version'].includes(line[0]!)) {
    print(CLI_VERSION);
    return 0;
  }
  const { name, rest, flags } = split(line);
  const [first] = name;
  if (first !== undefined && !isBuiltIn(first)) {
    const { dispatch } = await import('./plugins/dispatch.js');
    const status = await dispatch(first, line.slice(flags.length + 1), flags);
    if (status !== undefined) return status;
  }
  const command = commandOf(name);
  const ours =
    command !== undefined && passes(command) && line.includes('--')
      ? line.slice(0, line.indexOf('--'))
      : line;
  const asked =
    line.length === 0 || name[0] === 'help' || ['--help', '-h'].some((flag) => ours.includes(flag));
  if (command === undefined || asked) {
    const words = name[0] === 'help' ? name.slice(1) : (command?.name ?? name);
    if (commandsBelow(words).length === 0) throw unknown(words);
    const { pluginsInWords } = await import('./plugins/plugin-words.js');
    help(words, formOf(ours), words.length > 0 ? [] : pluginsInWords());
    return 0;
  }
  return answered(command, parsed([...flags, ...rest], command));
}

async function answered(command: Command, given: Arguments): Promise<number> {
  if (!isOperation(command) && command.keys !== undefined) await withoutKeys(command.keys);
  const session = new Session(given);
  const answer: Answer = isOperation(command)
    ? await requested(command, session, given)
    : await command.run(session, given);
  if ('status' in answer) return answer.status;
  // Only of a server that answered: there is nothing to see otherwise. It leads to its dashboard where there is one.
  const hint = answer.hint === false || !session.answered ? null : `Open in a browser: ${session.origin}`;
  show({ document: answer.document, columns: answer.columns, hint }, given, command.name);
  return 0;
}

/** Behind its `--` a `--help` is somebody else's. */
function passes(command: Command): boolean {
  return !isOperation(command) && command.passes === true;
}

function formOf(flags: readonly string[]): string | undefined {
  const at = flags.indexOf('--output');
  return at >= 0
    ? flags[at + 1]
    : flags.find((flag) => flag.startsWith('--output='))?.slice('--output='.length);
}

function unknown(name: readonly string[]): CommandFailure {
  return new CommandFailure(`There is no command "${name.join(' ')}".`, 'NOT_FOUND', 'cgw --help');
}

/** JSON where it is piped, for scripts; a sentence and what to do on a terminal. A fault of ours keeps its stack. */
function failed(error: unknown): number {
  if (!(error instanceof CommandFailure)) {
    note((error as Error).stack ?? String(error));
    return 1;
  }
  const { message, code, action } = error;
  if (process.stderr.isTTY) note(action === undefined ? message : `${message}\n  → ${action}`);
  else note(jsonOf({ error: message, code, ...(action !== undefined && { action }) }));
  return error.exitStatus;
}
