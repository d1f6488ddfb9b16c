import { Column, Entity, PrimaryColumn } from 'typeorm';

export const TURN_SOURCES = ['web', 'slack', 'cron', 'watch'] as const;
export type TurnSource = (typeof TURN_SOURCES)[number];

/** A thread with a hosted agent (04 §2.1): one person's alone when it is direct, else of everybody in the workspace. */
@Entity('conversations')
export class ConversationEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'workspace_id' })
  workspaceId: string;

  @Column('uuid', { name: 'agent_id' })
  agentId: string;

  @Column('text')
  source: TurnSource;

  @Column('text', { name: 'external_ref', nullable: true })
  externalRef: string | null;

  @Column('boolean', { default: false })
  direct: boolean;

  @Column('uuid', { name: 'user_id', nullable: true })
  userId: string | null;

  @Column('text', { nullable: true })
  title: string | null;

  /** Of the newest event, stored or not. */
  @Column('integer', { name: 'last_seq', default: 0 })
  lastSeq: number;

  /** Where the executor finds its own session of the thread. */
  @Column('text', { name: 'session_ref', nullable: true })
  sessionRef: string | null;

  /** Of its messages and its transcript (R65). */
  @Column('bigint', { name: 'stored_bytes', default: 0 })
  storedBytes: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
