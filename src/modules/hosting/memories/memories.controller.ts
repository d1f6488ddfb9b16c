import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { agentErrors } from '../../policy/agents/records/agent.errors.js';
import { CreateMemoryRequest, ListMemoriesQuery, UpdateMemoryRequest } from './dto/memory-request.dto.js';
import { MemoryDetailResponse, MemoryListResponse, MemoryResponse } from './dto/memory-response.dto.js';
import { MemoriesService } from './memories.service.js';
import { memoryErrors } from './memory.errors.js';

const OF_THE_AGENT = [agentErrors.agent_not_found, agentErrors.agent_brings_its_own_program];

@Controller('v1/agents/:agentId/memories')
@ApiTags('Memories')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class MemoriesController {
  constructor(private readonly memories: MemoriesService) {}

  @Get()
  @Operation({
    summary: 'What the agent remembers, or what a search finds in it',
    description:
      'Without `q` every memory by key, without its content. With `q` the up to eight that fit best, each with the ' +
      'place where it fits.',
    response: MemoryListResponse,
    errors: OF_THE_AGENT,
  })
  listMemories(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Query() { q }: ListMemoriesQuery,
  ): Promise<MemoryListResponse> {
    return this.memories.list(caller, agentId, q);
  }

  @Post()
  @Operation({
    summary: 'Has the agent remember something under a new key',
    description:
      'The agent sees it from its next turn; nothing is started by it. An agent has 100 memories at most.',
    success: 201,
    response: MemoryResponse,
    errors: [...OF_THE_AGENT, memoryErrors.memory_key_taken, memoryErrors.memories_full],
  })
  createMemory(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Body() body: CreateMemoryRequest,
  ): Promise<MemoryResponse> {
    return this.memories.create(caller, agentId, body);
  }

  @Get(':memoryId')
  @Operation({
    summary: 'A memory with its newest revision',
    description: 'The revision tells who wrote what is there now, and in which turn when the agent did.',
    response: MemoryDetailResponse,
    errors: [...OF_THE_AGENT, memoryErrors.memory_not_found],
  })
  getMemory(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('memoryId') memoryId: string,
  ): Promise<MemoryDetailResponse> {
    return this.memories.get(caller, agentId, memoryId);
  }

  @Patch(':memoryId')
  @Operation({
    summary: 'Changes a memory',
    description: 'Only the fields that are given change. Saving what is there already makes no revision.',
    response: MemoryResponse,
    errors: [...OF_THE_AGENT, memoryErrors.memory_not_found, memoryErrors.memory_too_large],
  })
  updateMemory(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('memoryId') memoryId: string,
    @Body() body: UpdateMemoryRequest,
  ): Promise<MemoryResponse> {
    return this.memories.update(caller, agentId, memoryId, body);
  }

  @Delete(':memoryId')
  @Operation({
    summary: 'Deletes a memory with all its revisions',
    description: 'There is no way back; the key is free again.',
    errors: [...OF_THE_AGENT, memoryErrors.memory_not_found],
  })
  deleteMemory(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('memoryId') memoryId: string,
  ): Promise<void> {
    return this.memories.remove(caller, agentId, memoryId);
  }
}
