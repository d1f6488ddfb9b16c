import type { DerivedValue, DerivedValues } from './model/connection-model.js';

/** What the names of a template stand for; undefined or empty: not known. */
export type Values = Readonly<Record<string, string | undefined>>;

const NAME = /\{([^{}]+)\}/g;

/** Replaces every `{name}`; null when one of them is not known. `encode` is applied to each value. */
export function fillTemplate(
  template: string,
  valueOf: (name: string) => string | undefined,
  encode: (value: string) => string = (value) => value,
): string | null {
  let complete = true;
  const filled = template.replace(NAME, (_, name: string) => {
    const value = valueOf(name);
    if (value === undefined || value === '') complete = false;
    return encode(value ?? '');
  });
  return complete ? filled : null;
}

/** The same over a plain map, from which inherited names are never read. */
export function fillFrom(template: string, values: Values): string | null {
  return fillTemplate(template, (name) => valueIn(values, name));
}

export function valueIn(values: Values, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The values with those that are made of them. */
export function withDerived(values: Values, derived: DerivedValues = {}): Values {
  const made = Object.entries(derived).map(([name, rule]) => [name, derive(values, rule)] as const);
  return { ...values, ...Object.fromEntries(made) };
}

function derive(
  values: Values,
  { field, cases = {}, pattern, as = '', upperCase }: DerivedValue,
): string | undefined {
  const value = valueIn(values, field);
  if (value === undefined) return undefined;
  if (Object.hasOwn(cases, value)) return cases[value];
  const replaced = pattern === undefined ? value : value.replace(new RegExp(pattern), as);
  return upperCase ? replaced.toUpperCase() : replaced;
}
