/** What a body says about an own client, merged with what is stored (03 §6). Pure. */
import type { ClientConfig, ClientField } from '../../../domain/decision/catalog/model/connection-model.js';

const MAX_VALUE = 16_384;

/** All fields of a client; those that are not known are absent. */
export type ClientValues = Readonly<Record<string, string>>;

/** The declared fields of the body; null when it is none of these bodies. Unknown keys are dropped. */
export function readClientBody(body: unknown, { fields }: ClientConfig): ClientValues | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const values = Object.values(body);
  if (!values.every((value) => typeof value === 'string' && value.length <= MAX_VALUE && isStorable(value)))
    return null;
  const given = fields.flatMap(({ name }) => {
    const value = Object.hasOwn(body, name) ? (body as ClientValues)[name]!.trim() : '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** Whether a client can be stored and used for what it connected before. */
export function isComplete(values: ClientValues, { fields }: ClientConfig): boolean {
  return fields.every((field) => !isRequired(field) || hasValue(values, field));
}

/** Names of the fields without which the client connects nothing new. */
export function missingFields(values: ClientValues, { fields }: ClientConfig): string[] {
  return fields.filter((field) => !hasValue(values, field)).map(({ name }) => name);
}

/** Whether nothing changes that accounts of the client depend on: only fields that are not required do. */
export function changesOptionalFieldsOnly(
  before: ClientValues,
  given: ClientValues,
  { fields }: ClientConfig,
): boolean {
  const changed = fields.filter(({ name }) => given[name] !== undefined && given[name] !== before[name]);
  return changed.length > 0 && !changed.some(isRequired);
}

const isRequired = ({ required = true }: ClientField): boolean => required;

function hasValue(values: ClientValues, { name }: ClientField): boolean {
  return (values[name] ?? '') !== '';
}

/** What may be shown and what may not. */
export function partedBySecrecy(
  values: ClientValues,
  { fields }: ClientConfig,
): { settings: ClientValues; secrets: ClientValues } {
  const of = (secret: boolean): ClientValues =>
    Object.fromEntries(
      fields
        .filter((field) => field.secret === secret && values[field.name])
        .map(({ name }) => [name, values[name]!]),
    );
  return { settings: of(false), secrets: of(true) };
}

function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}
