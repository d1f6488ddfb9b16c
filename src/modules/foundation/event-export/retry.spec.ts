import { expect, it } from '@jest/globals';
import { pauseAfter } from './retry.js';

it('pauses grow up to five minutes and differ between processes', () => {
  expect([0, 1, 2, 8, 9, 50, 1_000_000].map((attempts) => pauseAfter(attempts, null, 1))).toEqual([
    1, 2, 4, 256, 300, 300, 300,
  ]);
  expect(pauseAfter(3, null, 0)).toBe(4);
});

it('a receiver may ask for longer ones, up to an hour, and for no shorter ones', () => {
  expect(pauseAfter(0, 120, 1)).toBe(120);
  expect(pauseAfter(0, 86_400, 1)).toBe(3_600);
  expect(pauseAfter(9, 1, 1)).toBe(300);
});
