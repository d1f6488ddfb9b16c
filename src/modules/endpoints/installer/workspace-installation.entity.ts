import { Column, Entity, PrimaryColumn } from 'typeorm';

/** That an installer finished for a workspace, once a kind, with its first and latest time (01 §19.9). */
@Entity('workspace_installations')
export class WorkspaceInstallationEntity {
  @PrimaryColumn('text', { name: 'workspace_id' })
  workspaceId: string;

  @PrimaryColumn('text')
  kind: 'install' | 'cli-install' | 'migrate';

  @Column('timestamptz', { name: 'first_at', default: () => 'now()' })
  firstAt: Date;

  @Column('timestamptz', { name: 'last_at', default: () => 'now()' })
  lastAt: Date;
}
