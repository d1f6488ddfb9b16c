import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { CreateOrgSkillRequest, UpdateSkillRequest } from './dto/skill-request.dto.js';
import { SkillListResponse, SkillResponse } from './dto/skill-response.dto.js';
import { OrgSkills } from './org-skills.service.js';
import { skillErrors } from './skill.errors.js';

@Controller('v1/org/skills')
@ApiTags('Organization skills')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization', role: 'admin' })
export class OrgSkillsController {
  constructor(private readonly skills: OrgSkills) {}

  @Get()
  @Operation({
    summary: 'List the skills that the organization gives to all its agents, by name',
    description: 'Administrators only. Members see these skills in the list of a workspace.',
    response: SkillListResponse,
  })
  listOrgSkills(@CurrentCaller() caller: OrganizationCaller): Promise<SkillListResponse> {
    return this.skills.list(caller);
  }

  @Post()
  @Operation({
    summary: 'Create a skill for the agents of every workspace',
    description:
      'Administrators only. An organization can have 20 skills. A workspace or an agent may have its ' +
      'own skill with the same name.',
    success: 201,
    response: SkillResponse,
    errors: [skillErrors.skill_name_taken, skillErrors.skills_full],
  })
  createOrgSkill(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: CreateOrgSkillRequest,
  ): Promise<SkillResponse> {
    return this.skills.create(caller, body);
  }

  @Get(':skillId')
  @Operation({
    summary: 'Get a skill of the organization with its text and files',
    description: 'Administrators only. Skills of workspaces are not found here.',
    response: SkillResponse,
    errors: [skillErrors.skill_not_found],
  })
  getOrgSkill(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('skillId') skillId: string,
  ): Promise<SkillResponse> {
    return this.skills.get(caller, skillId);
  }

  @Patch(':skillId')
  @Operation({
    summary: 'Change a skill of the organization',
    description:
      'Administrators only. Only the fields in the body change. The list of files is replaced as a ' +
      'whole.',
    response: SkillResponse,
    errors: [skillErrors.skill_not_found, skillErrors.skill_too_long],
  })
  updateOrgSkill(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('skillId') skillId: string,
    @Body() body: UpdateSkillRequest,
  ): Promise<SkillResponse> {
    return this.skills.update(caller, skillId, body);
  }

  @Delete(':skillId')
  @Operation({
    summary: 'Delete a skill of the organization',
    description: 'Administrators only. Agents of every workspace lose the skill from their next turn.',
    errors: [skillErrors.skill_not_found],
  })
  deleteOrgSkill(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('skillId') skillId: string,
  ): Promise<void> {
    return this.skills.remove(caller, skillId);
  }
}
