/** What is looked for in the readings of a body, in pieces (ADR 122). */
import { type FormField, plainName } from '../../../protocols/bodies/form-fields.js';
import type { ValueTest } from '../../../protocols/bodies/found-values.js';
import type { BodyKey } from '../../../protocols/bodies/key-paths.js';
import { ITEMS, type Reading } from '../../../text/reading.js';
import { overridesIn } from '../../matching/method-parameters.js';

/** A part of an answer that is too short to stop in. */
// eslint-disable-next-line require-yield
export function* once(look: () => boolean): Reading<boolean> {
  return look();
}

/** Some field at the key has a value that passes. */
export function* someFieldPasses(
  fields: readonly FormField[],
  key: BodyKey,
  test: ValueTest,
): Reading<boolean> {
  const wanted = plainName(key.dotted);
  for (const [at, { name, value }] of fields.entries()) {
    if (at % ITEMS === ITEMS - 1) yield;
    if (name === wanted && test([value])) return true;
  }
  return false;
}

/** Every field at the key has one. */
export function* everyFieldPasses(
  fields: readonly FormField[],
  key: BodyKey,
  test: ValueTest,
): Reading<boolean> {
  return !(yield* someFieldPasses(fields, key, (values) => !test(values)));
}

/** The methods that parameters in one of the texts name, as `methodSet` takes them. */
export function* namedMethods(said: readonly string[]): Reading<readonly string[]> {
  const named: string[] = [];
  for (const text of said) {
    named.push(...overridesIn(text));
    yield;
  }
  return named;
}
