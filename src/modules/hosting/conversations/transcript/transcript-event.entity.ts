import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event of a transcript that is kept (04 §2.1). The payload repeats the type. */
@Entity('transcript_events')
export class TranscriptEventEntity {
  @PrimaryColumn('uuid', { name: 'conversation_id' })
  conversationId: string;

  @PrimaryColumn('integer')
  seq: number;

  @Column('uuid', { name: 'turn_id' })
  turnId: string;

  @Column('jsonb')
  payload: Record<string, unknown>;
}
