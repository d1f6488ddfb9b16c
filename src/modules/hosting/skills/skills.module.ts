import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { AgentSkills } from './agent-skills.js';
import { SkillEntity } from './skill.entity.js';
import { SkillStore } from './skill-store.js';
import { SkillWriter } from './skill-writer.js';
import { OrgSkillsController, SkillsController } from './skills.controller.js';
import { SkillsService } from './skills.service.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

@DescribeTags({
  Skills: 'Instruction packs that hosted agents of a workspace load when they need them.',
  'Organization skills': 'Instruction packs for the hosted agents of every workspace.',
})
@Module({
  imports: [LimitsModule, TypeOrmModule.forFeature([SkillEntity]), AgentsModule],
  controllers: [SkillsController, OrgSkillsController],
  providers: [AgentSkills, SkillsService, SkillStore, SkillWriter],
  exports: [AgentSkills],
})
export class SkillsModule {}
