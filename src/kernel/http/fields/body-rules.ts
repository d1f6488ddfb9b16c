import { ApiExtension } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';

/**
 * What spans the fields of one body: at least one of them, exactly one, one that another needs. A rule is a check
 * and the JSON Schema that says the same, so that the document and the server cannot disagree.
 */

type Schema = Readonly<Record<string, unknown>>;
type Body = Readonly<Record<string, unknown>>;

export interface BodyRule {
  readonly schema: Schema;
  /** What is wrong with a body whose fields are good one by one; absent where a later layer has to word it. */
  readonly problemOf?: (body: Body) => string | null;
}

/** Carries the schemas through the document builder, which knows nothing of such keywords on a class. */
export const BODY_RULES_EXTENSION = 'x-body-rules';

const RULES = Symbol('body-rules');

/** Judged after the fields, in the order given; `schema` rules are documentation alone. */
export function BodyRules(...rules: readonly BodyRule[]): ClassDecorator {
  return applyDecorators(
    ApiExtension(
      BODY_RULES_EXTENSION,
      rules.map(({ schema }) => schema),
    ),
    (target: object) => Reflect.defineMetadata(RULES, rules, target),
  );
}

/** The first rule the body breaks, in words; null when there is none. */
export function brokenRuleOf(type: object, body: object): string | null {
  const rules = (Reflect.getMetadata(RULES, type) ?? []) as readonly BodyRule[];
  for (const { problemOf } of rules) {
    const problem = problemOf?.(body as Body) ?? null;
    if (problem !== null) return problem;
  }
  return null;
}

/** An explicit `null` counts as given: it says that something shall be cleared. */
export function atLeastOneOf(
  fields: readonly string[],
  message = 'At least one field must be provided',
): BodyRule {
  return {
    schema: { anyOf: fields.map((field) => given(field)) },
    problemOf: (body) => (fields.some((field) => body[field] !== undefined) ? null : message),
  };
}

/** For fields whose `null` is read as absent. */
export function exactlyOneOf([one, other]: readonly [string, string], message: string): BodyRule {
  const only = (present: string, absent: string): Schema => ({
    required: [present],
    properties: { [present]: { not: { type: 'null' } }, [absent]: { type: 'null' } },
  });
  return {
    schema: { anyOf: [only(one, other), only(other, one)] },
    problemOf: (body) => ((body[one] === undefined) === (body[other] === undefined) ? message : null),
  };
}

/** Documents that `fields` may not be missing where `given` holds; a later layer refuses it in its own words. */
export function requiredUnless(unless: Schema, ...fields: readonly string[]): BodyRule {
  return { schema: { anyOf: [unless, given(...fields)] } };
}

/** The schema of a body whose `field` is one of the values; an absent one only passes with `absent`. */
export function fieldIn(
  field: string,
  values: readonly string[],
  absent: 'absent' | 'given' = 'given',
): Schema {
  return {
    properties: { [field]: { enum: values } },
    ...(absent === 'given' && { required: [field] }),
  };
}

/** The schema of a body that has all of the fields. */
export function given(...fields: readonly string[]): Schema {
  return { required: fields, properties: Object.fromEntries(fields.map((field) => [field, {}])) };
}

/** The schema of a body that has none of the fields. */
export function without(...fields: readonly string[]): Schema {
  return { not: { anyOf: fields.map((field) => given(field)) } };
}

/** Carries the mark through the document builder, which knows no such keyword on a class. */
export const STRICT_EXTENSION = 'x-strict';

const STRICT = Symbol('strict');

/** Marks a DTO whose unknown keys are a `400` (01 §1.8); elsewhere they are ignored. */
export function Strict(): ClassDecorator {
  return applyDecorators(ApiExtension(STRICT_EXTENSION, true), (target: object) =>
    Reflect.defineMetadata(STRICT, true, target),
  );
}

export function isStrict(type: object): boolean {
  return Reflect.getMetadata(STRICT, type) === true;
}
