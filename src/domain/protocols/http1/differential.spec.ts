import { describe, expect, it } from '@jest/globals';
import { caseOf, Cases, corpus, Judge } from '../../../../test/fuzz/http1/fuzz.js';
import { readWith } from '../../../../test/fuzz/http1/reading.js';
import * as bodyFraming from './heads/framing.js';
import * as bodyReader from './bodies/body-reader.js';
import * as messageText from './heads/message-text.js';
import * as requestHead from './heads/request-head.js';
import * as responseHead from './heads/response-head.js';

const codec = { ...bodyFraming, ...bodyReader, ...messageText, ...requestHead, ...responseHead };
const ONE_BYTE = 1;
const SEEDED_CASES = 5_000;

describe('messages as they are known from attacks, and ordinary ones (06 §9.11)', () => {
  const judge = new Judge(codec);

  it.each(corpus().map((known) => [`${known.kind}: ${known.name}`, known] as const))('%s', (_name, known) => {
    const seen = caseOf(known);
    const { outcome, wrong } = judge.judge(seen, []);
    expect(wrong).toBeNull();
    if (known.expected === 'refused') expect(outcome).toHaveProperty('refused');
    else if (known.expected === 'unfinished') expect(outcome).toBe('unfinished');
    else expect(outcome).toMatchObject({ end: known.expected });
  });

  it('come to the same in two pieces, cut anywhere, and in pieces of one byte', () => {
    for (const known of corpus()) {
      const seen = caseOf(known);
      const whole = readWith(codec, seen, [seen.bytes]);
      const oneByOne = Array.from({ length: seen.bytes.length }, (_, at) =>
        seen.bytes.subarray(at, at + ONE_BYTE),
      );
      expect(readWith(codec, seen, oneByOne)).toEqual(whole);
      for (let cut = 1; cut < seen.bytes.length; cut += 1) {
        const halves = [seen.bytes.subarray(0, cut), seen.bytes.subarray(cut)];
        expect(readWith(codec, seen, halves)).toEqual(whole);
      }
    }
  });
});

it('what is accepted Node reads the same way, for messages made at random', () => {
  const judge = new Judge(codec);
  const cases = new Cases(20_251);
  const wrong: unknown[] = [];
  for (let count = 0; count < SEEDED_CASES; count += 1) {
    const seen = cases.next();
    const judged = judge.judge(seen, cases.cuts(seen));
    if (judged.wrong !== null) wrong.push([judged.wrong, seen.bytes.toString('latin1')]);
  }
  expect(wrong).toEqual([]);
  // Neither all nor nothing is accepted, or nothing would have been compared.
  expect(judge.accepted).toBeGreaterThan(SEEDED_CASES / 4);
  expect(judge.accepted).toBeLessThan(SEEDED_CASES);
});
