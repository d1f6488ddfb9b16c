import { describe, expect, it } from '@jest/globals';
import type { Filter } from './filter.js';
import { resolveFilter, USER_ATTRIBUTES } from './filter-attributes.js';
import { LONGEST_FILTER, parseFilter } from './parse-filter.js';

/** A filter in full parentheses. */
function spelled(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${filter.parts.map(spelled).join(` ${filter.kind} `)})`;
    case 'not':
      return `not ${spelled(filter.part)}`;
    case 'present':
      return `${filter.attribute} pr`;
    case 'element':
      return `${filter.attribute}[${spelled(filter.filter)}]`;
    case 'compare':
      return `${filter.attribute} ${filter.comparison} ${JSON.stringify(filter.value)}`;
  }
}

describe('a filter (RFC 7644 §3.4.2.2)', () => {
  it.each([
    ['names and operators in any case', 'USERNAME Eq "Ada"', 'username eq "Ada"'],
    ['and before or', 'a pr or b pr and c pr', '(a pr or (b pr and c pr))'],
    ['not before and', 'not (a pr) and b pr', '(not a pr and b pr)'],
    ['parentheses', '(a pr or b pr) and c pr', '((a pr or b pr) and c pr)'],
    ['an attribute called not', 'not pr', 'not pr'],
    ['the URN of the core schema', 'urn:ietf:params:scim:schemas:core:2.0:User:userName pr', 'username pr'],
    ['a value path', 'emails[type eq "work" and value co "@"]', 'emails[(type eq "work" and value co "@")]'],
    [
      'the looser value path',
      'emails[type eq "work"].value eq "a"',
      'emails[(type eq "work" and value eq "a")]',
    ],
    ['JSON escapes of strings', String.raw`a eq "\"\\\u0041\n"`, String.raw`a eq "\"\\A\n"`],
    ['brackets and words in strings', 'a eq ") or (b pr"', 'a eq ") or (b pr"'],
    ['literals', 'a eq true or b eq False or c eq null', '(a eq true or b eq false or c eq null)'],
    ['numbers', 'a gt -1.5e3 and b lt 0', '(a gt -1500 and b lt 0)'],
    ['white space of any kind', '\ta\npr  ', 'a pr'],
  ])('is read with %s', (_name, text, meaning) => {
    expect(spelled(parseFilter(text))).toBe(meaning);
  });

  it.each([
    ['nothing', ''],
    ['an attribute alone', 'userName'],
    ['an unknown operator', 'userName is "x"'],
    ['no value', 'userName eq'],
    ['a string without quotes', 'userName eq ada'],
    ['a string without an end', 'userName eq "ada'],
    ['an escape that is none', String.raw`userName eq "\x"`],
    ['a line break in a string', 'userName eq "a\nb"'],
    ['an open parenthesis', '(userName pr'],
    ['an open bracket', 'emails[type eq "work"'],
    ['brackets that cross', '(emails[type pr)]'],
    ['two conditions without a word', 'userName pr active pr'],
    ['a dangling word', 'userName pr and'],
    ['characters of no token', 'userName eq "x"; drop'],
    ['a number that is none', 'userName eq 01'],
    ['eleven levels', `${'('.repeat(11)}a pr${')'.repeat(11)}`],
    ['too many characters', `a eq "${'x'.repeat(LONGEST_FILTER)}"`],
  ])('is refused with %s', (_name, text) => {
    expect(() => parseFilter(text)).toThrow(expect.objectContaining({ scimType: 'invalidFilter' }));
  });

  it('is read with ten levels', () => {
    expect(spelled(parseFilter(`${'('.repeat(10)}a pr${')'.repeat(10)}`))).toBe('a pr');
  });
});

describe('a filter on people (05 §10.4)', () => {
  const meaning = (text: string): string => spelled(resolveFilter(parseFilter(text), USER_ATTRIBUTES));

  it.each([
    ['a value path in full names', 'emails[type eq "work"]', 'emails[emails.type eq "work"]'],
    ['emails as their values', 'emails co "@x"', 'emails.value co "@x"'],
    ['booleans some directories quote', 'active eq "True"', 'active eq true'],
    ['dates as moments', 'meta.created ge "2026-01-01T00:00:00Z"', 'meta.created ge 1767225600000'],
    ['dates without a zone as UTC', 'meta.created ge "2026-01-01T00:00:00"', 'meta.created ge 1767225600000'],
    ['null as absence', 'externalId eq null', 'not externalid pr'],
    ['anything but null as presence', 'externalId ne null', 'externalid pr'],
  ])('reads %s', (_name, text, expected) => {
    expect(meaning(text)).toBe(expected);
  });

  it.each([
    ['an attribute nobody may filter by', 'title eq "x"'],
    ['a password', 'password pr'],
    [
      'an attribute of another schema',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department pr',
    ],
    ['an unknown part', 'name.nickName eq "x"'],
    ['a value path into a single value', 'userName[value eq "x"]'],
    ['a value path in a value path', 'emails[emails[value pr]]'],
    ['text compared with a number', 'userName eq 5'],
    ['a boolean that is ordered', 'active gt true'],
    ['a boolean compared with text', 'active eq "perhaps"'],
    ['a date that contains', 'meta.created co "2026-01-01"'],
    ['a date that is none', 'meta.created gt "yesterday"'],
    ['null that is ordered', 'externalId gt null'],
    ['text no column holds', String.raw`userName eq "a\u0000"`],
    ['half of a surrogate pair', String.raw`userName eq "\ud800"`],
    ['a name of every object', 'constructor pr'],
  ])('refuses %s', (_name, text) => {
    expect(() => meaning(text)).toThrow(expect.objectContaining({ scimType: 'invalidFilter' }));
  });
});
