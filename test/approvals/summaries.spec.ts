/**
 * R55: nothing that is sent is neither shown nor told as left out, against readers of MIME, HTML, forms and JSON that
 * share nothing with the source. A part of the bodies; all 100,000 by `npm run fuzz:summaries`.
 */
import { describe, expect, it } from '@jest/globals';
import { previewOf, summarize } from '../../src/domain/decision/approval-summaries/summarize.js';
import { approvalCard } from '../../src/domain/protocols/slack/approval-card.js';
import { compareSummaries } from './compare-summaries.js';

describe('06-37, R55 a summary', () => {
  it('of a generated body shows or tells every word that is sent, and so does a card that decides', () => {
    const compared = { summarize, previewOf, approvalCard };
    const { disagreements, complete, decidable, ways } = compareSummaries(compared, 1, 3_000);
    expect(disagreements).toEqual([]);
    // Saying "incomplete" about everything would hide nothing either.
    expect(complete).toBeGreaterThan(1_000);
    expect(decidable).toBeGreaterThan(1_000);
    expect([...ways.values()].filter((count) => count > 10)).toHaveLength(10);
  });
});
