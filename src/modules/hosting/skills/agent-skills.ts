import { Injectable } from '@nestjs/common';
import { effectiveSkills, type LoadedSkill } from '../../../domain/agents/skills/effective-skills.js';
import type { Queryable } from '../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { BUILT_IN_SKILL } from './built-in-skill.js';
import { scopeOf } from './skill.view.js';
import { SkillStore } from './skill-store.js';

/** What an agent has of skills when a turn of it begins (04 §5.2). */
@Injectable()
export class AgentSkills {
  constructor(private readonly store: SkillStore) {}

  /** By name, with their texts. */
  async of(q: Queryable, scope: WorkspaceScope, agentId: string): Promise<LoadedSkill[]> {
    const rows = await this.store.ofAgent(q, scope, agentId);
    const owned = rows.map((row) => ({ ...row, scope: scopeOf(row) }));
    return effectiveSkills(owned, BUILT_IN_SKILL);
  }
}
