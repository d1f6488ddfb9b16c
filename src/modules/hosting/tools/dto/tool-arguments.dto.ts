import { Field } from '../../../../kernel/http/fields/fields.js';
import { Strict } from '../../../../kernel/http/fields/body-rules.js';
import { MEMORY_KEY } from '../../memories/dto/memory-request.dto.js';

const KEY = {
  minLength: 1,
  maxLength: 80,
  pattern: MEMORY_KEY,
  patternMessage: 'key must be lower-case words and numbers joined by hyphens, such as deploy-notes',
  description: 'Lower-case words and numbers joined by hyphens, such as `deploy-notes`.',
};

@Strict()
export class NoArguments {}

@Strict()
export class CancelTaskArguments {
  @Field.string({ minLength: 1, maxLength: 100, description: 'As `list_tasks` tells it.' })
  cronId: string;
}

/** Shorter than what people may write (04 §4). */
@Strict()
export class MemorySaveArguments {
  @Field.string(KEY)
  key: string;

  @Field.string({
    trim: true,
    minLength: 1,
    maxLength: 12_000,
    description: 'Markdown; replaces what was there.',
  })
  content: string;

  @Field.string({ optional: true, nullAsAbsent: true, singleLine: true, minLength: 1, maxLength: 120 })
  title?: string;

  @Field.string({
    optional: true,
    nullAsAbsent: true,
    singleLine: true,
    minLength: 1,
    maxLength: 300,
    description: 'What the index says of it, in one line.',
  })
  description?: string;
}

@Strict()
export class MemorySearchArguments {
  @Field.string({
    trim: true,
    minLength: 1,
    maxLength: 500,
    description: 'Words, "phrases", or, -not.',
  })
  query: string;
}

@Strict()
export class MemoryGetArguments {
  @Field.string(KEY)
  key: string;
}
