import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { workspaceScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { HostedAgents } from '../../policy/agents/hosted-agents.js';
import type { CreateSkillRequest, UpdateSkillRequest } from './dto/skill-request.dto.js';
import type { SkillListResponse, SkillResponse } from './dto/skill-response.dto.js';
import { skillErrors } from './skill.errors.js';
import { presentListed, presentSkill } from './skill.view.js';
import { type SkillOwner, SkillStore } from './skill-store.js';
import { SkillWriter } from './skill-writer.js';

/** The workspace's door to skills: its own, its agents', and to read those of its organization (04 §5). */
@Injectable()
export class SkillsService {
  constructor(
    private readonly db: Database,
    private readonly agents: HostedAgents,
    private readonly store: SkillStore,
    private readonly writer: SkillWriter,
  ) {}

  async list(caller: WorkspaceCaller): Promise<SkillListResponse> {
    return { skills: (await this.store.list(this.db, caller)).map(presentListed) };
  }

  create(caller: WorkspaceCaller, { agentId, ...body }: CreateSkillRequest): Promise<SkillResponse> {
    return this.db.tx(async (tx) => {
      const owner = await this.ownerOf(tx, caller, agentId);
      return presentSkill(await this.writer.create(tx, caller, owner, body));
    });
  }

  async get(caller: WorkspaceCaller, skillId: string): Promise<SkillResponse> {
    const skill = await this.store.find(this.db, caller, skillId);
    if (skill === null) throw new AppError(skillErrors.skill_not_found);
    return presentSkill(skill);
  }

  update(caller: WorkspaceCaller, skillId: string, patch: UpdateSkillRequest): Promise<SkillResponse> {
    return this.db.tx(async (tx) => {
      const skill = await this.store.lock(tx, caller, skillId);
      if (skill === null) throw new AppError(skillErrors.skill_not_found);
      if (skill.workspaceId === null) throw new AppError(skillErrors.skill_of_organization);
      return presentSkill(await this.writer.update(tx, caller, skill, patch));
    });
  }

  async remove(caller: WorkspaceCaller, skillId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      const skill = await this.store.lock(tx, caller, skillId);
      if (skill === null) throw new AppError(skillErrors.skill_to_delete_not_found);
      if (skill.workspaceId === null) throw new AppError(skillErrors.skill_to_delete_of_organization);
      await this.writer.delete(tx, caller, skill);
    });
  }

  /** An agent is held, so that no skill of a deleted one appears. */
  private async ownerOf(tx: Tx, caller: WorkspaceCaller, agentId: string | undefined): Promise<SkillOwner> {
    const scope = workspaceScope(caller);
    if (agentId === undefined) return { ...scope, agentId: null };
    const agent = await this.agents.lock(tx, caller, agentId);
    return { ...scope, agentId: agent.id };
  }
}
