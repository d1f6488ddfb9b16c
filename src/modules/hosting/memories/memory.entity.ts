import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a hosted agent remembers under a key, as it is now (04 §4). */
@Entity('agent_memories')
export class MemoryEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('uuid', { name: 'agent_id' })
  agentId: string;

  @Column('text')
  key: string;

  @Column('text', { nullable: true })
  title: string | null;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text')
  content: string;

  @Column('integer', { name: 'last_revision_seq' })
  lastRevisionSeq: number;

  /** Of the words of `domain/agents/memories/words`. */
  @Column('tsvector')
  search: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
