import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account somewhere else that signs a person in, known by the subject that never changes (OIDC Core §5.7). */
@Entity('linked_sign_ins')
export class LinkedSignInEntity {
  @PrimaryColumn('text')
  provider: 'google';

  @PrimaryColumn('text')
  subject: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
