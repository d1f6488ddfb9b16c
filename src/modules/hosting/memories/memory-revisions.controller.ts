import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { agentErrors } from '../../policy/agents/records/agent.errors.js';
import {
  MemoryResponse,
  MemoryRevisionListResponse,
  MemoryRevisionResponse,
} from './dto/memory-response.dto.js';
import { memoryErrors } from './memory.errors.js';
import { MemoryRevisions } from './memory-revisions.service.js';

const OF_THE_MEMORY = [
  agentErrors.agent_not_found,
  agentErrors.agent_brings_its_own_program,
  memoryErrors.memory_not_found,
];
const OF_THE_REVISION = [...OF_THE_MEMORY, memoryErrors.memory_revision_not_found];
const OF_THE_CHANGE = [
  ...OF_THE_REVISION,
  memoryErrors.memory_revision_current,
  memoryErrors.memory_revision_redacted,
];

@Controller('v1/agents/:agentId/memories/:memoryId/revisions')
@ApiTags('Memories')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class MemoryRevisionsController {
  constructor(private readonly revisions: MemoryRevisions) {}

  @Get()
  @Operation({
    summary: 'What a memory was, newest first',
    description: 'The newest fifty; of each content the first 2,000 characters.',
    response: MemoryRevisionListResponse,
    errors: OF_THE_MEMORY,
  })
  listMemoryRevisions(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('memoryId') memoryId: string,
  ): Promise<MemoryRevisionListResponse> {
    return this.revisions.list(caller, agentId, memoryId);
  }

  @Get(':revisionId')
  @Operation({
    summary: 'A revision with its whole content',
    description: 'Of a redacted one nothing is left but who wrote it and when.',
    response: MemoryRevisionResponse,
    errors: OF_THE_REVISION,
  })
  getMemoryRevision(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('memoryId') memoryId: string,
    @Param('revisionId') revisionId: string,
  ): Promise<MemoryRevisionResponse> {
    return this.revisions.get(caller, agentId, memoryId, revisionId);
  }

  @Post(':revisionId/restore')
  @Operation({
    summary: 'Makes an old revision the memory again',
    description: 'It becomes the newest revision; those between stay.',
    success: 200,
    response: MemoryResponse,
    errors: OF_THE_CHANGE,
  })
  restoreMemoryRevision(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('memoryId') memoryId: string,
    @Param('revisionId') revisionId: string,
  ): Promise<MemoryResponse> {
    return this.revisions.restore(caller, agentId, memoryId, revisionId);
  }

  @Post(':revisionId/redact')
  @Operation({
    summary: 'Blanks an old revision for good',
    description: 'Title, description and content are gone; that there was a change, by whom and when, stays.',
    success: 200,
    response: MemoryRevisionResponse,
    errors: OF_THE_CHANGE,
  })
  redactMemoryRevision(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('memoryId') memoryId: string,
    @Param('revisionId') revisionId: string,
  ): Promise<MemoryRevisionResponse> {
    return this.revisions.redact(caller, agentId, memoryId, revisionId);
  }
}
