import { expect, it } from '@jest/globals';
import { secondsToNextAttempt } from './sink-runner.js';

it('pauses grow up to five minutes and differ between processes', () => {
  expect([0, 1, 2, 8, 9, 50, 1_000_000].map((attempts) => secondsToNextAttempt(attempts, null, 1))).toEqual([
    1, 2, 4, 256, 300, 300, 300,
  ]);
  expect(secondsToNextAttempt(3, null, 0)).toBe(4);
});

it('a receiver may ask for longer ones, up to an hour, and for no shorter ones', () => {
  expect(secondsToNextAttempt(0, 120, 1)).toBe(120);
  expect(secondsToNextAttempt(0, 86_400, 1)).toBe(3_600);
  expect(secondsToNextAttempt(9, 1, 1)).toBe(300);
});
