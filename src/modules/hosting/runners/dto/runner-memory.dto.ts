import { Field } from '../../../../kernel/http/fields/fields.js';
import { Reported } from './runner-report.dto.js';
import { CONTENT, DESCRIPTION, MEMORY_KEY, TITLE } from '../../memories/dto/memory-request.dto.js';

/** What of it is wrong is told to the agent that wrote it, so that here it may be any text. */
export class RunnerMemoryRequest {
  @Reported({ type: 'string' }) content: unknown;
  @Reported({ type: 'string', nullable: true, description: 'If absent, the title is kept. Null clears it.' })
  title?: unknown;
  @Reported({ type: 'string', nullable: true, description: 'If absent, the title is kept. Null clears it.' })
  description?: unknown;
  @Field.string({
    optional: true,
    maxLength: 100,
    description: 'Lease of the turn in which the memory was written.',
  })
  leaseId?: string;
}

/** How a memory that comes back from a sandbox is judged. */
export class WrittenMemory {
  @Field.string({ minLength: 1, maxLength: 80, pattern: MEMORY_KEY }) key: string;
  @Field.string(CONTENT) content: string;
  @Field.string({ ...TITLE, optional: true, nullable: true }) title?: string | null;
  @Field.string({ ...DESCRIPTION, optional: true, nullable: true }) description?: string | null;
}

export class RunnerMemoryResponse {
  @Field.boolean() ok: boolean;
  @Field.boolean({ optional: true }) created?: boolean;
  @Field.boolean({ optional: true, description: 'True: the same content was already stored.' })
  noop?: boolean;
  @Field.integer({ optional: true }) revisionSeq?: number;
  @Field.string({ optional: true, description: 'What is wrong with the memory, for the agent.' })
  error?: string;
}
