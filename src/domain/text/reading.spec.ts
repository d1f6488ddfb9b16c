import { describe, expect, it } from '@jest/globals';
import { Derived, Pace, Paused, type Reading } from './reading.js';

const never = (): boolean => false;
const always = (): boolean => true;

/** Yields so many times, then ends; counts how often it was begun and went on. */
function counting(yields: number): {
  begin: () => Reading<string>;
  steps: () => number;
  begun: () => number;
} {
  let steps = 0;
  let begun = 0;
  function* begin(): Reading<string> {
    begun += 1;
    for (let at = 0; at < yields; at += 1) {
      steps += 1;
      yield;
    }
    return 'read';
  }
  return { begin, steps: () => steps, begun: () => begun };
}

describe('a value that is read in pieces (ADR 122)', () => {
  it('is read at once where nobody says that time is over', () => {
    expect(new Derived(new Pace(), counting(3).begin).get()).toBe('read');
  });

  it('is read once, however often it is asked for', () => {
    const reading = counting(1);
    const derived = new Derived(new Pace(), reading.begin);
    expect([derived.get(), derived.get(), reading.begun()]).toEqual(['read', 'read', 1]);
  });

  it('goes on where it stopped', () => {
    const pace = new Pace();
    const reading = counting(3);
    const derived = new Derived(pace, reading.begin);
    for (const steps of [1, 2, 3]) {
      expect(pace.within(always, () => derived.get())).toBeNull();
      expect(reading.steps()).toBe(steps);
    }
    expect(pace.within(never, () => derived.get())).toEqual({ result: 'read' });
    expect(reading.begun()).toBe(1);
  });

  it('is there when time was over at its end', () => {
    const pace = new Pace();
    const derived = new Derived(pace, counting(0).begin);
    expect(pace.within(always, () => derived.get())).toBeNull();
    expect(pace.within(always, () => derived.get())).toEqual({ result: 'read' });
  });
});

describe('the pace of readings', () => {
  it('rests only within what has a time', () => {
    const pace = new Pace();
    expect(pace.within(always, () => 'done')).toEqual({ result: 'done' });
    expect(() => pace.rest()).not.toThrow();
    expect(pace.within(never, () => pace.rest())).toEqual({ result: undefined });
    expect(pace.within(always, () => pace.rest())).toBeNull();
  });

  it('hands on what fails', () => {
    const fails = (): never => {
      throw new RangeError('broken');
    };
    expect(() => new Pace().within(never, fails)).toThrow(RangeError);
    expect(new Paused()).toBeInstanceOf(Error);
  });
});
