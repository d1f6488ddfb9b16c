import { argumentsOf, EVERYWHERE } from './command-line/arguments.js';
import { commandOf, namesBelow } from './commands.js';
import { split } from './words.js';

/** What could stand in place of the last word. Nothing is asked of the server: it is typed in between. */
export function completions(words: readonly string[]): string[] {
  const begun = words.at(-1) ?? '';
  const said = words.slice(0, -1);
  // Behind it stands another program's line: the shell completes files.
  if (said.includes('--')) return [];
  const { name: before } = split(said);
  const command = commandOf(before);
  const flag = words.at(-2) ?? '';
  const known = command === undefined ? EVERYWHERE : [...argumentsOf(command), ...EVERYWHERE];
  const values = known.find(({ name }) => name === flag)?.values;
  if (values !== undefined) return starting(values.map(String), begun);
  if (begun.startsWith('-'))
    return starting(
      known.map(({ name }) => name).filter((name) => name.startsWith('-')),
      begun,
    );
  const next = namesBelow(before).flatMap((name) => name[before.length] ?? []);
  const own = known
    .filter(({ name }) => !name.startsWith('-'))
    .flatMap((one) => one.values?.map(String) ?? []);
  return starting([...new Set([...next, ...own])], begun);
}

function starting(words: readonly string[], begun: string): string[] {
  return words.filter((word) => word.startsWith(begun));
}
