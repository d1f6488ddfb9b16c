import { describe, expect, it } from '@jest/globals';
import { truncateSerialised } from './truncate-serialised.js';

describe('a text that is cut to fit as JSON', () => {
  it.each(['a"b\\c\nd\u0001e😀f', '\u0001'.repeat(20), '"'.repeat(20), '😀'.repeat(20), 'plain text'])(
    'of %j takes what it may and hardly less, whatever it holds',
    (text) => {
      const whole = JSON.stringify(text).length - 2;
      for (let max = 0; max <= whole; max++) {
        const cut = truncateSerialised(text, max);
        const length = JSON.stringify(cut).length - 2;
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
        expect(length).toBeLessThanOrEqual(max);
        expect(length).toBeGreaterThan(max - 6);
      }
      expect(truncateSerialised(text, whole)).toBe(text);
    },
  );
});
