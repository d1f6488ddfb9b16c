import { Injectable } from '@nestjs/common';
import { AccessQueries } from '../../../kernel/access/queries/access.queries.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { ErrorDefinition } from '../../../kernel/errors/error-definition.js';
import { originOf, type WorkspaceOrigin } from '../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../foundation/audit/audited.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import { type CheckOutcome, VaultChecks } from './vault-checks.js';
import { ONEPASSWORD } from './provider/vault-connection.js';
import {
  VaultFailure,
  type VaultFailureKind,
  type VaultItem,
  type VaultItemFields,
  type VaultProvider,
  type VaultTitle,
} from './provider/vault-provider.js';
import { VaultProviders } from './vault-providers.js';
import { type ShownVault, VaultStore } from './vault-store.js';
import { vaultErrors } from './vault.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

const vaultAudit = declareAudited('vault');

export interface VaultStatus {
  connected: boolean;
  name: string | null;
  statusData: { last_error: string | null } | null;
}

const NEVER_PAIRED: VaultStatus = { connected: false, name: null, statusData: null };

const ERROR_OF: Record<VaultFailureKind, ErrorDefinition> = {
  rejected: vaultErrors.vault_rejected,
  missing: vaultErrors.vault_entry_not_found,
  'bad-reference': vaultErrors.vault_reference_invalid,
  unavailable: vaultErrors.vault_unavailable,
};

/** Letters and digits, 26 of them today. */
export const ENTRY_ID = /^[A-Za-z0-9]{1,64}$/;
/** A longer or stranger one is not repeated in the answer. */
const PROVIDER_ID = /^[\w-]{1,100}$/;

/** Pairing a workspace with a password manager, looking at it and browsing it (01 §19.2, 06 §16). */
@Injectable()
export class VaultsService {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly access: AccessQueries,
    private readonly organizations: OrganizationsService,
    private readonly providers: VaultProviders,
    private readonly store: VaultStore,
    private readonly checks: VaultChecks,
  ) {}

  /** As last seen; no provider is asked. */
  list(scope: WorkspaceScope): Promise<ShownVault[]> {
    return this.store.list(this.db, scope);
  }

  /** The provider has to accept the credentials before anything is stored; an earlier connection is replaced. */
  async pair(caller: WorkspaceCaller, providerId: string, body: unknown): Promise<{ name: string | null }> {
    const provider = this.require(providerId);
    const credentials = provider.readCredentials(body);
    const { name } = await answered(() => provider.check(credentials));
    const origin = originOf(caller);
    const id = await this.db.tx(async (tx) => {
      await this.requireStillThere(tx, caller);
      const made = await this.store.replace(tx, origin, provider.id, { name, credentials });
      await vaultAudit.record(tx, origin, made.replaced ? 'update' : 'create', {
        provider: provider.id,
        name,
      });
      await this.epochs.raise(tx, { workspace: origin.workspaceId });
      return made.id;
    });
    this.checks.passed(id);
    return { name };
  }

  /** Without a connection there is nothing to do, which is fine. */
  async disconnect(origin: WorkspaceOrigin, providerId: string): Promise<void> {
    const provider = this.require(providerId);
    await this.db.tx(async (tx) => {
      const removed = await this.store.delete(tx, origin, provider.id);
      if (removed === null) return;
      const metadata = { provider: provider.id, name: removed.name };
      await vaultAudit.record(tx, origin, 'disconnect', metadata);
      await this.epochs.raise(tx, { workspace: origin.workspaceId });
    });
  }

  /** What the provider says now, or said a moment ago; nothing paired and unreachable are answers, not errors. */
  async status(scope: WorkspaceScope, providerId: string): Promise<VaultStatus> {
    const provider = this.providers.find(providerId);
    const row = provider && (await this.store.find(this.db, scope, provider.id));
    if (!row) return NEVER_PAIRED;
    const outcome = await this.checks.of(row, provider);
    return { connected: outcome === null, name: row.name, statusData: { last_error: textOf(outcome) } };
  }

  /** Browsing: titles, items and the names of their fields, never a value (01 §19.2). */
  async vaults(scope: WorkspaceScope): Promise<VaultTitle[]> {
    return this.browse(scope, [], (provider, credentials) => provider.vaults(credentials));
  }

  async items(scope: WorkspaceScope, vaultId: string): Promise<VaultItem[]> {
    return this.browse(scope, [vaultId], (provider, credentials) => provider.items(credentials, vaultId));
  }

  async fields(scope: WorkspaceScope, vaultId: string, itemId: string): Promise<VaultItemFields> {
    return this.browse(scope, [vaultId, itemId], (provider, credentials) =>
      provider.fields(credentials, vaultId, itemId),
    );
  }

  /** The provider had seconds to answer: whoever lost the workspace meanwhile must not choose where its values come from. */
  private async requireStillThere(
    tx: Tx,
    { userId, organizationId, workspaceId }: WorkspaceCaller,
  ): Promise<void> {
    await this.organizations.lockMember(tx, organizationId, userId);
    if (!(await this.access.canUseWorkspace(userId, workspaceId, tx)))
      throw new AppError(platformErrors.invalid_credentials);
  }

  private async browse<T>(
    scope: WorkspaceScope,
    ids: readonly string[],
    look: (provider: VaultProvider, credentials: string) => Promise<T>,
  ): Promise<T> {
    if (!ids.every((id) => ENTRY_ID.test(id))) throw new AppError(vaultErrors.vault_reference_invalid);
    const provider = this.require(ONEPASSWORD);
    const row = await this.store.find(this.db, scope, provider.id);
    if (row === null) throw new AppError(vaultErrors.vault_not_connected);
    return answered(async () => look(provider, this.store.credentialsOf(row)));
  }

  private require(providerId: string): VaultProvider {
    const provider = this.providers.find(providerId);
    if (provider !== null) return provider;
    const message = PROVIDER_ID.test(providerId) ? `Unknown vault provider: ${providerId}` : undefined;
    throw new AppError(vaultErrors.vault_provider_unknown, { message });
  }
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof VaultFailure) throw new AppError(ERROR_OF[error.kind], { cause: error });
    throw error;
  }
}

function textOf(outcome: CheckOutcome): string | null {
  return outcome === null ? null : new AppError(ERROR_OF[outcome]).message;
}
