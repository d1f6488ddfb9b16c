import { beforeEach, describe, expect, it } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import type { Refusal } from './results/refusals.js';
import { type Ended, type Step, Steps } from './progress.js';

interface Request {
  waited: boolean;
  facts?: string;
}

const foreign = runInNewContext('(value) => Promise.resolve(value)') as (value: Ended) => Promise<Ended>;
const REFUSED: Refusal = {
  status: 403,
  retryable: false,
  body: { error: 'blocked_by_policy', message: 'No.' },
};

let request: Request;
const seen: string[] = [];
const step = (name: string, ends: () => Promise<Ended> | Ended = () => null): Step<Request> => ({
  name,
  run: () => {
    seen.push(name);
    return ends();
  },
});

beforeEach(() => {
  request = { waited: false };
  seen.splice(0);
});

describe('steps in their order', () => {
  it('are all taken before it returns where none waits', () => {
    expect(Steps.of(step('one'), step('two')).run(request)).toBeNull();
    expect([seen, request.waited]).toEqual([['one', 'two'], false]);
  });

  it('wait for those that wait, with promises of other realms as well, and stay in their order', async () => {
    const steps = Steps.of(
      step('one', () => foreign(null)),
      step('two', () => foreign(null)),
      step('three'),
    );
    const going = steps.run(request);
    expect(seen).toEqual(['one']);
    expect(await going).toBeNull();
    expect([seen, request.waited]).toEqual([['one', 'two', 'three'], true]);
  });

  it.each([['at once', () => REFUSED] as const, ['later', () => foreign(REFUSED)] as const])(
    'are not taken behind one that refuses %s',
    async (_when, ends) => {
      expect(await Steps.of(step('one', ends), step('two')).run(request)).toBe(REFUSED);
      expect(seen).toEqual(['one']);
    },
  );

  it('end with what one of them throws', async () => {
    const failing = (): never => {
      throw new Error('x');
    };
    expect(() => Steps.of(step('one', failing), step('two')).run(request)).toThrow('x');
    const later = Steps.of(
      step('three', () => foreign(null)),
      step('four', failing),
    ).run(request);
    await expect(later).rejects.toThrow('x');
    expect(seen).toEqual(['one', 'three', 'four']);
  });

  it('are chosen by name, and no name is wrong for long', () => {
    const steps = Steps.of(step('one'), step('two'), step('three'));
    void steps
      .except('two')
      .before('three', step('before'))
      .after('three', step('after'))
      .replacing('one', step('other'))
      .run(request);
    expect(seen).toEqual(['other', 'before', 'three', 'after']);
    expect(() => steps.except('four')).toThrow('No step is called four');
  });

  it('do not go on with a request that has not come as far as they need', () => {
    const hasFacts = (each: Request): each is Request & { facts: string } => each.facts !== undefined;
    const steps = Steps.of(step('one')).reaching('described', hasFacts, Steps.of(step('two')));
    expect(() => steps.run(request)).toThrow("'described'");
    expect(steps.run({ waited: false, facts: 'known' })).toBeNull();
    expect(seen).toEqual(['one', 'one', 'two']);
  });
});
