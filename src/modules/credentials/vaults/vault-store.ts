import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { placesIn, SecretBox } from '../../../kernel/crypto/secret-box.js';
import type { Store, Tx } from '../../../kernel/database/database.js';
import { picked, selection } from '../../../kernel/database/statements/entity-columns.js';
import type { SealedVaultConnection, VaultConnectionStatus } from './provider/vault-connection.js';
import { VaultConnectionEntity } from './vault-connection.entity.js';
import { VaultFailure } from './provider/vault-provider.js';

/** What lists need: never the ciphertext, so that no view can leak it. */
const SHOWN_FIELDS = [
  'id',
  'provider',
  'status',
  'name',
  'lastConnectedAt',
] as const satisfies (keyof VaultConnectionEntity)[];

export type ShownVault = Pick<VaultConnectionEntity, (typeof SHOWN_FIELDS)[number]>;

const bindingOf = placesIn(VaultConnectionEntity);

/** The rows of `vault_connections`. */
@Injectable()
export class VaultStore {
  private readonly logger = new Logger(VaultStore.name);

  constructor(private readonly box: SecretBox) {}

  /** Newest first. */
  list(store: Store, { organizationId, workspaceId }: WorkspaceScope): Promise<ShownVault[]> {
    return store.repository(VaultConnectionEntity).find({
      select: picked(SHOWN_FIELDS),
      where: { organizationId, workspaceId },
      order: { createdAt: 'DESC', id: 'ASC' },
    });
  }

  /** One connection per workspace and provider. */
  find(
    store: Store,
    { organizationId, workspaceId }: WorkspaceScope,
    provider: string,
  ): Promise<VaultConnectionEntity | null> {
    return store.repository(VaultConnectionEntity).findOneBy({ organizationId, workspaceId, provider });
  }

  /** A row of its own in place of an earlier one: nothing remembered by id survives. Answers what it took the place of. */
  async replace(
    tx: Tx,
    scope: WorkspaceScope,
    provider: string,
    { name, credentials }: { name: string | null; credentials: string },
  ): Promise<{ id: string; replaced: boolean }> {
    // Two pairings at once would both find nothing to replace.
    await tx.lock(`vault:${scope.workspaceId}:${provider}`);
    const replaced = await this.delete(tx, scope, provider);
    const id = randomUUID();
    await tx.repository(VaultConnectionEntity).insert({
      id,
      organizationId: scope.organizationId,
      workspaceId: scope.workspaceId,
      provider,
      name,
      credentialsCiphertext: this.box.seal(credentials, bindingOf(id)),
      lastConnectedAt: () => 'now()',
    });
    return { id, replaced: replaced !== null };
  }

  /** Null when there was none. */
  async delete(
    tx: Tx,
    { organizationId, workspaceId }: WorkspaceScope,
    provider: string,
  ): Promise<Pick<VaultConnectionEntity, 'name'> | null> {
    const [removed] = await tx.query<Pick<VaultConnectionEntity, 'name'>>(
      `DELETE FROM vault_connections WHERE organization_id = $1 AND workspace_id = $2 AND provider = $3
       RETURNING ${selection(VaultConnectionEntity, ['name'])}`,
      [organizationId, workspaceId, provider],
    );
    return removed ?? null;
  }

  async noteCheck(store: Store, connectionId: string, status: VaultConnectionStatus): Promise<void> {
    const seen = status === 'connected' ? { lastConnectedAt: () => 'now()' } : {};
    await store.repository(VaultConnectionEntity).update({ id: connectionId }, { status, ...seen });
  }

  /** Credentials that no key opens any more are as good as rejected ones. @throws VaultFailure */
  credentialsOf({
    id,
    credentialsCiphertext,
  }: Pick<SealedVaultConnection, 'id' | 'credentialsCiphertext'>): string {
    return this.box.openOr(credentialsCiphertext, bindingOf(id), (err) => {
      this.logger.warn({ connectionId: id, err }, 'credentials of a vault could not be decrypted');
      throw new VaultFailure('rejected');
    });
  }
}
