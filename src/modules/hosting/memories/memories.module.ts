import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { AgentMemories } from './agent-memories.js';
import { MemoriesController } from './memories.controller.js';
import { MemoriesService } from './memories.service.js';
import { MemoryEntity } from './memory.entity.js';
import { MemoryRevisionEntity } from './memory-revision.entity.js';
import { MemoryRevisionStore } from './memory-revision-store.js';
import { MemoryRevisionsController } from './memory-revisions.controller.js';
import { MemoryRevisions } from './memory-revisions.service.js';
import { MemorySearch } from './memory-search.js';
import { MemoryStore } from './memory-store.js';
import { MemoryWriter } from './memory-writer.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

@DescribeTags({
  Memories: 'Notes that a hosted agent keeps across conversations, with their history.',
})
@Module({
  imports: [LimitsModule, TypeOrmModule.forFeature([MemoryEntity, MemoryRevisionEntity]), AgentsModule],
  controllers: [MemoriesController, MemoryRevisionsController],
  providers: [
    AgentMemories,
    MemoriesService,
    MemoryRevisions,
    MemoryRevisionStore,
    MemorySearch,
    MemoryStore,
    MemoryWriter,
  ],
  exports: [AgentMemories],
})
export class MemoriesModule {}
