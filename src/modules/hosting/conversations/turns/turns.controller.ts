import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../../kernel/access/declaration/current-caller.decorator.js';
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
    summary: 'The newest turns of a conversation, oldest of them first',
    description: 'A message and what became of it; `before` pages to older ones.',
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
    summary: 'Give the agent something to do, unless it is at work here',
    description:
      'For programs that want one answer for each message. Wakes the agent; without a model key the turn fails at once.',
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
    summary: 'Say something to the agent, also while it is at work',
    description:
      'What is said meanwhile waits as a follow-up: the run under way takes it up, or it runs next.',
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
    summary: 'Stop a turn',
    description:
      'One that waits is over at once; one under way is over when its executor says so. Messages that wait behind it go.',
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
