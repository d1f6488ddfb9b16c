import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A reseller above organizations, made by the operator alone (07 A1). */
@Entity('partners')
export class PartnerEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

  @Column('text', { default: 'active' })
  status: 'active' | 'suspended';

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
