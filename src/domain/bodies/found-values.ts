import type { FoundMember, JsonFound } from './json-reader.js';
import type { BodyKey } from './key-paths.js';

/** Asks about one value, given as the texts it is read as. */
export type ValueTest = (texts: readonly string[]) => boolean;

/** Some reader finds a value at the key that passes. */
export function someValue(found: JsonFound, key: BodyKey, test: ValueTest, depth = 0): boolean {
  switch (found.kind) {
    case 'nothing':
      return false;
    case 'scalar':
      return depth === key.steps.length && test(found.texts);
    case 'array':
      return found.elements.some((element) => someValue(element, key, test, depth));
    case 'object':
      return found.members.some(
        (member) => leadsOn(member, key) && someValue(member.value, key, test, member.step.depth),
      );
  }
}

/**
 * Every reader finds such a value, whichever of several equal names it takes: one that knows letter case must find
 * the name, and whatever others take for it must pass as well.
 */
export function everyValue(found: JsonFound, key: BodyKey, test: ValueTest, depth = 0): boolean {
  switch (found.kind) {
    case 'nothing':
      return false;
    case 'scalar':
      return depth === key.steps.length && test(found.texts);
    case 'array':
      return found.elements.some((element) => everyValue(element, key, test, depth));
    case 'object': {
      const taken = found.members.filter((member) => leadsOn(member, key));
      return (
        taken.some(({ name, step }) => step.depth === depth + 1 && name === key.names[depth]) &&
        taken.every(({ value, step }) => everyValue(value, key, test, step.depth))
      );
    }
  }
}

function leadsOn({ step }: FoundMember, key: BodyKey): boolean {
  return key.steps[step.depth - 1] === step;
}
