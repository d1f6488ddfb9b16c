import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
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
    summary: 'List or search the memories of an agent',
    description:
      'Without `q`: every memory by key, without its content. With `q`: at most eight best matches, ' +
      'each with the matching text.',
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
    summary: 'Create a memory with a new key',
    description:
      'The agent sees the memory from its next turn. No turn is started. An agent has at most 100 ' +
      'memories.',
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
    summary: 'Get a memory with its newest revision',
    description: 'The newest revision names the author, and the turn if the author is the agent.',
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
    summary: 'Change a memory',
    description: 'Only the fields in the body change. Saving identical content creates no revision.',
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
    summary: 'Delete a memory with all its revisions',
    description: 'A deleted memory cannot be restored. Its key can be used again.',
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
