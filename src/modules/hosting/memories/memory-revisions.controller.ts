import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
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
    summary: 'List the revisions of a memory, newest first',
    description: 'The newest 50 revisions, with the first 2,000 characters of each content.',
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
    summary: 'Get a revision with its whole content',
    description: 'A redacted revision keeps only its author and time.',
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
    summary: 'Restore an old revision of a memory',
    description: 'The content becomes a new revision. Later revisions are kept.',
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
    summary: 'Redact an old revision permanently',
    description: 'Title, description and content are deleted. Author and time are kept.',
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
