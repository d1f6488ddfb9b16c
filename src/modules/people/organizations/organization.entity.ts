import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('organizations')
export class OrganizationEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

  /** Cloud only; self-hosted deployments have no plans and ignore it (01 §7.3). */
  @Column('text', { default: 'free' })
  plan: string;

  /** False only while a partner's customer has not taken the organization over. */
  @Column('boolean', { default: true })
  claimed: boolean;

  /** Set by the operator; wins over the plan's number in both directions (01 §7.3.2). */
  @Column('integer', { name: 'max_agents', nullable: true })
  maxAgents: number | null;

  /** As above, for people. */
  @Column('integer', { name: 'max_seats', nullable: true })
  maxSeats: number | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
