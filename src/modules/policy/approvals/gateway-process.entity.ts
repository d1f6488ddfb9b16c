import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A process that holds requests, and when it was last heard (06 §17.2). */
@Entity('gateway_processes')
export class GatewayProcessEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('timestamptz', { name: 'started_at', default: () => 'now()' })
  startedAt: Date;

  @Column('timestamptz', { name: 'seen_at', default: () => 'now()' })
  seenAt: Date;
}
