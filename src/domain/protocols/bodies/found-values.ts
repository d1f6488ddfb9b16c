import type { FoundMember, JsonFound } from './json-reader.js';
import type { BodyKey } from './key-paths.js';
import { finished, ITEMS, type Reading } from '../../text/reading.js';

/** Asks about one value, given as the texts it is read as. */
export type ValueTest = (texts: readonly string[]) => boolean;

/** Some reader finds a value at the key that passes. */
export const someValue = (found: JsonFound, key: BodyKey, test: ValueTest): boolean =>
  finished(lookingForSome(found, key, test));

/**
 * Every reader finds such a value, whichever of several equal names it takes: one that knows letter case must find
 * the name, and whatever others take for it must pass as well.
 */
export const everyValue = (found: JsonFound, key: BodyKey, test: ValueTest): boolean =>
  finished(lookingForEvery(found, key, test));

export function lookingForSome(found: JsonFound, key: BodyKey, test: ValueTest): Reading<boolean> {
  return passes(found, { key, test, allReaders: false, count: 0 }, 0);
}

export function lookingForEvery(found: JsonFound, key: BodyKey, test: ValueTest): Reading<boolean> {
  return passes(found, { key, test, allReaders: true, count: 0 }, 0);
}

interface Question {
  readonly key: BodyKey;
  readonly test: ValueTest;
  readonly allReaders: boolean;
  /** Values looked at. */
  count: number;
}

function* passes(found: JsonFound, question: Question, depth: number): Reading<boolean> {
  const { key, test } = question;
  if (++question.count % ITEMS === 0) yield;
  switch (found.kind) {
    case 'nothing':
      return false;
    case 'scalar':
      return depth === key.steps.length && test(found.texts);
    case 'array':
      return yield* someElementPasses(found.elements, question, depth);
    case 'object':
      return yield* objectPasses(found.members, question, depth);
  }
}

/** Scalars without a reading of their own: most lists are long lists of them. */
function* someElementPasses(
  elements: readonly JsonFound[],
  question: Question,
  depth: number,
): Reading<boolean> {
  const { key, test } = question;
  for (const element of elements) {
    if (++question.count % ITEMS === 0) yield;
    if (element.kind !== 'scalar') {
      if (yield* passes(element, question, depth)) return true;
    } else if (depth === key.steps.length && test(element.texts)) return true;
  }
  return false;
}

function* objectPasses(members: readonly FoundMember[], question: Question, depth: number): Reading<boolean> {
  const { key, allReaders } = question;
  let isNamed = false;
  const taken: FoundMember[] = [];
  for (const member of members) {
    if (++question.count % ITEMS === 0) yield;
    if (!leadsOn(member, key)) continue;
    taken.push(member);
    isNamed ||= member.step.depth === depth + 1 && member.name === key.names[depth];
  }
  if (allReaders && !isNamed) return false;
  for (const { value, step } of taken) {
    const passed = yield* passes(value, question, step.depth);
    if (passed !== allReaders) return passed;
  }
  return allReaders;
}

function leadsOn({ step }: FoundMember, key: BodyKey): boolean {
  return key.steps[step.depth - 1] === step;
}
