import { Injectable } from '@nestjs/common';
import { fitsTogether, SKILL_CAPS, type SkillFile } from '../../../domain/agents/skills/skill-limits.js';
import type { Caller } from '../../../kernel/access/declaration/caller.js';
import type { Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actorOf, type AuditOrigin } from '../../foundation/audit/model/audit-origin.js';
import type { CreateOrgSkillRequest, UpdateSkillRequest } from './dto/skill-request.dto.js';
import { skillAudit } from './skill.audit.js';
import { skillErrors } from './skill.errors.js';
import { scopeOf } from './skill.view.js';
import { type SkillOwner, type SkillRow, SkillStore, type SkillText } from './skill-store.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';
import { StoredBytes } from '../../foundation/limits/stored-bytes.js';

/** Makes, changes and deletes skills of any tier; the doors tell whose and whether that may be. */
@Injectable()
export class SkillWriter {
  constructor(
    private readonly store: SkillStore,
    private readonly limits: OrganizationLimits,
    private readonly stored: StoredBytes,
  ) {}

  async create(tx: Tx, caller: Caller, owner: SkillOwner, body: CreateOrgSkillRequest): Promise<SkillRow> {
    const { name, description, content, enabled = true, files = [] } = body;
    const scope = scopeOf(owner);
    // Who makes skills of one tier takes turns, so that what is counted stays true.
    await tx.lock(`skills:${scope}:${owner.agentId ?? owner.workspaceId ?? owner.organizationId}`);
    if (await this.store.isTaken(tx, owner, name)) throw new AppError(skillErrors.skill_name_taken);
    if ((await this.store.count(tx, owner)) >= SKILL_CAPS[scope]) throw new AppError(skillErrors.skills_full);
    await this.limits.requireRoom(tx, 'skills', owner.organizationId);
    const draft = { name, description, content, enabled, files: byPath(files) };
    await this.stored.requireRoom(tx, owner.organizationId, bytesOf(draft));
    const skill = await this.store.insert(tx, owner, draft, caller.userId);
    await skillAudit.record(tx, originOf(caller, skill), 'create', named(skill));
    return skill;
  }

  /** The caller holds the skill. What is there already is no change (04 §5.4). */
  async update(tx: Tx, caller: Caller, skill: SkillRow, patch: UpdateSkillRequest): Promise<SkillRow> {
    const { description = skill.description, content = skill.content, enabled = skill.enabled } = patch;
    const files = patch.files === undefined ? skill.files : byPath(patch.files);
    if (!fitsTogether(content, files)) throw new AppError(skillErrors.skill_too_long);
    const text = { description, content, enabled, files };
    const fields = changedFields(skill, text);
    if (fields.length === 0) return skill;
    await this.stored.requireRoom(tx, skill.organizationId, bytesOf(text) - bytesOf(skill));
    const changed = await this.store.update(tx, skill.id, text);
    await skillAudit.record(tx, originOf(caller, skill), 'update', { ...named(skill), fields });
    return changed;
  }

  async delete(tx: Tx, caller: Caller, skill: SkillRow): Promise<void> {
    await this.store.delete(tx, skill.id);
    await skillAudit.record(tx, originOf(caller, skill), 'delete', named(skill));
  }
}

function bytesOf({ content, files }: Pick<SkillText, 'content' | 'files'>): number {
  return [content, ...files.map((file) => file.content)].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
}

function changedFields(skill: SkillRow, text: SkillText): string[] {
  const plain = (['description', 'content', 'enabled'] as const).filter(
    (field) => skill[field] !== text[field],
  );
  return sameFiles(skill.files, text.files) ? plain : [...plain, 'files'];
}

function sameFiles(some: readonly SkillFile[], others: readonly SkillFile[]): boolean {
  const same = ({ path, content }: SkillFile, at: number): boolean =>
    path === others[at]?.path && content === others[at].content;
  return some.length === others.length && some.every(same);
}

function byPath(files: readonly SkillFile[]): SkillFile[] {
  const plain = files.map(({ path, content }) => ({ path, content }));
  return plain.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** An organization's skill is in the log of the organization, whichever door it went through. */
function originOf(caller: Caller, { organizationId, workspaceId }: SkillOwner): AuditOrigin {
  return { organizationId, workspaceId, by: actorOf(caller) };
}

function named(skill: SkillRow): Record<string, unknown> {
  const { id, name, agentId } = skill;
  return { skillId: id, name, scope: scopeOf(skill), ...(agentId !== null && { agentId }) };
}
