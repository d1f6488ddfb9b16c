import process from 'node:process';
import { isObject } from './answers.js';
import type { Arguments } from './line.js';
import { CommandFailure, misused } from './failure.js';
import { jsonOf, printable } from './printable.js';
import { table } from './table.js';

export interface Shown {
  readonly document: unknown;
  readonly columns?: readonly string[];
  /** Where a person would look besides; null where there is no such place. */
  readonly hint: string | null;
}

const LIST_LENGTH = 20;

/** Writes an answer in the form that was asked for (07 B10, R33): JSON where it is piped, a table on a terminal. */
export function show(
  { document, columns, hint }: Shown,
  { flags }: Arguments,
  command: readonly string[],
): void {
  const limited = Array.isArray(document) ? firstOf(document, flags['max'], command) : document;
  if (typeof limited === 'string') return print(limited);
  if (typeof flags['quiet'] === 'string') return print(...bareValues(limited, flags['quiet']));
  const fields =
    typeof flags['fields'] === 'string' ? flags['fields'].split(',').map((one) => one.trim()) : undefined;
  const picked = fields === undefined ? limited : pick(limited, fields);
  const form = flags['output'] ?? (process.stdout.isTTY ? 'table' : 'json');
  if (form === 'table') {
    print(...table(picked, fields ?? columns));
    if (hint !== null && fields === undefined && process.stderr.isTTY) note(hint);
    return;
  }
  if (hint === null || fields !== undefined) return print(jsonOf(picked, 2));
  // By where the document goes and nothing else: a script's reader must not depend on who watches its errors.
  if (!process.stdout.isTTY) return print(jsonOf(withHint(picked, hint), 2));
  print(jsonOf(picked, 2));
  note(hint);
}

export function print(...lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
}

export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

function withHint(document: unknown, hint: string): unknown {
  return Array.isArray(document) ? { hint, data: document } : { hint, ...(document as object) };
}

function firstOf(
  list: readonly unknown[],
  max: string | boolean | undefined,
  command: readonly string[],
): unknown[] {
  const most = max === undefined ? LIST_LENGTH : Number(max);
  if (max === '' || !Number.isSafeInteger(most) || most < 0)
    throw misused('--max must be a number of rows, or 0 for all.', command);
  return most === 0 ? [...list] : list.slice(0, most);
}

function pick(document: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(document)) return document.map((one: unknown) => pick(one, fields));
  if (!isObject(document)) return document;
  return Object.fromEntries(fields.filter((name) => name in document).map((name) => [name, document[name]]));
}

/** Elements that lack it are left out; one object that lacks it is an error (07 B10.3). */
function bareValues(document: unknown, name: string): string[] {
  if (Array.isArray(document))
    return document
      .filter((one) => isObject(one) && one[name] !== undefined)
      .map((one) => bare((one as Record<string, unknown>)[name]));
  if (!isObject(document) || document[name] === undefined)
    throw new CommandFailure(`The response has no "${name}".`);
  return [bare(document[name])];
}

function bare(value: unknown): string {
  if (typeof value !== 'string') return jsonOf(value);
  return process.stdout.isTTY ? printable(value) : value;
}
