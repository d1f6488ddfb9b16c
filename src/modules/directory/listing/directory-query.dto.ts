import { Field } from '../../../kernel/http/fields/fields.js';

export const DEFAULT_LIMIT = 50;

/** What every list of the directory takes (05 §1.5). */
export class DirectoryQuery {
  @Field.integer({ optional: true, fromText: true, min: 1, max: 200, default: DEFAULT_LIMIT })
  limit?: number;

  @Field.string({
    optional: true,
    schema: { minLength: 1 },
    description: '`nextCursor` of the previous page.',
  })
  cursor?: string;

  @Field.string({
    optional: true,
    trim: true,
    minLength: 1,
    maxLength: 200,
    description: 'Only entries that contain this text, case-insensitive.',
  })
  q?: string;
}
