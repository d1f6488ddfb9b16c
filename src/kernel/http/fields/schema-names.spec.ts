import { describe, expect, it } from '@jest/globals';
import { Field } from './fields.js';
import { addSchemas, requireOwnSchemaNames } from './schema-names.js';

describe('the names of schemas', () => {
  it('01 §23.6 a class of its own name passes, with any number of fields', () => {
    class SchemaNamesAloneResponse {
      @Field.string() id: string;
      @Field.string() name: string;
    }
    expect(new SchemaNamesAloneResponse()).toBeDefined();
    expect(requireOwnSchemaNames).not.toThrow();
  });

  it('01 §23.6 two classes of one name keep the server from starting, also with the same fields', () => {
    const declare = () => {
      class SchemaNamesTwiceResponse {
        @Field.string() id: string;
      }
      return SchemaNamesTwiceResponse;
    };
    expect(declare()).not.toBe(declare());
    expect(requireOwnSchemaNames).toThrow('Two classes are called SchemaNamesTwiceResponse');
  });

  it('01 §23.6 a schema replaces none that is there', () => {
    const one = { type: 'object' };
    const schemas = { One: one };
    addSchemas(schemas, { One: one, Two: {} });
    expect(schemas).toEqual({ One: one, Two: {} });
    expect(() => addSchemas(schemas, { One: { type: 'object' } })).toThrow('Two schemas are called One');
  });
});
