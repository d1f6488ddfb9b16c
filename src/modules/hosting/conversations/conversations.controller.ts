import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
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
    summary: "Get or create the caller's direct conversation with a hosted agent",
    description:
      'The first call creates the conversation; later calls return the same one. Only its user can ' +
      'read it; administrators cannot.',
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
    description: 'An external reference can be used once per agent and source.',
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
    summary: 'List the conversations of the workspace, newest first',
    description:
      "Includes the caller's own direct conversations, and no direct conversations of other people.",
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
    summary: 'Get a conversation',
    description: 'A direct conversation of another person is not found.',
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
