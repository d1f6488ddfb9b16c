import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { conversationErrors } from '../records/conversation.errors.js';
import {
  AbortResponse,
  ListTurnsQuery,
  PostMessageRequest,
  SentMessageResponse,
  TurnPageResponse,
  TurnResponse,
} from '../dto/turn.dto.js';
import { MessagesService } from './messages.service.js';
import { TurnsService } from './turns.service.js';

@Controller('v1')
@ApiTags('Conversations')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class TurnsController {
  constructor(
    private readonly messages: MessagesService,
    private readonly turns: TurnsService,
  ) {}

  @Get('conversations/:conversationId/turns')
  @Operation({
    summary: 'List the newest turns of a conversation in chronological order',
    description: 'Messages with their results. `before` pages to older turns.',
    response: TurnPageResponse,
    errors: [conversationErrors.conversation_not_found],
  })
  listTurns(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('conversationId') conversationId: string,
    @Query() query: ListTurnsQuery,
  ): Promise<TurnPageResponse> {
    return this.turns.list(caller, conversationId, query);
  }

  @Post('conversations/:conversationId/turns')
  @Operation({
    summary: 'Start a turn, unless the agent is already working in this conversation',
    description:
      'For programs that expect one answer per message. The call wakes the agent. Without a model key ' +
      'the turn fails immediately.',
    success: 201,
    response: TurnResponse,
    errors: [
      conversationErrors.conversation_not_found,
      conversationErrors.conversation_busy,
      conversationErrors.attachments_not_usable,
    ],
  })
  async createTurn(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('conversationId') conversationId: string,
    @Body() body: PostMessageRequest,
  ): Promise<TurnResponse> {
    return (await this.messages.post(caller, conversationId, { ...body, door: 'strict' })).turn;
  }

  @Post('conversations/:conversationId/messages')
  @Operation({
    summary: 'Send a message to the agent, also while it is working',
    description:
      'A message sent during a turn waits as a follow-up. The current run takes it up, or it runs next.',
    success: 201,
    response: SentMessageResponse,
    errors: [
      conversationErrors.conversation_not_found,
      conversationErrors.too_many_follow_ups,
      conversationErrors.attachments_not_usable,
    ],
  })
  sendMessage(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('conversationId') conversationId: string,
    @Body() body: PostMessageRequest,
  ): Promise<SentMessageResponse> {
    return this.messages.post(caller, conversationId, { ...body, door: 'people' });
  }

  @Post('turns/:turnId/abort')
  @Operation({
    summary: 'Abort a turn',
    description:
      'A waiting turn ends immediately. A running turn ends when its executor confirms it. Follow-ups ' +
      'that wait behind it are aborted.',
    response: AbortResponse,
    errors: [conversationErrors.turn_not_found, conversationErrors.turn_is_over],
  })
  abortTurn(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('turnId') turnId: string,
  ): Promise<AbortResponse> {
    return this.turns.abort(caller, turnId);
  }
}
