/**
 * No spelling that some server takes for a blocked path passes the block (R25). The parsers of Node, Python and Go are
 * the real ones; of other servers there are models. What is judged is the target as the agent sent it, what the
 * servers read is the target as it is forwarded.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  isAmbiguousPath,
  canonicalPath,
  resolveDotSegments,
  splitTarget,
  LONGEST_READ_PATH,
} from '../../src/domain/decision/matching/canonical-path.js';
import { hostPatternMatches, normalizeHost } from '../../src/domain/decision/matching/host.js';
import { compilePolicy } from '../../src/domain/decision/policy/compiled/compile.js';
import { evaluate } from '../../src/domain/decision/policy/evaluation/evaluate.js';
import { requestFacts } from '../../src/domain/decision/policy/conditions/facts.js';
import { network, publishedRule } from '../harness/policy/published-rule.js';
import { threadMs } from '../harness/time/thread-time.js';
import { READERS, readingsOf } from './path-readers/models.js';

const BLOCKED = ['/admin/users', '/@me/a,b:c'];
const HOST = 'api.example.test';

const policy = compilePolicy({
  organization: [
    publishedRule({
      action: 'block',
      // The second pattern is written in a spelling of its own.
      targets: [network(HOST, '/admin/users'), network(HOST, '/%40me/a%2cb:c')],
    }),
  ],
  workspace: [],
  agent: null,
  secrets: [],
  connections: [],
});

/** Refused or blocked; the last of what the gateway does about a path before it is forwarded. */
function stopped(target: string): boolean {
  const { path, query } = splitTarget(target);
  if (resolveDotSegments(path) === null || isAmbiguousPath(path)) return true;
  const facts = requestFacts({ host: HOST, path, query, methods: ['GET'], managed: false, llmHost: false });
  return evaluate(policy, facts).kind === 'block';
}

/** What the server behind the gateway receives. */
function forwarded(target: string): string | null {
  return resolveDotSegments(target.split('#', 1)[0]!);
}

const hex = (code: number, capitals: boolean): string => {
  const digits = code.toString(16).padStart(2, '0');
  return `%${capitals ? digits.toUpperCase() : digits}`;
};
const character = (plain: string): fc.Arbitrary<string> => {
  const code = plain.charCodeAt(0);
  return fc.oneof(
    { arbitrary: fc.constant(plain), weight: 12 },
    { arbitrary: fc.boolean().map((capitals) => hex(code, capitals)), weight: 3 },
    fc.constantFrom(
      `%u00${code.toString(16).padStart(2, '0')}`,
      `%25${code.toString(16)}`,
      `%c${code >> 6}%${(0x80 | (code & 0x3f)).toString(16)}`,
    ),
  );
};
const separator = fc.oneof(
  { arbitrary: fc.constant('/'), weight: 6 },
  {
    arbitrary: fc.constantFrom(
      '//',
      '\\',
      '%2f',
      '%2F',
      '%5c',
      '%5C',
      '/./',
      '/%2e/',
      '/x/../',
      '/x/%2e%2E/',
      '\\/',
    ),
    weight: 4,
  },
  fc.constantFrom(
    ';/',
    ';v=1/',
    '/;a/',
    '%3b/',
    '/x/..;/',
    '/.;/',
    '/x/..%2f',
    '/x%2f../',
    '/x%2F..%2F',
    '/x/%2e%2e%2f',
    '\\x\\..\\',
    '/x\\../',
    '/x%5c..%5c',
    '/x/..%5c',
    '%252f',
    '/x/%252e%252e/',
    '%c0%af',
    '/%c0%ae/',
    '/x/%c0%ae%c0%ae/',
    '/a\\b/../../',
    '%u2215',
    '/%2f',
    ';%2f',
  ),
);
const before = fc.oneof(
  { arbitrary: fc.constant(''), weight: 6 },
  fc.constantFrom(
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '///evil.test',
    '/x/..',
    '/x/../',
    '/%2fevil.test',
    '/;',
  ),
);
const after = fc.oneof(
  { arbitrary: fc.constant(''), weight: 6 },
  fc.constantFrom(
    ';x=1',
    ';',
    '?q=1',
    '?/../',
    '#f',
    '%3fq',
    '%3Fq/r',
    '%23f',
    '%00',
    '%20',
    '%',
    '/.',
    '/x/..',
    '/..;/users',
    ';/..',
    '%ff',
    '%2e',
  ),
);
const spelling = fc.constantFrom(...BLOCKED).chain((path) =>
  fc
    .tuple(before, ...path.split('').map((plain) => (plain === '/' ? separator : character(plain))), after)
    .map((parts) => parts.join(''))
    .map((text) => (text.startsWith('/') ? text : `/${text}`)),
);

describe('a blocked path', () => {
  it.each(Object.entries(READERS))('is not reached through %s', (_name, reader) => {
    let taken = 0;
    fc.assert(
      fc.property(spelling, (target) => {
        const sent = forwarded(target);
        if (sent === null || !readingsOf(reader, sent).some((reading) => BLOCKED.includes(reading))) return;
        taken += 1;
        expect([target, stopped(target)]).toEqual([target, true]);
      }),
      { numRuns: 6_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  const folder = join(import.meta.dirname, 'path-readers');
  it.each([
    ['Python', 'python3', '--version', ['-I', join(folder, 'readers.py')]],
    ['Go', 'go', 'version', ['run', join(folder, 'readers.go')]],
  ])('is not reached through the parsers of %s', (_name, program, asked, args) => {
    if (spawnSync(program, [asked]).status !== 0) {
      console.warn(`skipped: ${program} is not installed`);
      return;
    }
    const targets = fc.sample(spelling, 20_000).filter((target) => forwarded(target) !== null);
    const { stdout, stderr, status } = spawnSync(program, args, {
      input: JSON.stringify(targets.map((target) => forwarded(target))),
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      env: { ...process.env, GOTOOLCHAIN: 'local', GO111MODULE: 'off' },
    });
    expect([status, stderr]).toEqual([0, '']);
    const readings = JSON.parse(stdout) as string[][];
    const taken = targets.filter((_, at) => readings[at]!.some((reading) => BLOCKED.includes(reading)));
    expect(taken.length).toBeGreaterThan(500);
    expect(taken.filter((target) => !stopped(target))).toEqual([]);
  });

  it('costs time in proportion to the path', () => {
    const parts = ['%2f', ';a', '//', '%3F', '%25', '\\', '/..;', '%2e%2e/', '%41', ';', '/;%2F%23'];
    for (const part of parts) {
      const path = `//h/${part.repeat(200_000 / part.length)}/x`;
      const started = threadMs();
      canonicalPath(path);
      isAmbiguousPath(path);
      stopped(path.slice(0, LONGEST_READ_PATH));
      // A quadratic step takes minutes at this size.
      expect(threadMs() - started).toBeLessThan(5_000);
    }
  });
});

describe('a blocked host', () => {
  const NAME = 'blocked.example.test';
  const wide = (plain: string): string =>
    plain === '.' ? '。' : String.fromCodePoint(plain.codePointAt(0)! + 0xfee0);
  const letter = (plain: string): fc.Arbitrary<string> =>
    fc.oneof(
      { arbitrary: fc.constant(plain), weight: 8 },
      fc.constantFrom(plain.toUpperCase(), wide(plain), hex(plain.charCodeAt(0), true), `\u00ad${plain}`),
    );
  const host = fc
    .tuple(
      fc.constantFrom('', '', '', 'user@', 'u:p@'),
      ...NAME.split('').map(letter),
      fc.constantFrom('', '', '.', ':', ':80', '.:443', '..', '\\@free.test', '%00', '\t', '#', '/'),
    )
    .map((parts) => parts.join(''));

  it('is what every parser takes for it, or no host at all', () => {
    let taken = 0;
    fc.assert(
      fc.property(host, (authority) => {
        const read = URL.parse(`http://${authority}/`)?.hostname.replace(/\.$/, '');
        const ours = normalizeHost(authority);
        if (read !== NAME || ours === null) return;
        taken += 1;
        expect(hostPatternMatches(NAME, ours)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it('is an address in every notation', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(5), (address, notation) => {
        const bytes = address.split('.').map(Number);
        const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
        const [a, b, c, d] = bytes as [number, number, number, number];
        const written = [
          `0x${number.toString(16)}`,
          String(number),
          bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
          `${a}.${(b << 16) | (c << 8) | d}`,
          `[::ffff:${address}]`,
          `::FFFF:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`,
        ][notation]!;
        expect(hostPatternMatches(address, normalizeHost(written)!)).toBe(true);
      }),
    );
  });
});
