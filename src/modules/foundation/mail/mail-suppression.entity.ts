import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An address that was unsubscribed (01 §20). No reference to a person: it holds for addresses without account. */
@Entity('mail_suppressions')
export class MailSuppressionEntity {
  @PrimaryColumn('text')
  email: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
