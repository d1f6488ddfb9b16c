import { Field } from '../../../../kernel/http/fields/fields.js';

const OPS = ['save', 'restore'] as const;
const AUTHORS = ['user', 'agent'] as const;

export class MemoryIndexRowResponse {
  @Field.string() id: string;
  @Field.string() agentId: string;
  @Field.string() key: string;
  @Field.string({ nullable: true }) title: string | null;
  @Field.string({ nullable: true }) description: string | null;

  @Field.integer({ description: 'Number of changes so far.' })
  lastRevisionSeq: number;

  @Field.dateTime()
  createdAt: string;

  @Field.dateTime()
  updatedAt: string;
}

export class MemoryResponse extends MemoryIndexRowResponse {
  @Field.string()
  content: string;
}

export class MemoryHitResponse {
  @Field.string() id: string;
  @Field.string() key: string;
  @Field.string({ nullable: true }) title: string | null;
  @Field.string({ nullable: true }) description: string | null;

  @Field.string({ description: 'Plain text with the matches between `**`.' })
  snippet: string;

  @Field.json({ schema: { type: 'number', minimum: 0, maximum: 1 } })
  rank: number;

  @Field.dateTime()
  updatedAt: string;
}

export class MemoryListResponse {
  @Field.list(MemoryIndexRowResponse, {
    optional: true,
    description: 'Present without `q`: all memories, by key.',
  })
  memories?: MemoryIndexRowResponse[];

  @Field.list(MemoryHitResponse, {
    optional: true,
    description: 'Present with `q`: at most 8, best match first.',
  })
  hits?: MemoryHitResponse[];
}

export class MemoryRevisionResponse {
  @Field.string()
  id: string;

  @Field.integer()
  seq: number;

  @Field.oneOf(OPS)
  op: (typeof OPS)[number];

  @Field.integer({ nullable: true })
  restoredFromSeq: number | null;

  @Field.string({ nullable: true })
  title: string | null;

  @Field.string({ nullable: true })
  description: string | null;

  @Field.string()
  content: string;

  @Field.oneOf(AUTHORS)
  authorKind: (typeof AUTHORS)[number];

  @Field.string({
    nullable: true,
    description: 'If the agent is the author: the person whose turn caused the write.',
  })
  authorUserId: string | null;

  @Field.string({ nullable: true })
  authorEmail: string | null;

  @Field.string({ nullable: true })
  conversationId: string | null;

  @Field.string({ nullable: true })
  turnId: string | null;

  @Field.dateTime({ nullable: true })
  redactedAt: string | null;

  @Field.string({ nullable: true })
  redactedByUserId: string | null;

  @Field.dateTime()
  createdAt: string;
}

export class MemoryRevisionPreviewResponse extends MemoryRevisionResponse {
  @Field.boolean({ description: 'Whether `content` was truncated to 2,000 characters.' })
  contentTruncated: boolean;
}

export class MemoryRevisionListResponse {
  @Field.list(MemoryRevisionPreviewResponse)
  revisions: MemoryRevisionPreviewResponse[];
}

export class MemoryDetailResponse extends MemoryResponse {
  @Field.object(MemoryRevisionResponse, { nullable: true })
  latestRevision: MemoryRevisionResponse | null;
}
