import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, Not } from 'typeorm';
import { SecretBox } from '../../../kernel/crypto/secret-box.js';
import type { Queryable, Store, Tx } from '../../../kernel/database/database.js';
import { picked, selection } from '../../../kernel/database/entity-columns.js';
import { ownedBy, type TenantScope, visibleTo, type WorkspaceScope } from '../../../kernel/database/scope.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { SecretDraft } from './secret-draft.js';
import type { SecretChanges } from './secret-patch.js';
import { SecretEntity } from './secret.entity.js';
import { bindingOf, type SealedSecret } from './sealed-secret.js';
import { SHOWN_FIELDS, type ShownSecret } from './secret.view.js';
import { secretErrors } from './secret.errors.js';

const SEALED_FIELDS = [...SHOWN_FIELDS, 'valueCiphertext'] as const satisfies (keyof SecretEntity)[];

/** A secret with its sealed value, for whoever opens it. */
export type StoredSecret = Pick<SecretEntity, (typeof SEALED_FIELDS)[number]>;

export interface SecretCounts {
  llms: number;
  generic: number;
}

/** Sealed values are up to 14 KB each. */
const SEALED_PAGE = 100;

const VISIBLE = 'organization_id = $1 AND (workspace_id IS NULL OR workspace_id = $2)';

/** The rows of `secrets`. Plaintext goes in and out of here only sealed. */
@Injectable()
export class SecretStore {
  constructor(private readonly box: SecretBox) {}

  /** Newest first: the scope's own, and for a workspace the organization's (02 §3.8). */
  list(store: Store, scope: TenantScope): Promise<ShownSecret[]> {
    return store.repository(SecretEntity).find({
      select: picked(SHOWN_FIELDS),
      where: visibleTo<SecretEntity>(scope),
      order: { createdAt: 'DESC', id: 'ASC' },
    });
  }

  /** Those of `list` with these ids, kept from being deleted or changed until the transaction ends. */
  lockShared(tx: Tx, scope: TenantScope, ids: readonly string[]): Promise<ShownSecret[]> {
    return tx.query<ShownSecret>(
      `SELECT ${selection(SecretEntity, SHOWN_FIELDS)} FROM secrets
       WHERE ${VISIBLE} AND id = ANY($3::uuid[]) ORDER BY id FOR SHARE`,
      [scope.organizationId, scope.workspaceId, ids.filter(isUuid)],
    );
  }

  sealedOne(store: Store, scope: WorkspaceScope, secretId: string): Promise<SealedSecret | null> {
    const where = visibleTo<SecretEntity>(scope).map((owned) => ({ ...owned, id: secretId }));
    return store.repository(SecretEntity).findOne({ where });
  }

  async count(q: Queryable, scope: WorkspaceScope): Promise<SecretCounts> {
    const [row] = await q.query<SecretCounts>(
      `SELECT count(*) FILTER (WHERE type <> 'generic')::int AS llms,
         count(*) FILTER (WHERE type = 'generic')::int AS generic
       FROM secrets WHERE ${VISIBLE}`,
      [scope.organizationId, scope.workspaceId],
    );
    return row!;
  }

  countOfWorkspaces(store: Store, organizationId: string): Promise<number> {
    return store.repository(SecretEntity).countBy({ organizationId, workspaceId: Not(IsNull()) });
  }

  async namesAmong(store: Store, scope: TenantScope, names: readonly string[]): Promise<string[]> {
    const found = await store.repository(SecretEntity).find({
      select: { name: true },
      where: { ...ownedBy<SecretEntity>(scope), name: In(names) },
    });
    return found.map(({ name }) => name);
  }

  /** A page of the scope's own, by id. */
  ownSealed(store: Store, scope: TenantScope, afterId: string | null): Promise<StoredSecret[]> {
    return store.repository(SecretEntity).find({
      select: picked(SEALED_FIELDS),
      where: { ...ownedBy<SecretEntity>(scope), ...(afterId !== null && { id: MoreThan(afterId) }) },
      order: { id: 'ASC' },
      take: SEALED_PAGE,
    });
  }

  async insert(
    tx: Tx,
    { organizationId, workspaceId }: TenantScope,
    draft: SecretDraft,
  ): Promise<ShownSecret> {
    const { value, ...fields } = draft;
    const id = randomUUID();
    const valueCiphertext = this.sealed(id, value);
    const repository = tx.repository(SecretEntity);
    const secret = repository.create({ id, organizationId, workspaceId, ...fields, valueCiphertext });
    // Fills in what the database decides.
    await repository.insert(secret);
    return secret;
  }

  /** The scope's own secret, locked until the transaction ends; `404` for every other id (02 §1.8). */
  async lock(tx: Tx, scope: TenantScope, secretId: string): Promise<StoredSecret> {
    const secret = isUuid(secretId)
      ? await tx.repository(SecretEntity).findOne({
          where: { ...ownedBy<SecretEntity>(scope), id: secretId },
          lock: { mode: 'pessimistic_write' },
        })
      : null;
    if (secret === null) throw new AppError(secretErrors.secret_not_found);
    return secret;
  }

  async update(
    tx: Tx,
    scope: TenantScope,
    secretId: string,
    { value, ...changes }: SecretChanges,
  ): Promise<void> {
    const sealed = value === undefined ? {} : { valueCiphertext: this.sealed(secretId, value) };
    await tx
      .repository(SecretEntity)
      .update(
        { ...ownedBy<SecretEntity>(scope), id: secretId },
        { ...changes, ...sealed, updatedAt: () => 'now()' },
      );
  }

  async delete(tx: Tx, scope: TenantScope, secretId: string): Promise<void> {
    await tx.repository(SecretEntity).delete({ ...ownedBy<SecretEntity>(scope), id: secretId });
  }

  /** The stored plaintext; null for a reference, and for a value that no key opens any more. */
  plaintextOf({ id, valueCiphertext }: StoredSecret): string | null {
    return valueCiphertext === null ? null : this.box.openOr(valueCiphertext, bindingOf(id), () => null);
  }

  private sealed(secretId: string, value: string | null): string | null {
    return value === null ? null : this.box.seal(value, bindingOf(secretId));
  }
}
