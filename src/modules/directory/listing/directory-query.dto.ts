import { Field } from '../../../kernel/http/fields/fields.js';

export const DEFAULT_LIMIT = 50;

/** What every list of the directory takes (05 §1.5). */
export class DirectoryQuery {
  @Field.integer({ optional: true, fromText: true, min: 1, max: 200, default: DEFAULT_LIMIT })
  limit?: number;

  @Field.string({ optional: true, schema: { minLength: 1 }, description: '`nextCursor` of the page before.' })
  cursor?: string;

  @Field.string({
    optional: true,
    trim: true,
    minLength: 1,
    maxLength: 200,
    description: 'Only what contains this, in any letter case.',
  })
  q?: string;
}
