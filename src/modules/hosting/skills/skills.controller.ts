import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { agentErrors } from '../../policy/agents/records/agent.errors.js';
import { CreateSkillRequest, UpdateSkillRequest } from './dto/skill-request.dto.js';
import { SkillListResponse, SkillResponse } from './dto/skill-response.dto.js';
import { skillErrors } from './skill.errors.js';
import { SkillsService } from './skills.service.js';

@Controller('v1/skills')
@ApiTags('Skills')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class SkillsController {
  constructor(private readonly skills: SkillsService) {}

  @Get()
  @Operation({
    summary: 'List the skills of the workspace, of its agents and of its organization',
    description: 'Sorted by scope, then by name, without their text.',
    response: SkillListResponse,
  })
  listSkills(@CurrentCaller() caller: WorkspaceCaller): Promise<SkillListResponse> {
    return this.skills.list(caller);
  }

  @Post()
  @Operation({
    summary: 'Create a skill for all agents of the workspace, or for one of them',
    description:
      'Hosted agents load the skill from their next turn. A workspace can have 20 skills of its own, ' +
      "each agent 10. Of several skills with the same name, an agent's own takes precedence over the " +
      "workspace's, and the workspace's over the organization's.",
    success: 201,
    response: SkillResponse,
    errors: [
      agentErrors.agent_not_found,
      agentErrors.agent_brings_its_own_program,
      skillErrors.skill_name_taken,
      skillErrors.skills_full,
    ],
  })
  createSkill(
    @CurrentCaller() caller: WorkspaceCaller,
    @Body() body: CreateSkillRequest,
  ): Promise<SkillResponse> {
    return this.skills.create(caller, body);
  }

  @Get(':skillId')
  @Operation({
    summary: 'Get a skill with its text and files',
    description: 'A skill of the workspace, of one of its agents, or of its organization.',
    response: SkillResponse,
    errors: [skillErrors.skill_not_found],
  })
  getSkill(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('skillId') skillId: string,
  ): Promise<SkillResponse> {
    return this.skills.get(caller, skillId);
  }

  @Patch(':skillId')
  @Operation({
    summary: 'Change a skill of the workspace or of an agent',
    description: 'Only the fields in the body change. The list of files is replaced as a whole.',
    response: SkillResponse,
    errors: [skillErrors.skill_not_found, skillErrors.skill_of_organization, skillErrors.skill_too_long],
  })
  updateSkill(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('skillId') skillId: string,
    @Body() body: UpdateSkillRequest,
  ): Promise<SkillResponse> {
    return this.skills.update(caller, skillId, body);
  }

  @Delete(':skillId')
  @Operation({
    summary: 'Delete a skill of the workspace or of an agent',
    description:
      'From their next turn, agents that had it use a skill of the same name with a broader scope, if ' +
      'there is one.',
    errors: [skillErrors.skill_to_delete_not_found, skillErrors.skill_to_delete_of_organization],
  })
  deleteSkill(@CurrentCaller() caller: WorkspaceCaller, @Param('skillId') skillId: string): Promise<void> {
    return this.skills.remove(caller, skillId);
  }
}
