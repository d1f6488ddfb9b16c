import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PartnerRole } from '../../../kernel/access/declaration/caller.js';

/** Who may sign in to a partner's portal; nobody belongs to two (07 A1). */
@Entity('partner_members')
export class PartnerMemberEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('uuid', { name: 'partner_id' })
  partnerId: string;

  @Column('text')
  role: PartnerRole;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
