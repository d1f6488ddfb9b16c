import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file of a conversation (04 §2.1). Its bytes stand in the row: at most 10 MiB, read in slices. */
@Entity('conversation_attachments')
export class AttachmentEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('uuid', { name: 'conversation_id' })
  conversationId: string;

  @Column('uuid', { name: 'turn_id', nullable: true })
  turnId: string | null;

  /** Who uploaded it. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId: string | null;

  @Column('text')
  status: 'pending' | 'bound' | 'failed';

  @Column('text')
  name: string;

  @Column('text', { name: 'mime_type' })
  mimeType: string;

  @Column('integer', { name: 'size_bytes' })
  sizeBytes: number;

  @Column('bytea', { nullable: true })
  sha256: Buffer | null;

  @Column('bytea', { nullable: true })
  content: Buffer | null;

  /** Why a file of a channel could not be fetched. */
  @Column('text', { nullable: true })
  failure: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt: Date;
}
