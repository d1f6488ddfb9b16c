import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an organization tells everybody in it; there is one at most. */
@Entity('organization_notices')
export class NoticeEntity {
  @PrimaryColumn('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text')
  text: string;

  @Column('timestamptz', { name: 'ends_at' })
  endsAt: Date;
}
