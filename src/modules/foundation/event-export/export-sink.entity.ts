import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A place events are sent to, and the batch that is on its way there (ADR 84). */
@Entity('export_sinks')
export class ExportSinkEntity {
  @PrimaryColumn('text')
  name: string;

  @Column('timestamptz', { name: 'announced_at', default: () => 'now()' })
  announcedAt: Date;

  @Column('uuid', { name: 'lease_owner', nullable: true })
  leaseOwner: string | null;

  @Column('timestamptz', { name: 'leased_until', nullable: true })
  leasedUntil: Date | null;

  @Column('uuid', { name: 'batch_id', nullable: true })
  batchId: string | null;

  @Column('bigint', { name: 'batch_positions', array: true, nullable: true })
  batchPositions: string[] | null;

  /** Whose turn was the last of the latest batch (R62). */
  @Column('text', { name: 'last_organization', default: '' })
  lastOrganization: string;

  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { name: 'retry_at', nullable: true })
  retryAt: Date | null;

  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince: Date | null;

  @Column('text', { name: 'last_error', nullable: true })
  lastError: string | null;

  @Column('timestamptz', { name: 'delivered_at', nullable: true })
  deliveredAt: Date | null;
}
