import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Events that one sink has not acknowledged yet (ADR 84). */
@Entity('export_outbox')
export class ExportOutboxEntity {
  @PrimaryColumn('text')
  sink: string;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  position: string;

  /** Empty for events that are no organization's, and for those of a release that did not write it. */
  @Column('text', { name: 'organization_id', default: '' })
  organizationId: string;

  @Column('json')
  events: unknown[];

  @Column('integer')
  size: number;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt: Date;
}
