import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import {
  organizationPolicy,
  postedFacts,
  publishedRule,
} from '../../../../../test/harness/policy/published-rule.js';
import { evaluate } from '../evaluation/evaluate.js';
import { requestFacts } from './facts.js';
import { type BodyClaims, InspectedBody } from './inspected-body.js';
import type { PublishedRule } from '../model.js';

type Body = string | Buffer;

interface Sent extends BodyClaims {
  type?: string;
  truncated?: boolean;
}

const TARGETS: PublishedRule['targets'] = [
  { kind: 'network', hostPattern: 'x.test', pathPattern: null, method: null },
];
const contains = (value: string, key?: string): Partial<PublishedRule> => ({
  conditions: [{ target: 'body', operator: 'contains', value, ...(key !== undefined && { key }) }],
});
const rule = (more: Partial<PublishedRule>): PublishedRule => publishedRule({ targets: TARGETS, ...more });
const BLOCK = { action: 'block' } as const;
const LIMIT = { rateLimit: 1, rateLimitWindow: 'day' } as const;
const CLOSED = rule({ isDefault: true, action: 'block', coverage: 'all', targets: [] });

/** What a set of organization rules says: `block`, `default-block`, or what a passing request has to go through. */
function verdict(
  rules: PublishedRule[],
  body: Body,
  { type, truncated = false, ...claims }: Sent = {},
): string {
  const policy = organizationPolicy(rules);
  const contentTypes = type === undefined ? [] : [type];
  const inspected = new InspectedBody(Buffer.from(body as string), truncated, { contentTypes, ...claims });
  const facts = postedFacts(inspected);
  const decision = evaluate(policy, requestFacts(facts));
  if (decision.kind !== 'pass') return decision.kind;
  return decision.approval ? 'approval' : decision.limits.length > 0 ? 'limited' : 'pass';
}

/** Whether a rule that restricts matches (it blocks), and one that opens (it is the only way in). */
function matches(
  condition: Partial<PublishedRule>,
  body: Body,
  sent: Sent = {},
): [restricts: boolean, opens: boolean] {
  const blocked = verdict([rule({ ...BLOCK, ...condition })], body, sent) === 'block';
  for (const [more, expected] of [
    [{ requireApproval: true }, 'approval'],
    [LIMIT, 'limited'],
  ] as const)
    expect(verdict([rule({ ...more, ...condition })], body, sent)).toBe(blocked ? expected : 'pass');
  return [blocked, verdict([rule(condition), CLOSED], body, sent) === 'pass'];
}

const JSON_TYPE = { type: 'application/json' };
const FORM_TYPE = { type: 'application/x-www-form-urlencoded' };
const BOTH = [true, true];
const RESTRICTS = [true, false];
const NEITHER = [false, false];

describe('conditions with a key (R26)', () => {
  const gold = contains('gold', 'to');

  it.each<[body: Body, sent: Sent, expected: boolean[]]>([
    ['{"to":"gold"}', {}, BOTH],
    ['{"to":"gold"}', JSON_TYPE, BOTH],
    ['\ufeff{"to":"GOLD"}', JSON_TYPE, BOTH],
    ['{"to":"tin","note":"gold"}', JSON_TYPE, NEITHER],
    ['{"to":"gold","to":"tin"}', JSON_TYPE, RESTRICTS],
    ['{"to":"tin","to":"gold"}', JSON_TYPE, RESTRICTS],
    ['{"to":"gold","to":"more gold"}', JSON_TYPE, BOTH],
    ['{"To":"gold"}', JSON_TYPE, RESTRICTS],
    ['{"to":"tin","TO":"gold"}', JSON_TYPE, RESTRICTS],
    ['{"to":"\\u0067ol\\u0064"}', JSON_TYPE, BOTH],
    ['{"\\u0074o":"gold"}', JSON_TYPE, BOTH],
    // Not what it says: nothing is known.
    ['tin', JSON_TYPE, RESTRICTS],
    ['{"to":"tin"} {"to":"tin"}', JSON_TYPE, RESTRICTS],
    ['{"to":"tin",}', JSON_TYPE, RESTRICTS],
    ['{/**/"to":"tin"}', JSON_TYPE, RESTRICTS],
    ['{"to":"t\xff"}', { type: 'application/json' }, NEITHER],
    [Buffer.from('{"to":"tin\xff"}', 'latin1'), JSON_TYPE, RESTRICTS],
    ['{"to":"tin"}', { type: 'application/json; charset=utf-7' }, RESTRICTS],
    ['{"to":"tin"}', { type: 'multipart/form-data; boundary=b' }, RESTRICTS],
    ['{"to":"tin"}', { type: 'multipart/form-data' }, RESTRICTS],
    ['{"to":"tin"}', { contentTypes: ['application/json', 'multipart/mixed; boundary=b'] }, RESTRICTS],
    ['{"to":"tin"}', { ...JSON_TYPE, garbled: true }, RESTRICTS],
    ['{"to":"tin"}\n{to}', { type: 'application/x-ndjson' }, RESTRICTS],
    // Other texts of the same bytes.
    [Buffer.from('{"to":"gold"}', 'utf16le'), {}, RESTRICTS],
    [Buffer.from('{"to":"gold"}', 'utf16le').swap16(), JSON_TYPE, RESTRICTS],
    [Buffer.from('{"to":"gold"}', 'utf16le'), { type: 'application/json; charset=utf-16' }, RESTRICTS],
    [Buffer.from('{"to":"tin"}', 'utf16le'), { type: 'application/json; charset=utf-16' }, NEITHER],
    // A form that is also JSON, and the reverse.
    ['{"to":"tin","x":"&to=gold&"}', JSON_TYPE, RESTRICTS],
    ['{"to":"tin","x":"&to=gold&"}', FORM_TYPE, RESTRICTS],
    ['{"to":"tin","x":";t%6f%5b0%5d=%67old"}', {}, RESTRICTS],
    ['{"to":"gold","x":"&to=tin&"}', JSON_TYPE, RESTRICTS],
    ['{"to":"gold"}', FORM_TYPE, RESTRICTS],
    ['{"to":"tin"}', FORM_TYPE, NEITHER],
    ['to=gold', FORM_TYPE, RESTRICTS],
    ['TO%5B%5D=%67old', FORM_TYPE, RESTRICTS],
    ['to=tin', FORM_TYPE, NEITHER],
    ['to=g%6fld', JSON_TYPE, RESTRICTS],
    // No JSON: the whole text counts, in all its notations.
    ['gold', {}, RESTRICTS],
    ["{to:'g\\x6fld'}", {}, RESTRICTS],
    ['tin', {}, NEITHER],
    ['<to>g&#111;ld</to>', { type: 'application/xml' }, RESTRICTS],
    ['<to>tin</to>', { type: 'application/xml' }, NEITHER],
    ['<!DOCTYPE a [<!ENTITY b "x">]><to>tin</to>', { type: 'application/xml' }, RESTRICTS],
    // Cut: what follows is not known, unless nothing of it has names.
    ['{"to":"tin","x":"', { ...JSON_TYPE, truncated: true }, RESTRICTS],
    ['{"to":"tin","x":"', { truncated: true, type: 'text/plain' }, RESTRICTS],
    ['{"to":"gold"}', { truncated: true }, RESTRICTS],
    ['a=1&b=', { ...FORM_TYPE, truncated: true }, RESTRICTS],
    ['tin', { type: 'text/plain', truncated: true }, NEITHER],
    ['tin gold', { type: 'text/plain', truncated: true }, RESTRICTS],
    // What the bytes were before they were decoded is a form to servers that decode nothing.
    ['{"to":"tin"}', { ...JSON_TYPE, encoded: [Buffer.from('\x1f\x8b&to=gold&', 'latin1')] }, RESTRICTS],
    ['{"to":"tin"}', { ...JSON_TYPE, encoded: [Buffer.from('\x1f\x8b gold', 'latin1')] }, NEITHER],
    ['{"to":"gold"}', { ...JSON_TYPE, encoded: [gzipSync('{"to":"gold"}')] }, BOTH],
    ['{"to":"gold"}', { ...JSON_TYPE, encoded: [Buffer.alloc(1)], ambiguous: true }, RESTRICTS],
    ['', {}, NEITHER],
    ['', JSON_TYPE, NEITHER],
  ])('%s %j', (body, sent, expected) => {
    expect(matches(gold, body, sent)).toEqual(expected);
  });

  it('numbers are what they are written as and what they are', () => {
    expect(matches(contains('4200', 'n'), '{"n":42e2}')).toEqual(RESTRICTS);
    expect(matches(contains('4200', 'n'), '{"n":4200.0}')).toEqual(BOTH);
    expect(matches(contains('9007199254740993', 'n'), '{"n":9007199254740993}')).toEqual(RESTRICTS);
    expect(matches(contains('true', 'n'), '{"n":true}')).toEqual(BOTH);
    expect(matches(contains('null', 'n'), '{"n":null}')).toEqual(NEITHER);
  });

  it('several conditions of several rules are each answered from their own place', () => {
    const both = {
      conditions: [...(contains('gold', 'to').conditions as []), ...(contains('1', 'a.b').conditions as [])],
    };
    expect(matches(both, '{"to":"gold","a":{"b":1}}')).toEqual(BOTH);
    expect(matches(both, '{"to":"gold","a":{"b":2,"c":1},"b":1}')).toEqual(NEITHER);
    expect(
      verdict(
        [rule({ ...BLOCK, ...contains('x', 'p') }), rule({ ...BLOCK, ...contains('y', 'q') })],
        '{"p":"y","q":"x"}',
      ),
    ).toBe('pass');
  });
});

describe('conditions without a key (R26)', () => {
  const wire = contains('wire-transfer');

  it.each<[body: Body, sent: Sent, expected: boolean[]]>([
    ['a WIRE-transfer', {}, BOTH],
    ['{"a":"wire-transfer"}', JSON_TYPE, BOTH],
    ['{"a":"wire\\u002dtransfer"}', JSON_TYPE, RESTRICTS],
    ['wire\\u002Dtransfer', { type: 'text/plain' }, RESTRICTS],
    ['a=wire%2dtransfer', FORM_TYPE, RESTRICTS],
    ['a=wire-transfer', FORM_TYPE, BOTH],
    ['a=wire-transfer&a=x', FORM_TYPE, RESTRICTS],
    ['a=%7b%22b%22:%22wire%5cu002dtransfer%22%7d', FORM_TYPE, RESTRICTS],
    ['{"a":"wire-transfer","a":"x"}', JSON_TYPE, RESTRICTS],
    ['<a>wire<!-- -->-tr&#97;nsfer</a>', { type: 'text/xml' }, RESTRICTS],
    ['a love letter', {}, NEITHER],
    ['{"a":1}', JSON_TYPE, NEITHER],
    ['a love letter', JSON_TYPE, RESTRICTS],
    ['a love letter', { garbled: true }, RESTRICTS],
    ['a wire-transfer', { garbled: true }, RESTRICTS],
    ['a wire-transfer', { ambiguous: true }, RESTRICTS],
    // A longer body is judged on its prefix (02 §6.8.2).
    ['{"a":"love', { ...JSON_TYPE, truncated: true }, NEITHER],
    ['{"a":"wire-transfer', { ...JSON_TYPE, truncated: true }, BOTH],
    [Buffer.from('{"a":"é').subarray(0, -1), { ...JSON_TYPE, truncated: true }, NEITHER],
    ['{"a",', { ...JSON_TYPE, truncated: true }, RESTRICTS],
    [Buffer.from('wire-transfer', 'utf16le'), {}, RESTRICTS],
    ['{"a":1}', { encoded: [Buffer.from('\x1f\x8b wire-transfer', 'latin1')] }, RESTRICTS],
    [
      '--b\r\nContent-Transfer-Encoding: base64\r\n\r\neA==\r\n--b--',
      { type: 'multipart/form-data; boundary=b' },
      RESTRICTS,
    ],
    ['--b\r\na: b\r\n\r\nx\r\n--b--', { type: 'multipart/form-data; boundary=b' }, NEITHER],
    ['--b\r\na: b\r\n\r\nwire-transfer\r\n--b--', { type: 'multipart/form-data; boundary=b' }, BOTH],
  ])('%s %j', (body, sent, expected) => {
    expect(matches(wire, body, sent)).toEqual(expected);
  });

  it('what a body costs is bounded whatever the rules are; beyond that it cannot be read', () => {
    const body = 'x'.repeat(1 << 20);
    const rules = (count: number) =>
      Array.from({ length: count }, (_, at) => rule({ ...BLOCK, ...contains(`absent ${at}`) }));
    expect(verdict(rules(200), body)).toBe('pass');
    expect(verdict(rules(300), body)).toBe('block');
    expect(
      verdict(
        [
          ...rules(0),
          ...Array.from({ length: 300 }, (_, at) => rule(contains(`x${'x'.repeat(at)}y`))),
          CLOSED,
        ],
        body,
      ),
    ).toBe('default-block');
  });
});

describe('a rate limit both restricts and opens (R26)', () => {
  const doubtful = '{"to":"gold","to":"tin"}';
  const limited = rule({ ...LIMIT, ...contains('gold', 'to') });

  it('in doubt it counts, and opens nothing', () => {
    expect(verdict([limited], doubtful)).toBe('limited');
    expect(verdict([limited, CLOSED], doubtful)).toBe('default-block');
    expect(verdict([limited, rule(BLOCK), CLOSED], doubtful)).toBe('block');
    expect(verdict([limited, rule({ requireApproval: true })], doubtful)).toBe('approval');
    expect(verdict([limited, rule({}), CLOSED], doubtful)).toBe('limited');
    expect(verdict([limited, limited, CLOSED], doubtful)).toBe('default-block');
  });

  it('without doubt it is the first match', () => {
    for (const after of [CLOSED, rule(BLOCK)])
      expect(verdict([limited, after], '{"to":"gold"}')).toBe('limited');
    expect(verdict([limited, CLOSED], '{"to":"tin"}')).toBe('default-block');
  });
});

// --- any document, and any rewriting of it that some reader reads alike ------------------------------------------

type Value = string | Member[] | { items: Value[] };
interface Member {
  name: string;
  value: Value;
}

const NAMES = ['to', 'items', 'kind'];
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value; members: Member[] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('gold', 'tin', 'a "gold" bar', '&to=', ''),
    tie('members'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => ({ items })),
  ),
  members: fc.array(
    fc.record({ name: fc.constantFrom(...NAMES, 'To', 'KIND', 'other'), value: tie('value') }),
    { maxLength: 5 },
  ),
})).members;

/** Values at the path as a reader sees them that takes the first or the last of equal names, in any case or not. */
function readBy(found: Value, path: readonly string[], last: boolean, anyCase: boolean): string[] {
  if (typeof found === 'string') return path.length === 0 ? [found] : [];
  if ('items' in found) return found.items.flatMap((item) => readBy(item, path, last, anyCase));
  const [name, ...rest] = path;
  if (name === undefined) return [];
  const same = found.filter((member) => (anyCase ? member.name.toLowerCase() : member.name) === name);
  const member = last ? same.at(-1) : same[0];
  return member === undefined ? [] : readBy(member.value, rest, last, anyCase);
}

/** Written with any letters of strings as escapes; `escape` says for each letter in turn. */
function written(found: Value, escape: (letter: string) => boolean): string {
  const quoted = (text: string) =>
    `"${[...text].map((letter) => (escape(letter) || letter === '"' ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter)).join('')}"`;
  if (typeof found === 'string') return quoted(found);
  if ('items' in found) return `[${found.items.map((item) => written(item, escape)).join(' , ')}]`;
  return `{${found.map((member) => `${quoted(member.name)} :${written(member.value, escape)}`).join(',')}}`;
}

it('a block sees what any common reader sees, an allow needs all of them', () => {
  fc.assert(
    fc.property(
      value,
      fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
      fc.infiniteStream(fc.boolean()),
      (document, path, coins) => {
        const text = written(document, () => coins.next().value);
        const readers = [false, true].flatMap((last) =>
          [false, true].map((any) => readBy(document, path, last, any)),
        );
        const sees = readers.map((values) => values.some((each) => each.includes('gold')));
        const [restricts, opens] = matches(contains('gold', path.join('.')), text, JSON_TYPE);
        if (sees.includes(true)) expect(restricts).toBe(true);
        if (opens) expect(sees).toEqual([true, true, true, true]);
        const keys = JSON.stringify(document);
        if (!keys.includes('gold')) expect(restricts).toBe(false);
      },
    ),
    { numRuns: 1_000 },
  );
});
