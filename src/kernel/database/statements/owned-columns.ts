/** Columns that rows of several tables begin with: their id, and whose they are. */
import { Column, PrimaryColumn } from 'typeorm';

/** Of a workspace, or of its organization. */
export abstract class TenantRow {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  /** Null: of the organization. */
  @Column('text', { name: 'workspace_id', nullable: true })
  workspaceId: string | null;
}

/** Of a workspace. */
export abstract class WorkspaceRow {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text', { name: 'workspace_id' })
  workspaceId: string;
}

/** Of a customer or of a partner. */
export abstract class OwnedRow {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id', nullable: true })
  organizationId: string | null;

  @Column('text', { name: 'workspace_id', nullable: true })
  workspaceId: string | null;

  @Column('uuid', { name: 'partner_id', nullable: true })
  partnerId: string | null;
}
