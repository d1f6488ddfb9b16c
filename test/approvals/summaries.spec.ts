/**
 * R55: nothing that is sent is neither shown nor told as left out, against readers of MIME, forms and JSON that share
 * nothing with the source. A part of the bodies; all 100,000 by `npm run fuzz:summaries`.
 */
import { describe, expect, it } from '@jest/globals';
import { summarize } from '../../src/domain/decision/approval-summaries/summarize.js';
import { compareSummaries } from './compare-summaries.js';

describe('R55 a summary', () => {
  it('of a generated body shows or tells every word that is sent', () => {
    const { hidden, complete } = compareSummaries(summarize, 1, 5_000);
    expect(hidden).toEqual([]);
    // Saying "incomplete" about everything would hide nothing either.
    expect(complete).toBeGreaterThan(2_000);
  });
});
