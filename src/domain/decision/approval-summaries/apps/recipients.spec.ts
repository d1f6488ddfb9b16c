import { expect, it } from '@jest/globals';
import { recipientsIn } from './recipients.js';

it.each<[what: string, field: string, recipients: string[]]>([
  ['commas', 'a@x.test, b@x.test', ['a@x.test', 'b@x.test']],
  ['the ends of groups', 'Team: a@x.test; b@x.test', ['Team: a@x.test', 'b@x.test']],
  ['no comma in quotes', '"Doe, Jane" <j@x.test>, b@x.test', ['"Doe, Jane" <j@x.test>', 'b@x.test']],
  ['no comma behind a quoted quote', '"Doe\\", Jane" <j@x.test>', ['"Doe\\", Jane" <j@x.test>']],
  ['no comma in a route', '<@a.test,@b.test:c@x.test>, d@x.test', ['<@a.test,@b.test:c@x.test>', 'd@x.test']],
  ['no comma in a comment', 'a@x.test (one, two), b@x.test', ['a@x.test (one, two)', 'b@x.test']],
  ['every comma where a quote never ends', '"a@x.test, b@x.test', ['"a@x.test', 'b@x.test']],
  ['every comma where a bracket never ends', '<a@x.test, b@x.test', ['<a@x.test', 'b@x.test']],
  ['commas behind a bracket that nothing opened', 'a@x.test>, b@x.test', ['a@x.test>', 'b@x.test']],
  ['nothing of blanks', ' , a@x.test,', ['a@x.test']],
])('recipients are told apart at %s', (_what, field, recipients) => {
  expect(recipientsIn(field)).toEqual(recipients);
});
