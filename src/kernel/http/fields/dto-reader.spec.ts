import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '../../errors/app-error.js';
import { readDto } from './dto-reader.js';
import { Field } from './fields.js';
import { MAX_PARAMETERS, readQueryText, RefusedInput } from '../body/refused-input.js';
import { Strict } from './body-rules.js';
import { DtoValidationPipe, validateDto } from './validation.pipe.js';

class Part {
  @Field.string({ optional: true, trim: true }) text?: string;
}

class Base {
  @Field.integer({ optional: true }) number?: number;
}

class Whole extends Base {
  @Field.object(Part, { optional: true }) part?: Part;
  @Field.list(Part, { optional: true, maxItems: 3 }) parts?: Part[];
  @Field.list('string', { optional: true, maxItems: 3 }) names?: string[];
  @Field.json({ optional: true, maxEntries: 2 }) map?: unknown;
  @Field.json({ optional: true, maxEntries: 2, schema: { type: 'array' } }) list?: unknown;
}

@Strict()
class Exact {
  @Field.object(Part, { optional: true }) part?: Part;
}

function issue(type: new () => object, value: unknown): string | null {
  try {
    validateDto(type, value);
    return null;
  } catch (error) {
    return error instanceof AppError ? error.message : String(error);
  }
}

describe('reading a DTO', () => {
  it('looks at declared fields only', () => {
    const sent = { number: 1 };
    const others = Object.defineProperty(sent, 'other', {
      enumerable: false,
      get: () => {
        throw new Error('It was looked at');
      },
    });
    expect({ ...validateDto(Whole, others) }).toMatchObject({ number: 1 });
  });

  it('looks at no entry of a list beyond the one that makes it too long', () => {
    const parts = Array.from({ length: 20 }, () => ({}));
    Object.defineProperty(parts, 4, {
      get: () => {
        throw new Error('It was looked at');
      },
    });
    expect(readDto(Whole, { parts }, false).parts).toHaveLength(4);
    expect(issue(Whole, { parts: parts.slice(0, 4) })).toBe('parts must have at most 3 entries');
    expect(issue(Whole, { names: ['a', 'b', 'c', 'd'] })).toBe('names must have at most 3 entries');
    expect(issue(Whole, { names: ['a', 'b', 'c'] })).toBeNull();
  });

  it('makes instances of the declared classes, those of a base class included, and nothing else', () => {
    const whole = validateDto(Whole, { number: 1, part: { text: ' a ', other: 1 }, parts: [{ text: 'b' }] });
    expect(whole.part).toBeInstanceOf(Part);
    expect(whole.parts?.[0]).toBeInstanceOf(Part);
    expect([whole.number, whole.part?.text, Object.keys(whole.part!)]).toEqual([1, 'a', ['text']]);
  });

  it('bounds JSON of any shape', () => {
    expect(issue(Whole, { map: { a: 1, b: 2 }, list: [1, 2] })).toBeNull();
    expect(issue(Whole, { map: { a: 1, b: 2, c: 3 } })).toBe('map must have at most 2 entries');
    expect(issue(Whole, { list: [1, 2, 3] })).toBe('list must have at most 2 entries');
  });

  it('takes names of the object prototype for what they are', () => {
    const names = fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype');
    const property = fc.property(fc.array(fc.tuple(names, fc.jsonValue()), { minLength: 1 }), (fields) => {
      const json = `{${fields.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(',')}}`;
      expect({ ...validateDto(Whole, JSON.parse(json)) }).toEqual({ ...validateDto(Whole, {}) });
      expect(issue(Exact, JSON.parse(json))).toBe(`${fields[0]![0]} is not a known field`);
      expect(issue(Exact, JSON.parse(`{"part":${json}}`))).toBe(
        `part: ${fields[0]![0]} is not a known field`,
      );
    });
    fc.assert(property);
  });

  it('repeats little of a name that nobody knows', () => {
    expect(issue(Exact, { ['x'.repeat(100_000)]: 1 })).toBe(`${'x'.repeat(100)} is not a known field`);
  });

  it('tells what was refused before it was read', () => {
    expect(issue(Whole, new RefusedInput('Too much.'))).toBe('Too much.');
    expect(JSON.stringify(new RefusedInput('Too much.'))).toBe('{}');
    const judged = () =>
      new DtoValidationPipe().transform(new RefusedInput('Too much.'), { type: 'query', metatype: Base });
    expect(judged).toThrow('Too much.');
  });
});

describe('a query string', () => {
  it('is read as it always was', () => {
    expect({ ...readQueryText('a=1&a=2&b=%20c+d&__proto__=x&e&=f') }).toEqual({
      a: ['1', '2'],
      b: ' c d',
      ['__proto__']: 'x',
      e: '',
      '': 'f',
    });
    expect(Object.keys(readQueryText(''))).toEqual([]);
  });

  it('of too many parameters is not read', () => {
    const query = (count: number): object => readQueryText(Array<string>(count).fill('a=1').join('&'));
    expect(query(MAX_PARAMETERS)).not.toBeInstanceOf(RefusedInput);
    expect(query(MAX_PARAMETERS + 1)).toBeInstanceOf(RefusedInput);
  });
});
