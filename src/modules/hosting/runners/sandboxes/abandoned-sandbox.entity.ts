import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a runner has of an agent that is deleted, until it says that it stopped; the database makes the row. */
@Entity('abandoned_sandboxes')
export class AbandonedSandboxEntity {
  @PrimaryColumn('uuid', { name: 'runner_id' })
  runnerId: string;

  @PrimaryColumn('uuid', { name: 'of_agent' })
  ofAgent: string;

  @Column('timestamptz', { name: 'stop_told_at', nullable: true })
  stopToldAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
