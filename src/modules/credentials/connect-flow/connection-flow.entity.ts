import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody on the way through a provider's consent. The row is the permission to finish; deleting it is using it. */
@Entity('connection_flows')
export class ConnectionFlowEntity {
  @PrimaryColumn('bytea', { name: 'state_hash' })
  stateHash: Buffer;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text', { name: 'workspace_id', nullable: true })
  workspaceId: string | null;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  /** How they came, for the audit trail. */
  @Column('text')
  source: 'app' | 'api';

  @Column('text')
  provider: string;

  /** The client that was named to the provider; null for the operator's. */
  @Column('uuid', { name: 'app_config_id', nullable: true })
  appConfigId: string | null;

  /** When that client had last been changed; null for the operator's. */
  @Column('timestamptz', { name: 'client_changed_at', nullable: true })
  clientChangedAt: Date | null;

  /** The connection that is made anew, as it was named; whether it is there is asked when the account is. */
  @Column('text', { name: 'connection_id', nullable: true })
  connectionId: string | null;

  @Column('text', { name: 'agent_name', nullable: true })
  agentName: string | null;

  /** Where the result is shown, chosen when it began. */
  @Column('text', { name: 'app_origin' })
  appOrigin: string;

  /** Both legs must name the same one. */
  @Column('text', { name: 'redirect_uri' })
  redirectUri: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
