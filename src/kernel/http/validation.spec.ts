import 'reflect-metadata';
import { atLeastOneOf, BodyRules, exactlyOneOf, Strict } from './fields/body-rules.js';
import { describe, expect, it } from '@jest/globals';
import { AppError } from '../errors/app-error.js';
import { Field } from './fields/fields.js';
import { DtoValidationPipe, validateDto } from './fields/validation.pipe.js';

type Dto = new () => object;

/** The message of the refusal, or null when the value passes. */
function issue(type: Dto, value: unknown): string | null {
  try {
    validateDto(type, value);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect([error.status, error.definition.surface]).toEqual([400, 'flat']);
    return error.message;
  }
}

class Address {
  @Field.string({ minLength: 1 }) street: string;
  @Field.integer({ min: 1 }) number: number;
}

class Person {
  @Field.string({ trim: true, minLength: 1, maxLength: 5 }) name: string;
  @Field.oneOf(['red', 'blue']) colour: string;
  @Field.integer({ optional: true, min: 0, max: 10 }) age?: number;
  @Field.object(Address, { optional: true }) home?: Address;
  @Field.list(Address, { optional: true, maxItems: 2 }) others?: Address[];
}

describe('first issue', () => {
  it.each([
    [{ age: 'x' }, 'name is required'],
    [{ age: 'x', colour: 'green', name: 1 }, 'name must be a string'],
    [{ age: 'x', colour: 'green', name: 'Ada' }, 'colour must be one of red, blue'],
    [{ age: 'x', colour: 'red', name: 'Ada' }, 'age must be an integer'],
    [{ age: 11, colour: 'red', name: 'Ada' }, 'age must be at most 10'],
    [{ colour: 'red', name: '   ' }, 'name must not be empty'],
    [{ colour: 'red', name: 'abcdef' }, 'name must be at most 5 characters'],
    [{ colour: 'red', name: ' abc ' }, null],
  ])('follows the order in which fields and their rules are declared: %j', (value, message) => {
    expect(issue(Person, value)).toBe(message);
  });

  it('of what is no object is the first missing field', () => {
    for (const value of [null, undefined, [], 'text', 1, true])
      expect(issue(Person, value)).toBe('name is required');
  });

  it('counts characters, not UTF-16 units', () => {
    expect(issue(Person, { name: '🤖🤖🤖🤖🤖', colour: 'red' })).toBeNull();
  });

  it('names the way to a nested field', () => {
    const person = { name: 'Ada', colour: 'red' };
    expect(issue(Person, { ...person, home: {} })).toBe('home: street is required');
    expect(issue(Person, { ...person, home: 'there' })).toBe('home must be an object');
    expect(issue(Person, { ...person, home: [] })).toBe('home must be an object');
    const good = { street: 'a', number: 1 };
    expect(issue(Person, { ...person, others: [good, { street: 'b', number: 0 }] })).toBe(
      'others: 1: number must be at least 1',
    );
    expect(issue(Person, { ...person, others: [good, good, good] })).toBe(
      'others must have at most 2 entries',
    );
    expect(issue(Person, { ...person, others: good })).toBe('others must be an array');
  });

  it.each([1, null, 'x', true, [], [{ street: 'a', number: 1 }]])(
    'takes nothing but objects in a list of them: %j',
    (entry) => {
      expect(issue(Person, { name: 'Ada', colour: 'red', others: [entry] })).toBe(
        'others must be an array of objects',
      );
    },
  );
});

describe('presence', () => {
  class Fields {
    @Field.string() plain: string;
    @Field.string({ optional: true }) optional?: string;
    @Field.string({ nullable: true }) nullable: string | null;
    @Field.string({ optional: true, nullable: true }) both?: string | null;
    @Field.string({ optional: true, nullAsAbsent: true }) forgiving?: string;
  }
  const good = { plain: 'a', nullable: 'b' };

  it.each([
    ['plain', undefined, 'plain is required'],
    ['plain', null, 'plain must be a string'],
    ['optional', undefined, null],
    ['optional', null, 'optional must be a string'],
    ['nullable', undefined, 'nullable is required'],
    ['nullable', null, null],
    ['both', undefined, null],
    ['both', null, null],
    ['both', 1, 'both must be a string'],
    ['forgiving', undefined, null],
    ['forgiving', null, null],
    ['forgiving', 1, 'forgiving must be a string'],
  ])('%s given %j: %j', (field, value, message) => {
    expect(issue(Fields, { ...good, [field]: value })).toBe(message);
  });

  it('reads a forgiven null as absent', () => {
    expect(validateDto(Fields, { ...good, forgiving: null }).forgiving).toBeUndefined();
  });

  it('keeps a null apart from an absence', () => {
    expect(validateDto(Fields, { ...good, both: null }).both).toBeNull();
    expect(validateDto(Fields, good).both).toBeUndefined();
  });
});

describe('unknown fields', () => {
  class Lenient {
    @Field.string() name: string;
    @Field.json({ optional: true }) extra?: unknown;
  }
  @Strict()
  class Exact {
    @Field.string() name: string;
    @Field.object(Address, { optional: true }) home?: Address;
  }

  it('are left out', () => {
    expect({ ...validateDto(Lenient, { name: 'a', other: 1, constructor: 2 }) }).toEqual({ name: 'a' });
  });

  it('are a 400 where the DTO is strict', () => {
    expect(issue(Exact, { name: 'a', other: 1 })).toBe('other is not a known field');
    expect(issue(Exact, { name: 'a' })).toBeNull();
  });

  it('leave JSON of any shape alone', () => {
    for (const extra of [null, 1, [1, { a: [] }], { deep: { er: 'x' } }]) {
      expect(validateDto(Lenient, { name: 'a', extra }).extra).toEqual(extra);
    }
  });

  it('do not reach the prototype', () => {
    const value = JSON.parse(
      '{"name":"a","__proto__":{"polluted":1},"extra":{"__proto__":{"polluted":1}}}',
    ) as object;
    const { extra } = validateDto(Lenient, value);
    expect([
      (extra as Record<string, unknown>)['polluted'],
      ({} as Record<string, unknown>)['polluted'],
    ]).toEqual([undefined, undefined]);
  });
});

describe('rules that span fields', () => {
  @BodyRules(atLeastOneOf(['one', 'other']))
  class Change {
    @Field.string({ optional: true, nullable: true }) one?: string | null;
    @Field.string({ optional: true }) other?: string;
  }
  @BodyRules(exactlyOneOf(['one', 'other'], 'either one or other'))
  class Choice {
    @Field.string({ optional: true, nullAsAbsent: true }) one?: string;
    @Field.string({ optional: true, nullAsAbsent: true }) other?: string;
  }
  class Inherited extends Change {}

  it('are judged after the fields, and a null that clears something is one that is given', () => {
    expect(issue(Change, { other: 1 })).toBe('other must be a string');
    expect(issue(Change, { unknown: 1 })).toBe('At least one field must be provided');
    expect(issue(Inherited, {})).toBe('At least one field must be provided');
    expect([issue(Change, { one: null }), issue(Change, { other: 'x' })]).toEqual([null, null]);
  });

  it('read a null as absent where the field does', () => {
    expect(issue(Choice, { one: 'a', other: null })).toBeNull();
    expect([issue(Choice, { one: null }), issue(Choice, { one: 'a', other: 'b' })]).toEqual([
      'either one or other',
      'either one or other',
    ]);
  });
});

describe('kinds of fields', () => {
  class Query {
    @Field.integer({ optional: true, fromText: true, min: 1 }) limit?: number;
    @Field.boolean({ optional: true }) flag?: boolean;
    @Field.dateTime({ optional: true }) from?: string;
    @Field.string({ optional: true, trim: true, lowercase: true, pattern: /^[a-z]+$/ }) word?: string;
    @Field.string({ optional: true, pattern: /^x/, patternMessage: 'Say x.' }) exact?: string;
    @Field.list('string', { optional: true, minItems: 1, itemMinLength: 1, itemMaxLength: 3 })
    tags?: string[];
  }

  it.each([
    ['limit', '7', null],
    ['limit', '0', 'limit must be at least 1'],
    ['limit', '1e3', 'limit must be an integer'],
    ['limit', '', 'limit must be an integer'],
    ['limit', ['1', '2'], 'limit must be an integer'],
    ['flag', 'true', 'flag must be true or false'],
    ['flag', false, null],
    ['from', '2026-02-28T23:59:59.999Z', null],
    ['from', '2026-02-28T23:59:59+02:00', null],
    ['from', '2026-02-30T00:00:00Z', 'from must be a date and time'],
    ['from', '2026-02-28', 'from must be a date and time'],
    ['from', '2026-W09-1', 'from must be a date and time'],
    ['from', '2026-02-28T23:59:59', 'from must be a date and time'],
    ['word', ' ABC ', null],
    ['word', 'a1', 'word is not valid'],
    ['exact', 'y', 'Say x.'],
    ['tags', [], 'tags must have at least 1 entries'],
    ['tags', ['a', 2], 'tags must be an array of strings'],
    ['tags', [''], 'tags must have entries of at least 1 characters'],
    ['tags', ['abcd'], 'tags must have entries of at most 3 characters'],
    ['tags', 'abc', 'tags must be an array'],
  ])('%s given %j: %j', (field, value, message) => {
    expect(issue(Query, { [field]: value })).toBe(message);
  });

  it('hand over what they normalised', () => {
    expect({ ...validateDto(Query, { limit: '7', word: ' ABC ' }) }).toEqual({ limit: 7, word: 'abc' });
  });
});

describe('values of no use', () => {
  class Note {
    @Field.string({ optional: true }) text?: string;
    @Field.json({ optional: true }) data?: unknown;
  }
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

  it.each(['\u0000', '\ud800', 'a\udc00'])(
    'text no column holds is refused wherever it stands: %j',
    (text) => {
      expect(issue(Note, { text })).toBe('text contains a character that is not allowed');
      expect(issue(Note, { data: [{ a: text }] })).toBe('data contains a character that is not allowed');
      expect(issue(Note, { data: { [text]: 1 } })).toBe('data contains a character that is not allowed');
      expect(issue(Note, { unknown: text })).toBeNull();
    },
  );

  it('other control characters and whole pairs are text', () => {
    expect(issue(Note, { text: '\u0001\u{1f916}\uffff' })).toBeNull();
  });

  it('nesting is bounded, in unknown fields as well', () => {
    expect(issue(Note, { data: nested(62) })).toBeNull();
    expect(issue(Note, { data: nested(64) })).toBe('The request is nested too deeply');
    expect(issue(Note, { unknown: nested(64) })).toBe('The request is nested too deeply');
  });
});

describe('an empty query', () => {
  class Filters {
    @Field.integer({ optional: true, fromText: true, min: 1 }) limit?: number;
  }
  class Needed {
    @Field.string() provider: string;
  }
  const pipe = new DtoValidationPipe();
  const judged = (metatype: Dto, type: 'query' | 'body', value: unknown): unknown => {
    try {
      return pipe.transform(value, { type, metatype });
    } catch (error) {
      return error instanceof AppError ? error.message : error;
    }
  };

  it('is judged once where nothing is needed, and is an instance of its own every time', () => {
    const [one, other] = [judged(Filters, 'query', {}), judged(Filters, 'query', {})] as [Filters, Filters];
    expect(one).toBeInstanceOf(Filters);
    expect([one.limit, one === other]).toEqual([undefined, false]);
    expect(judged(Filters, 'query', { limit: '0' })).toBe('limit must be at least 1');
    expect(judged(Filters, 'query', { limit: '7' })).toEqual({ limit: 7 });
  });

  it('is refused every time where something is needed', () => {
    for (const type of ['query', 'body', 'query'] as const) {
      expect(judged(Needed, type, {})).toBe('provider is required');
    }
    expect(judged(Needed, 'body', null)).toBe('provider is required');
  });
});
