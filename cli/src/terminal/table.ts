import process from 'node:process';
import { printable } from './printable.js';

/** A cell is for the eye: whoever needs all of it asks for JSON. */
const WIDEST = 60;
const GAP = '  ';

/** Lists as rows below a heading, objects as a line for each value. */
export function table(document: unknown, columns?: readonly string[]): string[] {
  if (Array.isArray(document)) return rows(document as unknown[], columns);
  const list = listWithin(document);
  if (list !== undefined) return [...rows(list.rows, columns), ...lines(list.rest)];
  return lines(document);
}

function rows(list: readonly unknown[], columns?: readonly string[]): string[] {
  if (list.length === 0) return ['Nothing there.'];
  if (!list.every((one) => typeof one === 'object' && one !== null)) return list.map(cell);
  const names = columns ?? Object.keys(list[0] as object);
  const cells = [names.map(heading), ...list.map((one) => names.map((name) => cell(at(one, name))))];
  return aligned(cells).map((line, index) => (index === 0 ? strong(line) : line));
}

function lines(document: unknown): string[] {
  if (typeof document !== 'object' || document === null)
    return document === undefined ? [] : [cell(document)];
  return aligned(Object.entries(document).map(([name, value]) => [heading(name), whole(value)]));
}

/** Pages come as an object around a list: `{data, nextCursor}`. */
function listWithin(document: unknown): { rows: unknown[]; rest: object } | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  const found = Object.entries(document).find(
    ([name, value]) => ['data', 'items', 'logs', 'requests'].includes(name) && Array.isArray(value),
  );
  if (found === undefined) return undefined;
  const rest = Object.entries(document).filter(([name, value]) => name !== found[0] && value !== null);
  return { rows: found[1] as unknown[], rest: Object.fromEntries(rest) };
}

/** The last column runs free, so that a long value can be selected. */
function aligned(cells: readonly (readonly string[])[]): string[] {
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => [...(row[column] ?? '')].length)),
  );
  return cells.map((row) =>
    row
      .map((text, column) => text + ' '.repeat(Math.max(0, (widths[column] ?? 0) - [...text].length)))
      .join(GAP)
      .trimEnd(),
  );
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null)?.[name], value);
}

function cell(value: unknown): string {
  const text = whole(value);
  return [...text].length <= WIDEST ? text : `${[...text].slice(0, WIDEST - 1).join('')}…`;
}

/** Control characters of a name somebody chose do not reach the terminal. */
function whole(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text =
    Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? value.join(', ')
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  return printable(text);
}

function heading(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toUpperCase();
}

/** Never where it is not wanted (no-color.org). */
export function strong(text: string): string {
  const wanted = process.stdout.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
  return wanted ? `\u001b[1m${text}\u001b[22m` : text;
}
