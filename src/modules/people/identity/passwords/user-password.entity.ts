import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The password of an account that has one; accounts made by a directory or a partner have none. */
@Entity('user_passwords')
export class UserPasswordEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'password_hash' })
  passwordHash: string;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
