import { expect, it } from '@jest/globals';
import { keptMs } from './keep-alive-hint.js';

it.each([
  [undefined, 30_000],
  ['', 30_000],
  ['max=100', 30_000],
  ['timeout=5', 3_000],
  ['Timeout=5, max=100', 3_000],
  ['max=100;timeout=72', 30_000],
  ['max=1, timeout=10, timeout=99', 8_000],
  ['timeout=2', 0],
  ['timeout=0', -2_000],
  ['xtimeout=5', 30_000],
  ['timeout=soon', 30_000],
  ['timeout=12345678901234567890', 30_000],
])('a connection whose upstream says %p is kept for %d ms of 30,000', (hint, milliseconds) => {
  expect(keptMs(hint, 30_000)).toBe(milliseconds);
});
