import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../kernel/access/workspace-scope.js';
import type { SealedPlace } from '../../kernel/crypto/sealed-columns.js';
import { SecretBox, UndecryptableError } from '../../kernel/crypto/secret-box.js';
import type { Queryable, Tx } from '../../kernel/database/database.js';
import { isUuid } from '../../kernel/database/uuid.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { SecretDraft } from './secret-draft.js';
import type { SecretChanges } from './secret-patch.js';
import type { SecretScope } from './secret-scope.js';
import type { SealedSecret } from './secret-values.js';
import { SECRET_COLUMNS, type SecretRow } from './secret.view.js';

export interface SealedSecretRow extends SecretRow {
  value_ciphertext: string | null;
}

export interface SecretCounts {
  llms: number;
  generic: number;
}

/** Sealed values are up to 14 KB each. */
const SEALED_PAGE = 100;

/** A row belongs to exactly the scope it was written in; a workspace does not own what it inherits. */
const IN_SCOPE = 'organization_id = $1 AND workspace_id IS NOT DISTINCT FROM $2 AND id = $3';

const COLUMN_OF = {
  name: 'name',
  valueSource: 'value_source',
  opRef: 'op_ref',
  metadata: 'metadata',
  hostPattern: 'host_pattern',
  pathPattern: 'path_pattern',
  injectionConfig: 'injection_config',
} as const satisfies Partial<Record<keyof SecretChanges, string>>;

/** The associated data a value is sealed with: a ciphertext copied to another row does not open. */
export function bindingOf(secretId: string): SealedPlace {
  return `secrets:${secretId}`;
}

/** The rows of `secrets`. Plaintext goes in and out of here only sealed. */
@Injectable()
export class SecretStore {
  constructor(private readonly box: SecretBox) {}

  /** Newest first: the scope's own, and for a workspace the organization's (02 §3.8). */
  list(q: Queryable, { organizationId, workspaceId }: SecretScope): Promise<SecretRow[]> {
    return q.query<SecretRow>(
      `SELECT ${SECRET_COLUMNS} FROM secrets
       WHERE organization_id = $1 AND (workspace_id IS NULL OR workspace_id = $2)
       ORDER BY created_at DESC, id`,
      [organizationId, workspaceId],
    );
  }

  /** Those of `list` with these ids, kept from being deleted or changed until the transaction ends. */
  hold(
    tx: Tx,
    scope: Pick<SecretScope, 'organizationId' | 'workspaceId'>,
    ids: readonly string[],
  ): Promise<SecretRow[]> {
    return tx.query<SecretRow>(
      `SELECT ${SECRET_COLUMNS} FROM secrets
       WHERE organization_id = $1 AND (workspace_id IS NULL OR workspace_id = $2) AND id = ANY($3::uuid[])
       ORDER BY id FOR SHARE`,
      [scope.organizationId, scope.workspaceId, ids.filter(isUuid)],
    );
  }

  async sealedOne(q: Queryable, scope: WorkspaceScope, secretId: string): Promise<SealedSecret | null> {
    const [row] = await q.query<SealedSecret>(
      `SELECT id, organization_id AS "organizationId", workspace_id AS "workspaceId", type, metadata,
         value_source AS "valueSource", value_ciphertext AS "valueCiphertext",
         op_ref AS "opRef"
       FROM secrets WHERE organization_id = $1 AND (workspace_id IS NULL OR workspace_id = $2) AND id = $3`,
      [scope.organizationId, scope.workspaceId, secretId],
    );
    return row ?? null;
  }

  async count(q: Queryable, scope: WorkspaceScope): Promise<SecretCounts> {
    const [row] = await q.query<SecretCounts>(
      `SELECT count(*) FILTER (WHERE type <> 'generic')::int AS llms,
         count(*) FILTER (WHERE type = 'generic')::int AS generic
       FROM secrets WHERE organization_id = $1 AND (workspace_id IS NULL OR workspace_id = $2)`,
      [scope.organizationId, scope.workspaceId],
    );
    return row!;
  }

  async countOfWorkspaces(q: Queryable, organizationId: string): Promise<number> {
    const [row] = await q.query<{ secrets: number }>(
      'SELECT count(*)::int AS secrets FROM secrets WHERE organization_id = $1 AND workspace_id IS NOT NULL',
      [organizationId],
    );
    return row!.secrets;
  }

  async namesAmong(q: Queryable, scope: SecretScope, names: readonly string[]): Promise<string[]> {
    const rows = await q.query<{ name: string }>(
      `SELECT DISTINCT name FROM secrets
       WHERE organization_id = $1 AND workspace_id IS NOT DISTINCT FROM $2 AND name = ANY($3)`,
      [scope.organizationId, scope.workspaceId, names],
    );
    return rows.map(({ name }) => name);
  }

  /** A page of the scope's own, by id. */
  ownSealed(q: Queryable, scope: SecretScope, afterId: string | null): Promise<SealedSecretRow[]> {
    return q.query<SealedSecretRow>(
      `SELECT ${SECRET_COLUMNS}, value_ciphertext FROM secrets
       WHERE organization_id = $1 AND workspace_id IS NOT DISTINCT FROM $2 AND ($3::uuid IS NULL OR id > $3)
       ORDER BY id LIMIT $4`,
      [scope.organizationId, scope.workspaceId, afterId, SEALED_PAGE],
    );
  }

  async insert(tx: Tx, scope: SecretScope, draft: SecretDraft): Promise<SecretRow> {
    const id = randomUUID();
    const [row] = await tx.query<SecretRow>(
      `INSERT INTO secrets (id, organization_id, workspace_id, name, type, value_source, value_ciphertext, op_ref,
         host_pattern, path_pattern, injection_config, metadata)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${SECRET_COLUMNS}`,
      [
        id,
        scope.organizationId,
        scope.workspaceId,
        draft.name,
        draft.type,
        draft.valueSource,
        this.sealed(id, draft.value),
        draft.opRef,
        draft.hostPattern,
        draft.pathPattern,
        draft.injectionConfig,
        draft.metadata,
      ],
    );
    return row!;
  }

  /** The scope's own secret, locked until the transaction ends; `404` for every other id (02 §1.8). */
  async lock(tx: Tx, scope: SecretScope, secretId: string): Promise<SealedSecretRow> {
    const [row] = isUuid(secretId)
      ? await tx.query<SealedSecretRow>(
          `SELECT ${SECRET_COLUMNS}, value_ciphertext FROM secrets WHERE ${IN_SCOPE} FOR UPDATE`,
          [scope.organizationId, scope.workspaceId, secretId],
        )
      : [];
    if (!row) throw new AppError('secret_not_found');
    return row;
  }

  async update(tx: Tx, scope: SecretScope, secretId: string, changes: SecretChanges): Promise<void> {
    const columns: [string, unknown][] = [];
    for (const [field, column] of Object.entries(COLUMN_OF)) {
      const value = changes[field as keyof SecretChanges];
      if (value !== undefined) columns.push([column, value]);
    }
    if (changes.value !== undefined) columns.push(['value_ciphertext', this.sealed(secretId, changes.value)]);
    const assignments = columns.map(([column], index) => `${column} = $${index + 4}`);
    await tx.query(`UPDATE secrets SET ${assignments.join(', ')}, updated_at = now() WHERE ${IN_SCOPE}`, [
      scope.organizationId,
      scope.workspaceId,
      secretId,
      ...columns.map(([, value]) => value),
    ]);
  }

  async delete(tx: Tx, scope: SecretScope, secretId: string): Promise<void> {
    await tx.query(`DELETE FROM secrets WHERE ${IN_SCOPE}`, [
      scope.organizationId,
      scope.workspaceId,
      secretId,
    ]);
  }

  /** The stored plaintext; null for a reference, and for a value that no key opens any more. */
  plaintextOf(row: SealedSecretRow): string | null {
    if (row.value_ciphertext === null) return null;
    try {
      return this.box.open(row.value_ciphertext, bindingOf(row.id));
    } catch (error) {
      if (error instanceof UndecryptableError) return null;
      throw error;
    }
  }

  private sealed(secretId: string, value: string | null): string | null {
    return value === null ? null : this.box.seal(value, bindingOf(secretId));
  }
}
