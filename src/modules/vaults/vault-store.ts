import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { WorkspaceScope } from '../../kernel/database/scope.js';
import type { SealedPlace } from '../../kernel/crypto/sealed-columns.js';
import { SecretBox, UndecryptableError } from '../../kernel/crypto/secret-box.js';
import type { Queryable, Tx } from '../../kernel/database/database.js';
import type { SealedVaultConnection, VaultConnectionStatus } from './vault-connection.js';
import { VaultFailure } from './vault-provider.js';

/** A row as lists need it: never the ciphertext, so that no view can leak it. */
export interface VaultConnectionRow {
  id: string;
  provider: string;
  status: VaultConnectionStatus;
  name: string | null;
  last_connected_at: Date | null;
}

export interface SealedVaultRow extends VaultConnectionRow {
  credentialsCiphertext: string;
}

const COLUMNS = 'id, provider, status, name, last_connected_at';
/** One connection per (workspace, provider). */
const IN_WORKSPACE = 'organization_id = $1 AND workspace_id = $2 AND provider = $3';

/** The associated data credentials are sealed with: a ciphertext copied to another row does not open. */
function bindingOf(connectionId: string): SealedPlace {
  return `vault_connections:${connectionId}`;
}

/** The rows of `vault_connections`. */
@Injectable()
export class VaultStore {
  private readonly logger = new Logger(VaultStore.name);

  constructor(private readonly box: SecretBox) {}

  /** Newest first. */
  list(q: Queryable, { organizationId, workspaceId }: WorkspaceScope): Promise<VaultConnectionRow[]> {
    return q.query<VaultConnectionRow>(
      `SELECT ${COLUMNS} FROM vault_connections WHERE organization_id = $1 AND workspace_id = $2
       ORDER BY created_at DESC, id`,
      [organizationId, workspaceId],
    );
  }

  async find(q: Queryable, scope: WorkspaceScope, provider: string): Promise<SealedVaultRow | null> {
    const [row] = await q.query<SealedVaultRow>(
      `SELECT ${COLUMNS}, credentials_ciphertext AS "credentialsCiphertext" FROM vault_connections WHERE ${IN_WORKSPACE}`,
      [scope.organizationId, scope.workspaceId, provider],
    );
    return row ?? null;
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
    await tx.query(
      `INSERT INTO vault_connections (id, organization_id, workspace_id, provider, name, credentials_ciphertext,
         last_connected_at) VALUES ($1, $2, $3, $4, $5, $6, now())`,
      [
        id,
        scope.organizationId,
        scope.workspaceId,
        provider,
        name,
        this.box.seal(credentials, bindingOf(id)),
      ],
    );
    return { id, replaced: replaced !== null };
  }

  /** Null when there was none. */
  async delete(tx: Tx, scope: WorkspaceScope, provider: string): Promise<{ name: string | null } | null> {
    const [row] = await tx.query<{ name: string | null }>(
      `DELETE FROM vault_connections WHERE ${IN_WORKSPACE} RETURNING name`,
      [scope.organizationId, scope.workspaceId, provider],
    );
    return row ?? null;
  }

  async noteCheck(q: Queryable, connectionId: string, status: VaultConnectionStatus): Promise<void> {
    await q.query(
      `UPDATE vault_connections SET status = $2,
         last_connected_at = CASE WHEN $2 = 'connected' THEN now() ELSE last_connected_at END
       WHERE id = $1`,
      [connectionId, status],
    );
  }

  /** Credentials that no key opens any more are as good as rejected ones. @throws VaultFailure */
  credentialsOf({
    id,
    credentialsCiphertext,
  }: Pick<SealedVaultConnection, 'id' | 'credentialsCiphertext'>): string {
    try {
      return this.box.open(credentialsCiphertext, bindingOf(id));
    } catch (error) {
      if (!(error instanceof UndecryptableError)) throw error;
      this.logger.warn({ connectionId: id, err: error }, 'the credentials of a vault cannot be decrypted');
      throw new VaultFailure('rejected');
    }
  }
}
