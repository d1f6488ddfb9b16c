import { describe, expect, it } from '@jest/globals';
import { computeAfter, type ComputeState, isOf } from './compute-report.js';
import { heldAwakeCeiling, idleStops } from './idle-stops.js';

const known = (state: ComputeState, ref: string | null) => ({ state, ref });
const told = (state: ComputeState, ref?: string) => ({ state, ref });

describe('a report about compute', () => {
  it.each([
    ['a first start', known('stopped', null), told('starting'), ['starting', null, false, true]],
    ['its name', known('starting', null), told('starting', 'a'), ['starting', 'a', false, true]],
    ['that it runs', known('starting', 'a'), told('running', 'a'), ['running', 'a', false, true]],
    ['that it still runs', known('running', 'a'), told('running', 'a'), ['running', 'a', false, false]],
    ['that another runs', known('running', 'a'), told('running', 'b'), ['running', 'b', true, true]],
    ['that it stopped', known('running', 'a'), told('stopped', 'a'), ['stopped', 'a', true, false]],
    ['that it stopped, whichever', known('running', 'a'), told('stopped'), ['stopped', 'a', true, false]],
    ['that it failed', known('starting', 'a'), told('failed', 'a'), ['failed', 'a', true, false]],
    ['a nameless failure', known('starting', null), told('failed', 'a'), ['failed', 'a', true, false]],
    [
      'a stop of nameless compute',
      known('running', null),
      told('stopped', 'a'),
      ['stopped', 'a', true, false],
    ],
    ['a repeated stop', known('stopped', 'a'), told('stopped', 'a'), ['stopped', 'a', false, false]],
    ['a new start', known('stopped', 'a'), told('starting', 'b'), ['starting', 'b', false, true]],
  ])('takes in %s', (_what, before, report, [state, ref, isGone, isNew]) => {
    expect(computeAfter(before, report)).toEqual({ state, ref, isGone, isNew });
  });

  it.each([
    ['stop', known('running', 'b'), told('stopped', 'a')],
    ['failure', known('running', 'b'), told('failed', 'a')],
    ['start', known('running', 'b'), told('starting', 'a')],
    ['start of what runs', known('running', 'b'), told('starting', 'b')],
    ['stop before the new one has a name', known('starting', null), told('stopped', 'a')],
  ])('does not let a stale %s undo a newer start', (_what, before, report) => {
    expect(computeAfter(before, report)).toBeNull();
  });
});

describe('a word from inside a sandbox', () => {
  it.each([
    [null, 'a', true],
    ['a', 'a', true],
    ['b', 'a', false],
  ])('of compute named %j that calls itself %j is of it: %j', (ref, told, expected) => {
    expect(isOf(known('running', ref), told)).toBe(expected);
  });
});

describe('idle sandboxes', () => {
  const at = (agentId: string, seconds: number, worksInBackground = false) => ({
    agentId,
    idleSince: new Date(seconds * 1_000),
    worksInBackground,
  });

  it('are stopped, unless something runs on in the background', () => {
    expect(idleStops([at('a', 1), at('b', 2, true)], 1)).toEqual([{ agentId: 'a', reason: 'idle' }]);
  });

  it('are held up by background work up to a number, then the longest idle go', () => {
    const idle = [at('new', 30, true), at('old', 10, true), at('middle', 20, true)];
    expect(idleStops(idle, 1)).toEqual([
      { agentId: 'old', reason: 'evicted' },
      { agentId: 'middle', reason: 'evicted' },
    ]);
    expect(idleStops(idle, 3)).toEqual([]);
    expect(idleStops(idle, 0)).toHaveLength(3);
  });

  it.each([
    [10, null, 9],
    [1, null, 1],
    [undefined, null, 1],
    [10, 3, 3],
    [10, 0, 0],
  ])('of a runner for %j with a setting of %j may be held up %j times', (most, setting, ceiling) => {
    expect(heldAwakeCeiling(most, setting)).toBe(ceiling);
  });
});
