import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { agentErrors } from '../../policy/agents/records/agent.errors.js';
import { conversationErrors } from './records/conversation.errors.js';
import { ConversationsService } from './conversations.service.js';
import {
  ConversationPageResponse,
  ConversationResponse,
  CreateConversationRequest,
  ListConversationsQuery,
} from './dto/conversation.dto.js';

const OF_AGENT = [agentErrors.agent_not_found, agentErrors.agent_brings_its_own_program];

@Controller('v1')
@ApiTags('Conversations')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class ConversationsController {
  constructor(private readonly conversations: ConversationsService) {}

  @Put('agents/:agentId/conversations/direct')
  @Operation({
    summary: "The caller's own thread with a hosted agent",
    description:
      'Made on the first call and the same ever after; nobody else can read it, no administrator either.',
    response: ConversationResponse,
    errors: OF_AGENT,
  })
  ensureDirectConversation(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
  ): Promise<ConversationResponse> {
    return this.conversations.ensureDirect(caller, agentId);
  }

  @Post('conversations')
  @Operation({
    summary: 'Open a conversation that the whole workspace can read',
    description: 'An external reference can be used once for each agent and source.',
    success: 201,
    response: ConversationResponse,
    errors: [...OF_AGENT, conversationErrors.conversation_exists],
  })
  createConversation(
    @CurrentCaller() caller: WorkspaceCaller,
    @Body() body: CreateConversationRequest,
  ): Promise<ConversationResponse> {
    return this.conversations.create(caller, body);
  }

  @Get('conversations')
  @Operation({
    summary: 'Conversations of the workspace, newest first',
    description: "With the caller's own direct threads and nobody else's.",
    response: ConversationPageResponse,
  })
  listConversations(
    @CurrentCaller() caller: WorkspaceCaller,
    @Query() query: ListConversationsQuery,
  ): Promise<ConversationPageResponse> {
    return this.conversations.list(caller, query);
  }

  @Get('conversations/:conversationId')
  @Operation({
    summary: 'One conversation',
    description: "Somebody else's direct thread is not found.",
    response: ConversationResponse,
    errors: [conversationErrors.conversation_not_found],
  })
  getConversation(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('conversationId') conversationId: string,
  ): Promise<ConversationResponse> {
    return this.conversations.get(caller, conversationId);
  }
}
