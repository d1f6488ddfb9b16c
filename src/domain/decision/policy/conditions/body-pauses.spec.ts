import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  organizationPolicy,
  postedFacts,
  publishedRule,
} from '../../../../../test/harness/policy/published-rule.js';
import { evaluate } from '../evaluation/evaluate.js';
import { requestFacts } from './facts.js';
import { InspectedBody } from './inspected-body.js';
import type { BodyCondition, PublishedRule } from '../model.js';

const targets: PublishedRule['targets'] = [
  { kind: 'network', hostPattern: 'x.test', pathPattern: null, method: null },
];
const conditions = (value: string, key?: string): BodyCondition[] => [
  { target: 'body', operator: 'contains', value, ...(key !== undefined && { key }) },
];
const KINDS = [
  { action: 'block' },
  {},
  { requireApproval: true },
  { rateLimit: 1, rateLimitWindow: 'day' },
] as const;

const rule = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    value: fc.constantFrom('gold', 'tin', '"', 'a b', 'é', '1'),
    key: fc.constantFrom(undefined, 'to', 'a.to'),
  })
  .map(({ kind, value, key }) => publishedRule({ targets, conditions: conditions(value, key), ...kind }));

const text = fc
  .array(
    fc.constantFrom(
      'gold',
      'TIN',
      '\\u0067old',
      '%67old',
      '&to=',
      'to',
      '"',
      '{"to":"gold"}',
      '[',
      '+',
      'é',
      '1',
    ),
  )
  .map((parts) => parts.join(''));
const body = fc.oneof(
  text,
  text.map((to) => JSON.stringify({ to, a: [{ to }, { To: 1 }] })),
  // Long enough for more than one piece.
  text.map((said) => JSON.stringify({ to: said.repeat(300), pad: ' '.repeat(9_000) })),
);
const types = fc.subarray(
  ['application/json', 'application/x-www-form-urlencoded', 'text/xml', 'text/plain; charset=utf-16'],
  {
    maxLength: 2,
  },
);

/** What `decide` says of the body when it is stopped at every chance, and how often that is. */
function stoppedAlways<Result>(inspected: InspectedBody, decide: () => Result): [Result, number] {
  for (let turns = 1; ; turns++) {
    const ended = inspected.within(() => true, decide);
    if (ended !== null) return [ended.result, turns];
  }
}

function deciding(rules: readonly PublishedRule[], inspected: InspectedBody) {
  const policy = organizationPolicy(rules);
  const facts = requestFacts(postedFacts(inspected));
  return () => evaluate(policy, facts);
}

describe('a decision about a body that is read in turns (02 §6.8, R26)', () => {
  it('is the one that is made at once', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 1, maxLength: 4 }),
        body,
        types,
        (rules, said, contentTypes) => {
          const inspected = () => new InspectedBody(Buffer.from(said), false, { contentTypes });
          const atOnce = deciding(rules, inspected())();
          const slow = inspected();
          expect(stoppedAlways(slow, deciding(rules, slow))[0]).toEqual(atOnce);
          slow.forgetReadings();
          expect(deciding(rules, slow)()).toEqual(atOnce);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  const MEBIBYTE = 1_048_576;
  it.each([
    ['backslashes', '\\'.repeat(MEBIBYTE), 'text/plain', undefined],
    ['fields', 'a1=b&'.repeat(MEBIBYTE / 5), 'application/x-www-form-urlencoded', 'to'],
    ['objects', `[${'{"to":1},'.repeat(100_000)}{}]`, 'application/json', 'to'],
    ['numbers', `{"to":[${'1e9,'.repeat(250_000)}1]}`, 'application/json', 'to'],
    [
      'texts in texts',
      JSON.stringify([JSON.stringify('\\"'.repeat(100_000))]),
      'application/json',
      undefined,
    ],
  ])('can be left a hundred times in 1 MiB of %s', (_, said, type, key) => {
    const inspected = new InspectedBody(Buffer.from(said), false, { contentTypes: [type] });
    const rules = [publishedRule({ targets, action: 'block', conditions: conditions('forbidden', key) })];
    const [decision, turns] = stoppedAlways(inspected, deciding(rules, inspected));
    expect(decision.kind).toBe('pass');
    expect(turns).toBeGreaterThan(100);
  });

  it('asks no question twice, however often it is stopped', () => {
    const inspected = new InspectedBody(Buffer.from('x'.repeat(100_000)), false);
    const rules = Array.from({ length: 200 }, (_, at) =>
      publishedRule({ targets, action: 'block', conditions: conditions(`absent ${at}`) }),
    );
    const [decision, turns] = stoppedAlways(inspected, deciding(rules, inspected));
    expect(decision.kind).toBe('pass');
    expect(turns).toBeLessThan(200 * 4);
  });

  it('names the methods of forms as it does at once', () => {
    const said = `${'a=b&'.repeat(5_000)}%5fmethod=delete`;
    const slow = new InspectedBody(Buffer.from(said), false);
    expect(stoppedAlways(slow, () => slow.namedMethods)[0]).toEqual(['delete']);
  });
});
