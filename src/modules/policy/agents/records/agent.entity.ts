import { Column, Entity } from 'typeorm';
import { WorkspaceRow } from '../../../../kernel/database/statements/owned-columns.js';
import { SealedColumn } from '../../../../kernel/crypto/secret-box.js';

export type AgentKind = 'byo' | 'hosted';

/** An agent of a workspace (02 §2.1). Its token is looked up by hash and shown from the sealed value. */
@Entity('agents')
export class AgentEntity extends WorkspaceRow {
  @Column('text')
  name: string;

  @Column('text')
  identifier: string;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @SealedColumn({ name: 'token_ciphertext' })
  tokenCiphertext: string;

  @Column('boolean', { name: 'is_default', default: false })
  isDefault: boolean;

  @Column('text', { default: 'byo' })
  kind: AgentKind;

  @Column('text', { nullable: true })
  harness: string | null;

  @Column('text', { nullable: true })
  model: string | null;

  @Column('text', { name: 'model_provider', nullable: true })
  modelProvider: string | null;

  @Column('text', { nullable: true })
  effort: string | null;

  @Column('text', { nullable: true })
  instructions: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
