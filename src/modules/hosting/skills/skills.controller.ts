import { Body, Controller, Delete, Get, Param, Patch, Post, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { CurrentCaller, type OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import {
  type Level,
  type LevelOperation,
  organizationLevel,
  workspaceLevel,
} from '../../../kernel/http/openapi/level.js';
import { TypedBody } from '../../../kernel/http/fields/typed-body.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { agentErrors } from '../../policy/agents/records/agent.errors.js';
import { CreateOrgSkillRequest, CreateSkillRequest, UpdateSkillRequest } from './dto/skill-request.dto.js';
import { SkillListResponse, SkillResponse } from './dto/skill-response.dto.js';
import { skillErrors } from './skill.errors.js';
import { SkillsService } from './skills.service.js';

/** What the document says of the operations on one level; the answers are the same on both. */
interface SkillOperations {
  readonly list: LevelOperation;
  readonly create: LevelOperation & { readonly body: Type };
  readonly get: LevelOperation;
  readonly update: LevelOperation;
  readonly remove: LevelOperation;
}

function skillsController<C extends OrganizationCaller>(level: Level<C>, operations: SkillOperations): Type {
  const { list, create, get, update, remove } = operations;

  @Controller(level.path)
  @ApiTags(level.tag)
  @Access(level.access)
  class LevelSkillsController {
    constructor(private readonly skills: SkillsService) {}

    @Get()
    @Operation({ ...list, response: SkillListResponse })
    [list.id](@CurrentCaller() caller: C): Promise<SkillListResponse> {
      return this.skills.list(level.scopeOf(caller));
    }

    @Post()
    @Operation({ ...create, success: 201, response: SkillResponse })
    [create.id](
      @CurrentCaller() caller: C,
      @TypedBody(create.body) body: CreateSkillRequest,
    ): Promise<SkillResponse> {
      return this.skills.create(caller, level.scopeOf(caller), body);
    }

    @Get(':skillId')
    @Operation({ ...get, response: SkillResponse })
    [get.id](@CurrentCaller() caller: C, @Param('skillId') skillId: string): Promise<SkillResponse> {
      return this.skills.get(level.scopeOf(caller), skillId);
    }

    @Patch(':skillId')
    @Operation({ ...update, response: SkillResponse })
    [update.id](
      @CurrentCaller() caller: C,
      @Param('skillId') skillId: string,
      @Body() body: UpdateSkillRequest,
    ): Promise<SkillResponse> {
      return this.skills.update(caller, level.scopeOf(caller), skillId, body);
    }

    @Delete(':skillId')
    @Operation(remove)
    [remove.id](@CurrentCaller() caller: C, @Param('skillId') skillId: string): Promise<void> {
      return this.skills.remove(caller, level.scopeOf(caller), skillId);
    }
  }

  return LevelSkillsController;
}

export const SkillsController = skillsController(workspaceLevel({ path: 'v1/skills', tag: 'Skills' }), {
  list: {
    id: 'listSkills',
    summary: 'List the skills of the workspace, of its agents and of its organization',
    description: 'Sorted by scope, then by name, without their text.',
  },
  create: {
    id: 'createSkill',
    body: CreateSkillRequest,
    summary: 'Create a skill for all agents of the workspace, or for one of them',
    description:
      'Hosted agents load the skill from their next turn. A workspace can have 20 skills of its own, ' +
      "each agent 10. Of several skills with the same name, an agent's own takes precedence over the " +
      "workspace's, and the workspace's over the organization's.",
    errors: [
      agentErrors.agent_not_found,
      agentErrors.agent_brings_its_own_program,
      skillErrors.skill_name_taken,
      skillErrors.skills_full,
    ],
  },
  get: {
    id: 'getSkill',
    summary: 'Get a skill with its text and files',
    description: 'A skill of the workspace, of one of its agents, or of its organization.',
    errors: [skillErrors.skill_not_found],
  },
  update: {
    id: 'updateSkill',
    summary: 'Change a skill of the workspace or of an agent',
    description: 'Only the fields in the body change. The list of files is replaced as a whole.',
    errors: [skillErrors.skill_not_found, skillErrors.skill_of_organization, skillErrors.skill_too_long],
  },
  remove: {
    id: 'deleteSkill',
    summary: 'Delete a skill of the workspace or of an agent',
    description:
      'From their next turn, agents that had it use a skill of the same name with a broader scope, if ' +
      'there is one.',
    errors: [skillErrors.skill_to_delete_not_found, skillErrors.skill_to_delete_of_organization],
  },
});

export const OrgSkillsController = skillsController(
  organizationLevel({ path: 'v1/org/skills', tag: 'Organization skills' }),
  {
    list: {
      id: 'listOrgSkills',
      summary: 'List the skills that the organization gives to all its agents, by name',
      description: 'Administrators only. Members see these skills in the list of a workspace.',
    },
    create: {
      id: 'createOrgSkill',
      body: CreateOrgSkillRequest,
      summary: 'Create a skill for the agents of every workspace',
      description:
        'Administrators only. An organization can have 20 skills. A workspace or an agent may have its ' +
        'own skill with the same name.',
      errors: [skillErrors.skill_name_taken, skillErrors.skills_full],
    },
    get: {
      id: 'getOrgSkill',
      summary: 'Get a skill of the organization with its text and files',
      description: 'Administrators only. Skills of workspaces are not found here.',
      errors: [skillErrors.skill_not_found],
    },
    update: {
      id: 'updateOrgSkill',
      summary: 'Change a skill of the organization',
      description:
        'Administrators only. Only the fields in the body change. The list of files is replaced as a ' +
        'whole.',
      errors: [skillErrors.skill_not_found, skillErrors.skill_too_long],
    },
    remove: {
      id: 'deleteOrgSkill',
      summary: 'Delete a skill of the organization',
      description: 'Administrators only. Agents of every workspace lose the skill from their next turn.',
      errors: [skillErrors.skill_not_found],
    },
  },
);
