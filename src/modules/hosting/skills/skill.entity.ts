import { Column, Entity } from 'typeorm';
import { TenantRow } from '../../../kernel/database/statements/owned-columns.js';
import type { SkillFile } from '../../../domain/agents/skills/skill-limits.js';

/** An instruction pack of an organization, a workspace of it or an agent of that (04 §5). */
@Entity('skills')
export class SkillEntity extends TenantRow {
  /** Null: of the workspace, if there is one. */
  @Column('uuid', { name: 'agent_id', nullable: true })
  agentId: string | null;

  @Column('text')
  name: string;

  @Column('text')
  description: string;

  @Column('text')
  content: string;

  /** By path. */
  @Column('jsonb', { default: () => `'[]'` })
  files: SkillFile[];

  @Column('boolean', { default: true })
  enabled: boolean;

  @Column('uuid', { name: 'created_by_user_id', nullable: true })
  createdByUserId: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
