import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../../kernel/access/declaration/caller.js';
import { Database } from '../../../../kernel/database/database.js';
import { LongPoll } from '../../../../kernel/http/long-poll.decorator.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { conversationErrors } from '../records/conversation.errors.js';
import { DEFAULT_EVENTS, LARGEST_SEQ } from '../records/conversation-rules.js';
import { ConversationStore } from '../records/conversation-store.js';
import { TranscriptPageResponse, TranscriptQuery } from '../dto/transcript.dto.js';
import { TranscriptReader } from './transcript-reader.js';
import { TranscriptStreams } from './transcript-streams.js';

const STREAM = 'text/event-stream';

@Controller('v1/conversations')
@ApiTags('Conversations')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class TranscriptController {
  constructor(
    private readonly db: Database,
    private readonly store: ConversationStore,
    private readonly reader: TranscriptReader,
    private readonly streams: TranscriptStreams,
  ) {}

  @Get(':conversationId/events')
  @Operation({
    summary: 'List the stored events of a conversation in order',
    description:
      'Returns events after a sequence number. A client that continues with the highest number it has ' +
      'received misses no stored event.',
    response: TranscriptPageResponse,
    errors: [conversationErrors.conversation_not_found],
  })
  async listTranscriptEvents(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('conversationId') conversationId: string,
    @Query() { since, limit = DEFAULT_EVENTS }: TranscriptQuery,
  ): Promise<TranscriptPageResponse> {
    const { id } = await this.store.get(this.db, caller, conversationId);
    const found = await this.reader.list(id, since ?? 0, limit + 1);
    const events = found.slice(0, limit) as TranscriptPageResponse['events'];
    const nextSince = events.at(-1)?.seq ?? since ?? 0;
    return { events, nextSince, hasMore: found.length > limit };
  }

  @Get(':conversationId/stream')
  @LongPoll()
  @Operation({
    summary: 'Stream the events of a conversation',
    description:
      'Server-sent events: first the stored events after `since` or `Last-Event-ID`, then new events ' +
      'as they happen, each number once. The stream does not end by itself. A client that falls far ' +
      'behind is disconnected and reconnects with its last number.',
    response: { mediaType: STREAM },
    errors: [conversationErrors.conversation_not_found],
  })
  async streamTranscript(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('conversationId') conversationId: string,
    @Query() { since }: TranscriptQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const { id } = await this.store.get(this.db, caller, conversationId);
    void reply.headers({ 'content-type': STREAM, 'cache-control': 'no-cache', 'x-accel-buffering': 'no' });
    // Whoever asks for the head alone would hold a stream that nobody reads.
    if (request.method === 'HEAD') return Readable.from([]);
    return this.streams.open(caller, id, since ?? cursorOf(request) ?? 0, request);
  }
}

/** What `EventSource` sends when it comes back; anything that is no number of ours is ignored. */
function cursorOf({ headers }: FastifyRequest): number | undefined {
  const sent = headers['last-event-id'];
  if (typeof sent !== 'string' || !/^\d{1,10}$/.test(sent)) return undefined;
  const seq = Number(sent);
  return seq <= LARGEST_SEQ ? seq : undefined;
}
