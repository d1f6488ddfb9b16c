import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CallClock } from './call-clock.js';

const SECOND = 1_000;

describe('the clock of a call', () => {
  let turn: AbortController;
  let clock: CallClock;

  beforeEach(() => {
    jest.useFakeTimers();
    turn = new AbortController();
    clock = new CallClock(turn.signal, 300 * SECOND);
  });
  afterEach(() => {
    clock.stop();
    jest.useRealTimers();
  });

  const pass = (seconds: number): boolean => {
    jest.advanceTimersByTime(seconds * SECOND);
    return clock.timedOut;
  };

  it('runs out after a minute of silence', () => {
    expect([pass(59), pass(1)]).toEqual([false, true]);
    expect(clock.signal.aborted).toBe(true);
  });

  it('runs out as a whole, however much is heard', () => {
    for (let heard = 0; heard < 10; heard++) {
      expect(pass(29)).toBe(false);
      clock.heard();
    }
    expect([pass(9), pass(1)]).toEqual([false, true]);
  });

  it('waits a second for what follows the end', () => {
    clock.hurry();
    expect([pass(0.9), pass(0.1)]).toEqual([false, true]);
  });

  it('stands while anybody decides, and begins anew afterwards', () => {
    const first = clock.pause();
    const second = clock.pause();
    pass(500);
    first();
    first();
    pass(500);
    expect(clock.timedOut).toBe(false);
    second();
    expect([pass(59), pass(1)]).toEqual([false, true]);
  });

  it('ends with the turn, and for its reason', () => {
    turn.abort(new Error('stopped'));
    expect([clock.signal.reason, clock.timedOut]).toEqual([new Error('stopped'), false]);
  });

  it('leaves no timer behind', () => {
    clock.stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});
