import type { SkillScope } from '../../../domain/agents/skills/effective-skills.js';
import type { SkillListItemResponse, SkillResponse } from './dto/skill-response.dto.js';
import type { SkillListRow, SkillOwner, SkillRow } from './skill-store.js';

export function scopeOf({ workspaceId, agentId }: SkillOwner): SkillScope {
  if (agentId !== null) return 'agent';
  return workspaceId === null ? 'organization' : 'workspace';
}

export function presentListed({ fileCount, ...row }: SkillListRow): SkillListItemResponse {
  return { ...headOf(row), fileCount };
}

export function presentSkill(row: SkillRow): SkillResponse {
  return { ...headOf(row), content: row.content, files: row.files };
}

/** Of the three ids only the owner's is told: there is exactly one (04 §5). */
function headOf(row: Omit<SkillRow, 'content' | 'files'>): Omit<SkillListItemResponse, 'fileCount'> {
  const scope = scopeOf(row);
  return {
    id: row.id,
    scope,
    agentId: row.agentId,
    workspaceId: scope === 'workspace' ? row.workspaceId : null,
    organizationId: scope === 'organization' ? row.organizationId : null,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    createdByEmail: row.createdByEmail,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
