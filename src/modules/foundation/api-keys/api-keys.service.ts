import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { usableWorkspace } from '../../../kernel/access/queries/workspace-sql.js';
import { placesIn, SecretBox } from '../../../kernel/crypto/secret-box.js';
import { mintToken, sha256 } from '../../../kernel/crypto/tokens.js';
import type { Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { ownedBy } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

export interface OrganizationKeyHolder {
  userId: string;
  organizationId: string;
}

export interface WorkspaceKeyHolder extends OrganizationKeyHolder {
  workspaceId: string;
}

export interface EnsuredKey {
  /** Of the row, which goes with the key. */
  id: string;
  value: string;
  /** False when the holder had one already. */
  created: boolean;
}

/** Which key is meant: one per person and workspace, or one per person and organization (01 §3.1.3). */
interface KeySlot extends OrganizationKeyHolder {
  family: 'workspace' | 'organization';
  workspaceId: string | null;
}

/** Personal keys can always be shown again: the schema says so. */
type SealedKey = Pick<ApiKeyEntity, 'id'> & { tokenCiphertext: string };

const bindingOf = placesIn(ApiKeyEntity);

/** Personal API keys: minted lazily, one per holder and scope, stored as hash and sealed value (01 §3.1). */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly box: SecretBox,
    private readonly epochs: Epochs,
  ) {}

  /** The holder's workspace key, minted if absent. The caller audits a creation. */
  ensureWorkspaceKey(tx: Tx, holder: WorkspaceKeyHolder): Promise<EnsuredKey> {
    return this.ensure(tx, workspaceSlot(holder));
  }

  /** The holder's organization key, minted if absent. The caller audits a creation. */
  ensureOrganizationKey(tx: Tx, holder: OrganizationKeyHolder): Promise<EnsuredKey> {
    return this.ensure(tx, organizationSlot(holder));
  }

  /** Replaces the holder's workspace key; the old value is dead from the commit on (01 §17.4). */
  regenerateWorkspaceKey(tx: Tx, holder: WorkspaceKeyHolder): Promise<string> {
    return this.regenerate(tx, workspaceSlot(holder));
  }

  /** Replaces the holder's organization key; the old value is dead from the commit on. */
  regenerateOrganizationKey(tx: Tx, holder: OrganizationKeyHolder): Promise<string> {
    return this.regenerate(tx, organizationSlot(holder));
  }

  /** The holder's key for a workspace stops working then, unless it is handed over before (05 §11.6). */
  async endAt(tx: Tx, holder: WorkspaceKeyHolder, expiresAt: Date): Promise<void> {
    const { userId, workspaceId } = holder;
    await tx.repository(ApiKeyEntity).update({ userId, workspaceId, family: 'workspace' }, { expiresAt });
  }

  /** Keys of a workspace act for somebody else from now on, with the values they have (05 §11.5.3). */
  async handOver(
    tx: Tx,
    scope: Omit<WorkspaceKeyHolder, 'userId'>,
    { from, to }: { from: string; to: string },
  ): Promise<void> {
    const { workspaceId } = scope;
    const keys = tx.repository(ApiKeyEntity);
    // One key a person and workspace: the one that is in use somewhere stays.
    await keys.delete({ userId: to, workspaceId, family: 'workspace' });
    await keys.update({ userId: from, workspaceId }, { userId: to, expiresAt: null });
    await this.dropCachedLookups(tx, scope);
  }

  /**
   * All keys the one has in the organization act for the other from now on, with the values they have. Where the other
   * has one of the same scope, both work, and the other's own is the one that is shown (07 A7.4.4).
   */
  async handOverAll(
    tx: Tx,
    organizationId: string,
    { from, to }: { from: string; to: string },
  ): Promise<void> {
    const keys = await tx.query<{ workspaceId: string | null }>(
      `UPDATE api_keys k SET user_id = $3, taken_over = EXISTS (
         SELECT 1 FROM api_keys own WHERE own.user_id = $3 AND own.family = k.family AND NOT own.taken_over
           AND own.organization_id = k.organization_id AND own.workspace_id IS NOT DISTINCT FROM k.workspace_id)
       WHERE k.user_id = $2 AND k.organization_id = $1 RETURNING ${selection(ApiKeyEntity, ['workspaceId'])}`,
      [organizationId, from, to],
    );
    for (const { workspaceId } of keys) await this.dropCachedLookups(tx, { organizationId, workspaceId });
  }

  /** A directory's token: stored as its hash alone, so that nobody is ever shown it again (05 §7). */
  async mintScimToken(tx: Tx, organizationId: string): Promise<{ id: string; value: string }> {
    const [id, value] = [randomUUID(), mintToken('scim')];
    await tx
      .repository(ApiKeyEntity)
      .insert({ id, family: 'scim', tokenHash: sha256(value), organizationId });
    return { id, value };
  }

  /** The partner's key, in place of the one it had; stored as its hash alone (07 A2.5). */
  async replacePartnerKey(tx: Tx, partnerId: string): Promise<string> {
    const value = mintToken('partner');
    await tx.repository(ApiKeyEntity).delete({ partnerId, family: 'partner' });
    await tx
      .repository(ApiKeyEntity)
      .insert({ id: randomUUID(), family: 'partner', tokenHash: sha256(value), partnerId });
    return value;
  }

  async revokeScimToken(tx: Tx, id: string): Promise<void> {
    await tx.repository(ApiKeyEntity).delete({ id, family: 'scim' });
  }

  /**
   * Ends every personal key of somebody who is no member any more, of both scopes; answers how many there were.
   * `service` keys are their features' to end (01 §3.1.4). The membership is deleted before, so that none is
   * minted meanwhile.
   */
  async revokeAll(tx: Tx, { userId, organizationId }: OrganizationKeyHolder): Promise<number> {
    const revoked = await tx.query<{ workspaceId: string | null }>(
      `DELETE FROM api_keys
       WHERE user_id = $1 AND organization_id = $2 AND family IN ('workspace', 'organization')
       RETURNING ${selection(ApiKeyEntity, ['workspaceId'])}`,
      [userId, organizationId],
    );
    for (const { workspaceId } of revoked) await this.dropCachedLookups(tx, { organizationId, workspaceId });
    return revoked.length;
  }

  /**
   * Ends the keys an administrator may have and the holder, who is none any more, may not: of the organization, and of
   * workspaces that are out of their reach now (05 §2.6). Answers how many there were.
   */
  async revokeBeyondReach(tx: Tx, { userId, organizationId }: OrganizationKeyHolder): Promise<number> {
    const revoked = await tx.query<{ workspaceId: string | null }>(
      `DELETE FROM api_keys k USING memberships m
       WHERE k.user_id = $1 AND k.organization_id = $2
         AND m.user_id = k.user_id AND m.organization_id = k.organization_id
         AND (k.family = 'organization'
           OR k.family = 'workspace' AND NOT ${usableWorkspace('k.workspace_id', true)})
       RETURNING ${selection(ApiKeyEntity, ['workspaceId'], 'k')}`,
      [userId, organizationId],
    );
    for (const { workspaceId } of revoked) await this.dropCachedLookups(tx, { organizationId, workspaceId });
    return revoked.length;
  }

  /** A call with one of somebody's keys that proves it again is over, or waits until `tx` is (`StandingCredential`). */
  async lockAllOf(tx: Tx, userId: string, organizationId: string | null = null): Promise<void> {
    await tx.query(
      `SELECT 1 FROM api_keys WHERE user_id = $1 AND ($2::text IS NULL OR organization_id = $2) ORDER BY id FOR UPDATE`,
      [userId, organizationId],
    );
  }

  /**
   * Ends every personal key of somebody, of whatever organization: of an account that turned out to be another
   * person's (R28). Held first, so that a call which mints one key with another is over and its key among them.
   */
  async revokeAllOf(tx: Tx, userId: string): Promise<void> {
    await this.lockAllOf(tx, userId);
    const revoked = await tx.query<Pick<KeySlot, 'organizationId' | 'workspaceId'>>(
      `DELETE FROM api_keys WHERE user_id = $1 AND family IN ('workspace', 'organization')
       RETURNING ${selection(ApiKeyEntity, ['organizationId', 'workspaceId'])}`,
      [userId],
    );
    for (const scope of revoked) await this.dropCachedLookups(tx, scope);
  }

  private async ensure(tx: Tx, slot: KeySlot): Promise<EnsuredKey> {
    const { row, created } = await this.ensureRow(tx, slot);
    return { id: row.id, value: this.box.open(row.tokenCiphertext, bindingOf(row.id)), created };
  }

  /** Of two concurrent first calls one inserts; the other meets the unique index and reads the winner's row. */
  private async ensureRow(tx: Tx, slot: KeySlot): Promise<{ row: SealedKey; created: boolean }> {
    const existing = await this.find(tx, slot);
    if (existing) return { row: existing, created: false };
    const id = randomUUID();
    const token = this.mint(slot, id);
    const [inserted] = await tx.query<SealedKey>(
      `INSERT INTO api_keys (id, family, token_hash, token_ciphertext, user_id, organization_id, workspace_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
       RETURNING ${selection(ApiKeyEntity, ['id', 'tokenCiphertext'])}`,
      [id, slot.family, token.hash, token.ciphertext, slot.userId, slot.organizationId, slot.workspaceId],
    );
    if (inserted) return { row: inserted, created: true };
    const winner = await this.find(tx, slot);
    if (!winner) throw new AppError(platformErrors.invalid_credentials);
    return { row: winner, created: false };
  }

  private async regenerate(tx: Tx, slot: KeySlot): Promise<string> {
    const { row } = await this.ensureRow(tx, slot);
    const token = this.mint(slot, row.id);
    const { affected } = await tx
      .repository(ApiKeyEntity)
      .update(
        { id: row.id },
        { tokenHash: token.hash, tokenCiphertext: token.ciphertext, createdAt: () => 'now()' },
      );
    // The row went with its workspace or membership while we waited for it: the holder has no access any more.
    if (affected !== 1) throw new AppError(platformErrors.invalid_credentials);
    const { family, userId, organizationId, workspaceId } = slot;
    const scope = ownedBy<ApiKeyEntity>({ organizationId, workspaceId });
    await tx.repository(ApiKeyEntity).delete({ ...scope, family, userId, takenOver: true });
    await this.dropCachedLookups(tx, slot);
    return token.value;
  }

  private find(tx: Tx, { family, userId, ...scope }: KeySlot): Promise<SealedKey | null> {
    const key = { ...ownedBy<ApiKeyEntity>(scope), family, userId, takenOver: false };
    return tx.repository(ApiKeyEntity).findOneBy(key) as Promise<SealedKey | null>;
  }

  private mint(slot: KeySlot, id: string): { value: string; hash: Buffer; ciphertext: string } {
    const value = mintToken(slot.family);
    return { value, hash: sha256(value), ciphertext: this.box.seal(value, bindingOf(id)) };
  }

  /** Key lookups cached anywhere are valid only while the epochs of the key's scopes are (01 §3.1.6). */
  private dropCachedLookups(tx: Tx, slot: Pick<KeySlot, 'organizationId' | 'workspaceId'>): Promise<void> {
    const organization = { organization: slot.organizationId };
    if (slot.workspaceId === null) return this.epochs.raise(tx, organization);
    return this.epochs.raise(tx, organization, { workspace: slot.workspaceId });
  }
}

function workspaceSlot({ userId, organizationId, workspaceId }: WorkspaceKeyHolder): KeySlot {
  return { family: 'workspace', userId, organizationId, workspaceId };
}

function organizationSlot({ userId, organizationId }: OrganizationKeyHolder): KeySlot {
  return { family: 'organization', userId, organizationId, workspaceId: null };
}
