import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SkillFile } from '../../../domain/agents/skills/skill-limits.js';

/** An instruction pack of an organization, a workspace of it or an agent of that (04 §5). */
@Entity('skills')
export class SkillEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  /** Null: of the organization. */
  @Column('text', { name: 'workspace_id', nullable: true })
  workspaceId: string | null;

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
