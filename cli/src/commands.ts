import type { Command } from './command-line/command.js';
import { accountCommands } from './commands/account.js';
import { agentCommands } from './commands/agents.js';
import { appCommands } from './commands/apps.js';
import { approvalCommands } from './commands/approvals.js';
import { configCommands } from './commands/config.js';
import { connectionCommands } from './commands/connections.js';
import { organizationCommands } from './commands/organization.js';
import { operatorCommands } from './commands/operator.js';
import { partnerCommands } from './commands/partner.js';
import { policyCommands } from './commands/policy.js';
import { secretCommands } from './commands/secrets.js';
import { serverCommands } from './commands/server.js';
import { toolCommands } from './commands/tools.js';
import { pluginCommands } from './plugins/plugin.commands.js';
import { runCommand } from './run/run.command.js';
import { runnerCommand } from './runner/runner.command.js';
import { workspaceCommands } from './commands/workspaces.js';

/** In the order of help. */
export function everyCommand(): readonly Command[] {
  return [
    ...accountCommands,
    ...configCommands,
    ...agentCommands,
    ...secretCommands,
    ...appCommands,
    ...connectionCommands,
    ...workspaceCommands,
    ...organizationCommands,
    ...policyCommands,
    ...approvalCommands,
    runCommand,
    runnerCommand,
    ...pluginCommands(isBuiltIn),
    ...toolCommands,
    ...partnerCommands,
    ...operatorCommands,
    ...serverCommands,
  ];
}

/** The command that a line begins with: the longest name wins. */
export function commandOf(words: readonly string[]): Command | undefined {
  return everyCommand()
    .flatMap((command) => namesOf(command).map((name) => ({ command, name })))
    .filter(({ name }) => begins(words, name))
    .sort((a, b) => b.name.length - a.name.length)[0]?.command;
}

/** Whether a line that begins with this word is this program's own, whatever plugins there are (07 B2.5). */
export function isBuiltIn(word: string): boolean {
  return (
    word === 'help' ||
    everyCommand().some(({ name, synonyms = [] }) => [name, ...synonyms].some(([first]) => first === word))
  );
}

/** A command of that name, and those of a group of that name. */
export function commandsBelow(words: readonly string[]): readonly Command[] {
  return everyCommand().filter((command) => namesOf(command).some((name) => begins(name, words)));
}

/** As they can be typed, older spellings among them. */
export function namesBelow(words: readonly string[]): readonly (readonly string[])[] {
  return everyCommand()
    .flatMap(namesOf)
    .filter((name) => begins(name, words));
}

function namesOf({ name, synonyms = [] }: Command): readonly (readonly string[])[] {
  return [name, ...synonyms];
}

function begins(words: readonly string[], with_: readonly string[]): boolean {
  return with_.length <= words.length && with_.every((word, at) => words[at] === word);
}
