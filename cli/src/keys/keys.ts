import { closeSync, constants, openSync } from 'node:fs';
import process from 'node:process';
import { CommandFailure } from '../terminal/failure.js';
import { firstLine, textOf } from '../terminal/standard-input.js';

/**
 * How a program is given a key (07 B9, R61): in a variable, in the file that the variable with `_FILE` names, or on standard
 * input, which is `-` in either. The first name that says something wins.
 */
export type KeyNames = readonly [string, ...string[]];

export const API_KEY: KeyNames = ['CREDENTIAL_GATEWAY_API_KEY', 'ONECLI_API_KEY'];
export const RUNNER_TOKEN: KeyNames = ['RUNNER_TOKEN'];
export const OPERATOR_TOKEN: KeyNames = ['OPERATOR_TOKEN'];

/** All are shorter by far. */
const MAX_KEY_BYTES = 4_096;

/** By the first of its names: standard input is read once. At most the three of above. */
const known = new Map<string, string | undefined>();

/** As it was given, whatever it opens; undefined where nothing is said. A file that holds none is an error. */
export async function keyGiven(names: KeyNames): Promise<string | undefined> {
  const [first] = names;
  if (!known.has(first)) known.set(first, await read(names));
  return known.get(first);
}

/** What an earlier program in this process was given; see without-keys.ts. */
export function keepKey([first]: KeyNames, key: string | undefined): void {
  known.set(first, key);
}

async function read(names: KeyNames): Promise<string | undefined> {
  for (const name of names) {
    const given = process.env[name]?.trim();
    if (given === '-')
      return held(await firstLine(name, MAX_KEY_BYTES), name, 'the first line of standard input');
    if (given) return given;
    const variable = `${name}_FILE`;
    const path = process.env[variable];
    if (path === '-')
      return held(await firstLine(name, MAX_KEY_BYTES), variable, 'the first line of standard input');
    if (path) return held(await contentOf(path, variable), variable, path);
  }
  return undefined;
}

/** Also of a pipe, as a shell makes one of `<(...)`. */
async function contentOf(path: string, variable: string): Promise<string> {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY);
    return await textOf(file, MAX_KEY_BYTES);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new CommandFailure(
      `${variable} names ${path}, which cannot be read (${code}).`,
      'AUTH_REQUIRED',
      `correct or unset ${variable}`,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function held(text: string, variable: string, where: string): string {
  const key = text.trim();
  // Printable and in one piece, since it becomes a field of a request.
  if (/^[\x21-\x7e]+$/.test(key) && key.length < MAX_KEY_BYTES) return key;
  throw new CommandFailure(
    `${variable} refers to ${where}, which contains no key.`,
    'AUTH_REQUIRED',
    `correct or unset ${variable}`,
  );
}
