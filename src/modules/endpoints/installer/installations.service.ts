import { Injectable } from '@nestjs/common';
import { CredentialVerifiers } from '../../../kernel/access/credentials/credential-verifiers.js';
import type { ScopeInput } from '../../../kernel/access/declaration/access-request.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { tokenFamily } from '../../../kernel/crypto/tokens.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actingPerson } from '../../foundation/audit/model/audit-origin.js';
import { workspaceAudit } from '../../people/workspaces/workspace.audit.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import { installerErrors } from './installer.errors.js';

interface KeyHolder extends WorkspaceScope {
  userId: string;
  email: string;
}

/** A workspace key carries its own workspace; nothing else in a request counts (01 §5.2 rule 1). */
const NO_SCOPE: ScopeInput = { workspace: null, organization: null, deprecatedSurface: null };

/** What installers report. Keys come in a header or a query here, so they are proved by hand, with every re-check. */
@Injectable()
export class InstallationsService {
  constructor(
    private readonly db: Database,
    private readonly verifiers: CredentialVerifiers,
    private readonly users: UsersService,
  ) {}

  /** Somebody downloads the script for this key: they are past the first steps (01 §19.9.3). Unknown keys are not told. */
  async begin(key: string): Promise<void> {
    const holder = await this.holderOf(key);
    if (holder !== null) await this.db.tx((tx) => this.users.completeOnboarding(tx, holder.userId));
  }

  /** Notes the installation for the key's workspace. Throws flat `401` for a key that is none or not any more. */
  async complete(key: string, type: unknown): Promise<void> {
    const holder = await this.holderOf(key);
    if (holder === null) throw new AppError(installerErrors.install_key_refused);
    await this.db.tx(async (tx) => {
      await this.note(tx, holder, type === 'migrate' || type === 'cli-install' ? type : 'install');
      await this.users.completeOnboarding(tx, holder.userId);
    });
  }

  private async note(tx: Tx, holder: KeyHolder, installation: string): Promise<void> {
    const { userId, email, organizationId, workspaceId } = holder;
    await tx.query(
      `INSERT INTO workspace_installations (workspace_id, kind) VALUES ($1, $2)
       ON CONFLICT (workspace_id, kind) DO UPDATE SET last_at = now()`,
      [workspaceId, installation],
    );
    await workspaceAudit.record(
      tx,
      { organizationId, workspaceId, by: actingPerson(userId, email, 'api') },
      'update',
      { installation },
    );
  }

  private async holderOf(key: string): Promise<KeyHolder | null> {
    if (tokenFamily(key) !== 'workspace') return null;
    const proved = await this.verifiers.of(key)?.verify(key, NO_SCOPE);
    if (proved?.kind !== 'key' || proved.key.family !== 'workspace' || proved.key.workspaceId === null)
      return null;
    return { ...proved.key, workspaceId: proved.key.workspaceId };
  }
}
