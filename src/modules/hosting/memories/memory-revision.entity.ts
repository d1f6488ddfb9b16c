import { Column, Entity } from 'typeorm';
import { MemoryTextRow } from './memory-columns.js';

/** A memory as it was after one change (04 §4.1). */
@Entity('agent_memory_revisions')
export class MemoryRevisionEntity extends MemoryTextRow {
  @Column('uuid', { name: 'memory_id' })
  memoryId: string;

  /** Dense from 1; the highest is what the memory is now. */
  @Column('integer')
  seq: number;

  @Column('text')
  op: 'save' | 'restore';

  @Column('integer', { name: 'restored_from_seq', nullable: true })
  restoredFromSeq: number | null;

  @Column('text', { name: 'author_kind' })
  authorKind: 'user' | 'agent';

  /** Of an agent's write the person whose turn caused it, when known. */
  @Column('uuid', { name: 'author_user_id', nullable: true })
  authorUserId: string | null;

  @Column('text', { name: 'author_email', nullable: true })
  authorEmail: string | null;

  @Column('uuid', { name: 'conversation_id', nullable: true })
  conversationId: string | null;

  @Column('uuid', { name: 'turn_id', nullable: true })
  turnId: string | null;

  @Column('timestamptz', { name: 'redacted_at', nullable: true })
  redactedAt: Date | null;

  @Column('uuid', { name: 'redacted_by_user_id', nullable: true })
  redactedByUserId: string | null;
}
