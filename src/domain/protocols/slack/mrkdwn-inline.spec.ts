import { describe, expect, it } from '@jest/globals';
import { toMrkdwn } from './mrkdwn.js';

describe('marks of Markdown within a line', () => {
  it.each([
    ['begin at the edge of a word', '2*3* 4', '2*3* 4'],
    ['begin before something', 'x * a* b', 'x * a* b'],
    ['end behind something', '*a * b', '*a * b'],
    ['end at the edge of a word', '*a*b', '*a*b'],
    ['are themselves where nothing opened them', 'a* b', 'a* b'],
    ['stand inside what they opened', '*a *b*', '_a *b_'],
    ['end before a full stop', '(*a*).', '(_a_).'],
  ])('%s', (_what, markdown, expected) => {
    expect(toMrkdwn(markdown)).toBe(expected);
  });

  it.each([
    ['in the middle of a line', 'a `b *c*` *d*', 'a `b *c*` _d_'],
    ['twice in a line', '`a` and `b` and c', '`a` and `b` and c'],
  ])('mean nothing in code %s', (_where, markdown, expected) => {
    expect(toMrkdwn(markdown)).toBe(expected);
  });
});

it('a table ends with its last row', () => {
  expect(toMrkdwn('| a |\n|---|\n| 1 |\nThat is *all*.')).toBe(
    '```\n| a |\n|---|\n| 1 |\n```\nThat is _all_.',
  );
});
