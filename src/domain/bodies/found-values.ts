import type { FoundMember, JsonFound } from './json-reader.js';
import type { BodyKey } from './key-paths.js';

/** Asks about one value, given as the texts it is read as. */
export type ValueTest = (texts: readonly string[]) => boolean;

/** Some reader finds a value at the key that passes. */
export function someValue(found: JsonFound, key: BodyKey, test: ValueTest): boolean {
  return passes(found, { key, test, allReaders: false }, 0);
}

/**
 * Every reader finds such a value, whichever of several equal names it takes: one that knows letter case must find
 * the name, and whatever others take for it must pass as well.
 */
export function everyValue(found: JsonFound, key: BodyKey, test: ValueTest): boolean {
  return passes(found, { key, test, allReaders: true }, 0);
}

interface Question {
  readonly key: BodyKey;
  readonly test: ValueTest;
  readonly allReaders: boolean;
}

function passes(found: JsonFound, question: Question, depth: number): boolean {
  const { key, test, allReaders } = question;
  switch (found.kind) {
    case 'nothing':
      return false;
    case 'scalar':
      return depth === key.steps.length && test(found.texts);
    case 'array':
      return found.elements.some((element) => passes(element, question, depth));
    case 'object': {
      const taken = found.members.filter((member) => leadsOn(member, key));
      const passing = ({ value, step }: FoundMember): boolean => passes(value, question, step.depth);
      if (!allReaders) return taken.some(passing);
      const isNamed = taken.some(({ name, step }) => step.depth === depth + 1 && name === key.names[depth]);
      return isNamed && taken.every(passing);
    }
  }
}

function leadsOn({ step }: FoundMember, key: BodyKey): boolean {
  return key.steps[step.depth - 1] === step;
}
