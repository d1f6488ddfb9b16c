import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { organizationScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { CreateOrgSkillRequest, UpdateSkillRequest } from './dto/skill-request.dto.js';
import type { SkillListResponse, SkillResponse } from './dto/skill-response.dto.js';
import { skillErrors } from './skill.errors.js';
import { presentListed, presentSkill } from './skill.view.js';
import { type SkillRow, SkillStore } from './skill-store.js';
import { SkillWriter } from './skill-writer.js';

/** The organization's door to the skills that it gives to all its workspaces (04 §5). */
@Injectable()
export class OrgSkills {
  constructor(
    private readonly db: Database,
    private readonly store: SkillStore,
    private readonly writer: SkillWriter,
  ) {}

  async list(caller: OrganizationCaller): Promise<SkillListResponse> {
    return { skills: (await this.store.list(this.db, organizationScope(caller))).map(presentListed) };
  }

  create(caller: OrganizationCaller, body: CreateOrgSkillRequest): Promise<SkillResponse> {
    const owner = { ...organizationScope(caller), agentId: null };
    return this.db.tx(async (tx) => presentSkill(await this.writer.create(tx, caller, owner, body)));
  }

  async get(caller: OrganizationCaller, skillId: string): Promise<SkillResponse> {
    return presentSkill(found(await this.store.find(this.db, organizationScope(caller), skillId)));
  }

  update(caller: OrganizationCaller, skillId: string, patch: UpdateSkillRequest): Promise<SkillResponse> {
    return this.db.tx(async (tx) => {
      const skill = await this.held(tx, caller, skillId);
      return presentSkill(await this.writer.update(tx, caller, skill, patch));
    });
  }

  async remove(caller: OrganizationCaller, skillId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.writer.delete(tx, caller, await this.held(tx, caller, skillId));
    });
  }

  private async held(tx: Tx, caller: OrganizationCaller, skillId: string): Promise<SkillRow> {
    return found(await this.store.lock(tx, organizationScope(caller), skillId));
  }
}

function found(skill: SkillRow | null): SkillRow {
  if (skill === null) throw new AppError(skillErrors.skill_not_found);
  return skill;
}
