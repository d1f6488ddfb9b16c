import { fitsRunners } from '../../../../domain/agents/memories/memory-file.js';
import { atLeastOneOf, type BodyRule, BodyRules, Strict } from '../../../../kernel/http/fields/body-rules.js';
import { Field } from '../../../../kernel/http/fields/fields.js';

export const MEMORY_KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const TITLE = { singleLine: true, minLength: 1, maxLength: 120 };
export const DESCRIPTION = { singleLine: true, minLength: 1, maxLength: 300 };
export const CONTENT = { trim: true, minLength: 1, maxLength: 100_000, description: 'Markdown text.' };

/** As JSON, one file of at most 200,000 bytes and one write-back of at most 150,000. */
const fitsIntoAFile: BodyRule = {
  schema: {},
  problemOf: ({ key = '', title = null, description = null, content = '' }) =>
    fitsRunners({ key, title, description, content } as Parameters<typeof fitsRunners>[0])
      ? null
      : 'The memory is too large: as JSON it must fit 150,000 bytes',
};

export class ListMemoriesQuery {
  @Field.string({
    optional: true,
    trim: true,
    minLength: 1,
    maxLength: 500,
    description: 'Search terms: words, "phrases", or, -not. Returns the best matches instead of the index.',
  })
  q?: string;
}

@Strict()
@BodyRules(fitsIntoAFile)
export class CreateMemoryRequest {
  @Field.string({ minLength: 1, maxLength: 80, pattern: MEMORY_KEY, description: 'Cannot be changed.' })
  key: string;

  @Field.string({ ...TITLE, optional: true, nullable: true })
  title?: string | null;

  @Field.string({ ...DESCRIPTION, optional: true, nullable: true, description: 'Text for the index.' })
  description?: string | null;

  @Field.string(CONTENT)
  content: string;
}

@Strict()
@BodyRules(atLeastOneOf(['title', 'description', 'content']), fitsIntoAFile)
export class UpdateMemoryRequest {
  @Field.string({ ...TITLE, optional: true, nullable: true, description: 'Null clears the title.' })
  title?: string | null;

  @Field.string({ ...DESCRIPTION, optional: true, nullable: true, description: 'Null clears the title.' })
  description?: string | null;

  @Field.string({ ...CONTENT, optional: true })
  content?: string;
}
