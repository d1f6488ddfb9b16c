/** The fields of a form that are of the chosen way to connect (03 §5.1). Pure. */
import type {
  ConnectionField,
  ConnectMethod,
} from '../../../domain/decision/catalog/model/connection-model.js';
import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';

const MAX_VALUE = 16_384;

/** The app's own way, or the one a body names; null when the app has none of that name. */
export function methodOf({ connection }: CatalogApp, name: string | undefined): ConnectMethod | null {
  if (name === undefined || name === connection.wireType) return connection;
  return connection.alternatives?.find(({ method }) => method === name) ?? null;
}

export function isDirect({ kind }: ConnectMethod): boolean {
  return kind === 'fields' || kind === 'import';
}

/** Which group of fields is filled in; null for forms without groups. */
export function groupOf(
  { groupWhen }: ConnectMethod,
  given: Readonly<Record<string, unknown>>,
): string | null {
  if (groupWhen === undefined) return null;
  return textIn(given, groupWhen.field) === '' ? groupWhen.otherwise : groupWhen.given;
}

/** The known fields, trimmed; or what is wrong with the first one that is, in words. */
export function readFields(
  method: ConnectMethod,
  given: Readonly<Record<string, unknown>>,
): { values: Record<string, string> } | { problem: string } {
  const group = groupOf(method, given);
  const fields = (method.fields ?? []).filter((field) => field.group === undefined || field.group === group);
  for (const field of fields) {
    const problem = problemOf(field, given, method.kind === 'fields');
    if (problem !== null) return { problem };
  }
  const read = fields.map(({ name }) => [name, textIn(given, name)] as const);
  return { values: Object.fromEntries(read.filter(([, value]) => value !== '')) };
}

function problemOf(
  field: ConnectionField,
  given: Readonly<Record<string, unknown>>,
  oneLine: boolean,
): string | null {
  const { name, label, required, pattern } = field;
  const sent = Object.hasOwn(given, name) ? given[name] : undefined;
  if (sent !== undefined && sent !== null && typeof sent !== 'string') return `${label} must be a text`;
  const value = textIn(given, name);
  if (value === '') return required ? `${label} is required` : null;
  if (value.length > MAX_VALUE) return `${label} must be at most ${MAX_VALUE} characters`;
  // A key stands in a header as it is; keys in PEM, which imports take, have lines.
  if ((oneLine ? /\p{Cc}/u.test(value) : value.includes('\u0000')) || !value.isWellFormed())
    return `${label} contains a character that is not allowed`;
  if (pattern !== undefined && !new RegExp(pattern).test(value)) return `${label} is not valid`;
  return null;
}

function textIn(given: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  return typeof value === 'string' ? value.trim() : '';
}
