import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, MoreThan, Not } from 'typeorm';
import { SecretBox } from '../../../kernel/crypto/secret-box.js';
import type { Queryable, Store, Tx } from '../../../kernel/database/database.js';
import { picked, selection } from '../../../kernel/database/statements/entity-columns.js';
import {
  ownedBy,
  ownerOf,
  type PartnerScope,
  type Scope,
  type TenantScope,
  visibleTo,
  type WorkspaceScope,
  epochOf,
  levelOf,
} from '../../../kernel/database/scope.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../foundation/audit/audited.js';
import type { SecretDraft } from './secret-draft.js';
import type { SecretChanges } from './secret-patch.js';
import { SecretEntity } from './secret.entity.js';
import { bindingOf, type SealedSecret } from './sealed-secret.js';
import { SHOWN_SECRET_FIELDS, type ShownSecret } from './secret.view.js';
import { secretErrors } from './secret.errors.js';

const SEALED_FIELDS = [...SHOWN_SECRET_FIELDS, 'valueCiphertext'] as const satisfies (keyof SecretEntity)[];

/** A secret with its sealed value, for whoever opens it. */
export type StoredSecret = Pick<SecretEntity, (typeof SEALED_FIELDS)[number]>;

export interface SecretCounts {
  llms: number;
  generic: number;
}

/** Sealed values are up to 14 KB each. */
const SEALED_PAGE = 100;

const VISIBLE = 'organization_id = $1 AND (workspace_id IS NULL OR workspace_id = $2)';
/** What the partner of the organization lends it: while it is attached, and the partner active (07 §A10.2). */
const LENT = `partner_id = (
  SELECT link.partner_id FROM partner_organizations link
  JOIN partners lending ON lending.id = link.partner_id AND lending.status = 'active'
  WHERE link.organization_id = $1 AND link.detached_at IS NULL)`;
const SHOWN = `SELECT ${selection(SecretEntity, SHOWN_SECRET_FIELDS)} FROM secrets`;
const NEWEST_FIRST = 'ORDER BY created_at DESC, id';

/** The rows of `secrets`. Plaintext goes in and out of here only sealed. */
@Injectable()
export class SecretStore {
  constructor(private readonly box: SecretBox) {}

  /** Newest first: the scope's own, for a workspace the organization's (02 §3.8), for both what a partner lends. */
  list(q: Queryable, { organizationId, workspaceId }: TenantScope): Promise<ShownSecret[]> {
    const sql = `${SHOWN} WHERE ${VISIBLE} OR ${LENT} ${NEWEST_FIRST}`;
    return q.query<ShownSecret>(sql, [organizationId, workspaceId]);
  }

  /** Newest first, without what a partner lends: that is nobody's to grant (02 §5.1). */
  pool(store: Store, scope: TenantScope): Promise<ShownSecret[]> {
    return this.shown(store, visibleTo<SecretEntity>(scope));
  }

  /** Newest first: the partner's own. */
  ofPartner(store: Store, scope: PartnerScope): Promise<ShownSecret[]> {
    return this.shown(store, [ownedBy<SecretEntity>(scope)]);
  }

  /** Newest first. */
  lentTo(q: Queryable, organizationId: string): Promise<ShownSecret[]> {
    return q.query<ShownSecret>(`${SHOWN} WHERE ${LENT} ${NEWEST_FIRST}`, [organizationId]);
  }

  private shown(store: Store, where: FindOptionsWhere<SecretEntity>[]): Promise<ShownSecret[]> {
    const order = { createdAt: 'DESC', id: 'ASC' } as const;
    return store.repository(SecretEntity).find({ select: picked(SHOWN_SECRET_FIELDS), where, order });
  }

  /** Those of `list` with these ids, kept from being deleted or changed until the transaction ends. */
  lockShared(tx: Tx, scope: TenantScope, ids: readonly string[]): Promise<ShownSecret[]> {
    return tx.query<ShownSecret>(`${SHOWN} WHERE ${VISIBLE} AND id = ANY($3::uuid[]) ORDER BY id FOR SHARE`, [
      scope.organizationId,
      scope.workspaceId,
      ids.filter(isUuid),
    ]);
  }

  /** One that agents of the workspace may use. */
  async sealedOne(
    q: Queryable,
    { organizationId, workspaceId }: WorkspaceScope,
    secretId: string,
  ): Promise<SealedSecret | null> {
    const [row] = await q.query<SealedSecret>(
      `SELECT ${selection(SecretEntity, SEALED_FIELDS)} FROM secrets WHERE (${VISIBLE} OR ${LENT}) AND id = $3`,
      [organizationId, workspaceId, secretId],
    );
    return row ?? null;
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

  async insert(tx: Tx, scope: Scope, draft: SecretDraft): Promise<ShownSecret> {
    const { value, ...fields } = draft;
    const id = randomUUID();
    const valueCiphertext = this.sealed(id, value);
    const repository = tx.repository(SecretEntity);
    const secret = repository.create({ id, ...ownerOf(scope), ...fields, valueCiphertext });
    // Fills in what the database decides.
    await repository.insert(secret);
    return secret;
  }

  /** The scope's own secret, locked until the transaction ends; `404` for every other id (02 §1.8). */
  async lock(tx: Tx, scope: Scope, secretId: string): Promise<StoredSecret> {
    const secret = isUuid(secretId)
      ? await tx.repository(SecretEntity).findOne({
          where: { ...ownedBy<SecretEntity>(scope), id: secretId },
          lock: { mode: 'pessimistic_write' },
        })
      : null;
    if (secret === null) throw new AppError(secretErrors.secret_not_found);
    return secret;
  }

  async update(tx: Tx, scope: Scope, secretId: string, { value, ...changes }: SecretChanges): Promise<void> {
    const sealed = value === undefined ? {} : { valueCiphertext: this.sealed(secretId, value) };
    await tx
      .repository(SecretEntity)
      .update(
        { ...ownedBy<SecretEntity>(scope), id: secretId },
        { ...changes, ...sealed, updatedAt: () => 'now()' },
      );
  }

  async delete(tx: Tx, scope: Scope, secretId: string): Promise<void> {
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

const secretAudit = declareAudited('secret');
const partnerSecretAudit = declareAudited('partner-secret');

export interface SecretWrite {
  by: AuditActor;
  action: 'create' | 'update' | 'delete';
  secret: { id: string; name: string };
  /** Names of fields. */
  changed?: readonly string[];
}

/** Every write of a secret is in force at once (02 §1.9) and leaves an audit row without the value (02 §18, 07 §A14). */
@Injectable()
export class SecretAnnouncements {
  constructor(private readonly epochs: Epochs) {}

  async announce(tx: Tx, scope: Scope, { by, action, secret, changed }: SecretWrite): Promise<void> {
    const { id: secretId, name } = secret;
    await this.epochs.raise(tx, epochOf(scope));
    if ('partnerId' in scope) {
      const metadata = { secretId, name, ...(changed && { fields: changed }) };
      await partnerSecretAudit.record(tx, { ...scope, by }, action, metadata);
    } else {
      const { organizationId, workspaceId } = scope;
      const metadata = { secretId, name, scope: levelOf(scope) };
      await secretAudit.record(tx, { organizationId, workspaceId, by }, action, metadata);
    }
  }
}
