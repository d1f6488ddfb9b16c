import process from 'node:process';
import type { Arguments } from './line.js';
import { CommandFailure, misused } from './failure.js';
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
  const hinted =
    hint === null || fields !== undefined || process.stderr.isTTY ? picked : withHint(picked, hint);
  if (hinted === picked && hint !== null && fields === undefined) note(hint);
  print(JSON.stringify(hinted, null, 2));
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
  if (!Number.isSafeInteger(most) || most < 0)
    throw misused('--max is a number of rows, 0 for all.', command);
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
      .map((one) => bare((one as Shape)[name]));
  if (!isObject(document) || document[name] === undefined)
    throw new CommandFailure(`The answer has no "${name}".`);
  return [bare(document[name])];
}

function bare(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Shape = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
