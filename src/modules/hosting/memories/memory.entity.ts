import { Column, Entity } from 'typeorm';
import { MemoryTextRow } from './memory-columns.js';

/** What a hosted agent remembers under a key, as it is now (04 §4). */
@Entity('agent_memories')
export class MemoryEntity extends MemoryTextRow {
  @Column('uuid', { name: 'agent_id' })
  agentId: string;

  @Column('text')
  key: string;

  @Column('integer', { name: 'last_revision_seq' })
  lastRevisionSeq: number;

  /** Of the words of `domain/agents/memories/words`. */
  @Column('tsvector')
  search: string;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
