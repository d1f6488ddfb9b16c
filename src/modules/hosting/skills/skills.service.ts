import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import type { TenantScope } from '../../../kernel/database/scope.js';
import type { ErrorDefinition } from '../../../kernel/errors/error-definition.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { HostedAgents } from '../../policy/agents/hosted-agents.js';
import type { CreateSkillRequest, UpdateSkillRequest } from './dto/skill-request.dto.js';
import type { SkillListResponse, SkillResponse } from './dto/skill-response.dto.js';
import { skillErrors } from './skill.errors.js';
import { presentListed, presentSkill } from './skill.view.js';
import { type SkillOwner, type SkillRow, SkillStore } from './skill-store.js';
import { SkillWriter } from './skill-writer.js';

/** What is answered for a skill that is not there, and in a workspace for one of its organization. */
interface Refusals {
  readonly missing: ErrorDefinition;
  readonly shared: ErrorDefinition;
}

const TO_CHANGE: Refusals = {
  missing: skillErrors.skill_not_found,
  shared: skillErrors.skill_of_organization,
};
const TO_DELETE: Refusals = {
  missing: skillErrors.skill_to_delete_not_found,
  shared: skillErrors.skill_to_delete_of_organization,
};

/**
 * Skills of a workspace and its agents, and of an organization (04 §5). A workspace reads those of its organization and
 * does not change them.
 */
@Injectable()
export class SkillsService {
  constructor(
    private readonly db: Database,
    private readonly agents: HostedAgents,
    private readonly store: SkillStore,
    private readonly writer: SkillWriter,
  ) {}

  async list(scope: TenantScope): Promise<SkillListResponse> {
    return { skills: (await this.store.list(this.db, scope)).map(presentListed) };
  }

  create(
    caller: Caller,
    scope: TenantScope,
    { agentId, ...body }: CreateSkillRequest,
  ): Promise<SkillResponse> {
    return this.db.tx(async (tx) => {
      const owner = await this.ownerOf(tx, scope, agentId);
      return presentSkill(await this.writer.create(tx, caller, owner, body));
    });
  }

  async get(scope: TenantScope, skillId: string): Promise<SkillResponse> {
    const skill = await this.store.find(this.db, scope, skillId);
    if (skill === null) throw new AppError(skillErrors.skill_not_found);
    return presentSkill(skill);
  }

  update(
    caller: Caller,
    scope: TenantScope,
    skillId: string,
    patch: UpdateSkillRequest,
  ): Promise<SkillResponse> {
    return this.db.tx(async (tx) => {
      const skill = await this.lockOwn(tx, scope, skillId, TO_CHANGE);
      return presentSkill(await this.writer.update(tx, caller, skill, patch));
    });
  }

  async remove(caller: Caller, scope: TenantScope, skillId: string): Promise<void> {
    const refusals = scope.workspaceId === null ? TO_CHANGE : TO_DELETE;
    await this.db.tx(async (tx) => {
      await this.writer.delete(tx, caller, await this.lockOwn(tx, scope, skillId, refusals));
    });
  }

  private async lockOwn(
    tx: Tx,
    scope: TenantScope,
    skillId: string,
    { missing, shared }: Refusals,
  ): Promise<SkillRow> {
    const skill = await this.store.lock(tx, scope, skillId);
    if (skill === null) throw new AppError(missing);
    if (skill.workspaceId === null && scope.workspaceId !== null) throw new AppError(shared);
    return skill;
  }

  /** An agent is locked, so that no skill of a deleted one appears. */
  private async ownerOf(tx: Tx, scope: TenantScope, agentId: string | undefined): Promise<SkillOwner> {
    if (agentId === undefined || scope.workspaceId === null) return { ...scope, agentId: null };
    const agent = await this.agents.lock(tx, scope, agentId);
    return { ...scope, agentId: agent.id };
  }
}
