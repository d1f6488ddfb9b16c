import { EVERYWHERE } from './command-line/arguments.js';
import { commandOf } from './commands.js';

/** A line in its parts: flags before the command's name, the name with what may follow it, and the rest. */
export interface Words {
  readonly name: readonly string[];
  readonly rest: readonly string[];
  readonly flags: readonly string[];
}

const SHORT_WITH_VALUE = ['-w', '-p'];
const ALONE = new Set(EVERYWHERE.filter(({ alone }) => alone).map(({ name }) => name));

/** Flags that every command has may stand before its name: `cgw -w main agents list`. */
export function split(line: readonly string[]): Words {
  let at = 0;
  while (at < line.length && line[at]!.startsWith('-') && line[at] !== '--') {
    const word = line[at]!;
    const takesValue =
      !word.includes('=') && !ALONE.has(word) && (word.startsWith('--') || SHORT_WITH_VALUE.includes(word));
    at += takesValue ? 2 : 1;
  }
  const words = line.slice(at);
  const length = words.findIndex((word) => word.startsWith('-'));
  const named = length < 0 ? words : words.slice(0, length);
  const depth = depthOf(named);
  return { flags: line.slice(0, at), name: named.slice(0, depth), rest: words.slice(depth) };
}

/** How many of the words are the name of a command: the rest are its own. */
function depthOf(named: readonly string[]): number {
  for (let depth = named.length; depth > 0; depth -= 1) {
    const words = named.slice(0, depth);
    const command = commandOf(words);
    if (
      command !== undefined &&
      [command.name, ...(command.synonyms ?? [])].some((name) => name.length === depth)
    )
      return depth;
  }
  return named.length;
}
