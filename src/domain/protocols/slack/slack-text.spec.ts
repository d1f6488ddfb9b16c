import { expect, it } from '@jest/globals';
import { slackCode } from './slack-text.js';

it.each([
  ['is whole where it has as many characters as may be shown', 'abcde', '`abcde`'],
  ['loses the last two of one more for a sign that it goes on', 'abcdef', '`abcd…`'],
  ['is nothing where there is nothing', ' ', ''],
])('code in Slack %s', (_what, text, expected) => {
  expect(slackCode(text, 5)).toBe(expected);
});
