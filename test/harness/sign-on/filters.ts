/** Filters of SCIM as nobody would think of them: right ones at random, and hostile ones. */
import fc from 'fast-check';

/** A filter that is right, as a tree. */
export type Shape =
  | { kind: 'compare'; attribute: string; operator: string; value: string | boolean }
  | { kind: 'present'; attribute: string }
  | { kind: 'not'; part: Shape }
  | { kind: 'and' | 'or'; parts: [Shape, Shape] };

const TEXTS = [
  'id',
  'userName',
  'externalId',
  'displayName',
  'name.givenName',
  'name.familyName',
  'emails.value',
  'emails.type',
];

const leaf: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    attribute: fc.constantFrom(...TEXTS),
    operator: fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'),
    value: fc.constantFrom(
      '',
      'a',
      'A',
      'ab',
      'b',
      '%',
      '_',
      'é',
      '.test',
      'p1',
      'work',
      '"',
      '\\',
      'p3.b@x.test',
      'P3.B@X.TEST',
    ),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    attribute: fc.constantFrom('active', 'emails.primary'),
    operator: fc.constantFrom('eq', 'ne'),
    value: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('present' as const),
    attribute: fc.constantFrom(...TEXTS, 'emails', 'meta.created'),
  }),
);

export const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ kind: fc.constant('not' as const), part: tie('shape') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.tuple(tie('shape'), tie('shape')),
    }),
  ),
}));

export function written(one: Shape): string {
  switch (one.kind) {
    case 'compare':
      return `${one.attribute} ${one.operator} ${JSON.stringify(one.value)}`;
    case 'present':
      return `${one.attribute} pr`;
    case 'not':
      return `not (${written(one.part)})`;
    default:
      return `(${written(one.parts[0])} ${one.kind} ${written(one.parts[1])})`;
  }
}

const piece = fc.constantFrom(
  'userName',
  'eq',
  'pr',
  'and',
  'or',
  'not',
  '(',
  ')',
  '[',
  ']',
  '].',
  '"',
  '"a"',
  '"%\'; --"',
  'emails',
  'value',
  'type',
  '\\',
  '\u0000',
  'null',
  'true',
  '1e999',
  '.',
  ':',
  'urn:ietf:params:scim:schemas:core:2.0:User:active',
  'co',
  'meta.created',
  '"2026-01-01T00:00:00Z"',
  '"9999-99-99"',
  'gt',
  'id',
  '\ud800',
  'name',
  '__proto__',
  'members',
);
/** Pieces of filters in any order, anything at all, and filters that are right. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(' ')),
  fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  shape.map(written),
);
