import { Injectable } from '@nestjs/common';
import { maskValue } from '../../../domain/decision/injection/secret-values/preview.js';
import type { SecretMetadata, SecretType } from '../../../domain/decision/injection/request-edits/model.js';
import { Database, type Store, type Tx } from '../../../kernel/database/database.js';
import {
  levelOf,
  type PartnerScope,
  type Scope,
  type ScopeLevel,
  scopeOf,
  type TenantLevel,
  type TenantScope,
  type WorkspaceScope,
} from '../../../kernel/database/scope.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import type { CreateSecretRequest, UpdateSecretRequest } from './dto/secret-request.dto.js';
import type {
  CreatedSecretResponse,
  SecretListItemResponse,
  StoredSecretResponse,
} from './dto/secret-response.dto.js';
import { LlmAttachment } from './llm-attachment.js';
import { SecretAnnouncements, type SecretCounts, SecretStore, type StoredSecret } from './secret-store.js';
import { readNewSecret, type SecretDraft } from './secret-draft.js';
import {
  changedFields,
  changesOf,
  checkMergedPath,
  needsStoredValue,
  readSecretPatch,
  type SecretPatch,
} from './secret-patch.js';
import type { SealedSecret } from './sealed-secret.js';
import {
  createdSecretView,
  lentSecretView,
  secretListItemView,
  type ShownSecret,
  storedSecretView,
} from './secret.view.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

/** A secret that can be granted in a workspace (02 §5.1). */
export interface AttachableSecret {
  id: string;
  name: string;
  type: SecretType;
  scope: TenantLevel;
  hostPattern: string;
  sourceKind: string;
  metadata: SecretMetadata | null;
}

/** A secret that an agent of a workspace may receive; what a partner lends needs no grant (02 §11.1.4). */
export type SecretInReach = Omit<AttachableSecret, 'scope'> & { scope: ScopeLevel };

/** Secrets of every level (02 §3, §4). The scope decides what a call may see; the rules are the same. */
@Injectable()
export class SecretsService {
  constructor(
    private readonly db: Database,
    private readonly store: SecretStore,
    private readonly announcements: SecretAnnouncements,
    private readonly policySets: PolicySetsService,
    private readonly attachment: LlmAttachment,
    private readonly editions: EditionsService,
    private readonly limits: OrganizationLimits,
  ) {}

  /** Newest first: the scope's own and those it inherits, of its organization and of a partner. */
  async list(scope: TenantScope): Promise<SecretListItemResponse[]> {
    const rows = await this.store.list(this.db, scope);
    return rows.map((row) => (row.partnerId === null ? secretListItemView(row) : lentSecretView(row)));
  }

  /** Newest first: the partner's own. */
  async listOfPartner(scope: PartnerScope): Promise<SecretListItemResponse[]> {
    return (await this.store.ofPartner(this.db, scope)).map(secretListItemView);
  }

  /** Newest first: what a partner lends to the organization at the moment. */
  async listLent(organizationId: string): Promise<SecretListItemResponse[]> {
    return (await this.store.lentTo(this.db, organizationId)).map(lentSecretView);
  }

  /** What can be granted in a workspace, oldest first: its own secrets and the organization's (02 §5.1). */
  async attachPool(store: Store, scope: WorkspaceScope): Promise<AttachableSecret[]> {
    const rows = await this.store.pool(store, scope);
    return rows.reverse().map(attachable);
  }

  /** The attach pool and what a partner lends, oldest first. */
  async inReach(store: Store, scope: WorkspaceScope): Promise<SecretInReach[]> {
    const rows = await this.store.list(store, scope);
    return rows.reverse().map((row) => ({ ...attachable(row), scope: levelOf(scopeOf(row)) }));
  }

  /**
   * Those of the attach pool with these ids, for whoever grants them: none of them can be deleted or renamed
   * before the transaction ends, so that no grant of a deleted secret, or under an old name, can appear.
   */
  async lockShared(tx: Tx, scope: WorkspaceScope, ids: readonly string[]): Promise<AttachableSecret[]> {
    return (await this.store.lockShared(tx, scope, ids)).map(attachable);
  }

  /** The organization's own among these ids, locked likewise; for whoever names them in its rules (02 §6.6). */
  async lockOfOrganization(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.store.lockShared(tx, { organizationId, workspaceId: null }, ids);
    return new Set(rows.map(({ id }) => id));
  }

  /** One in reach of the workspace's agents with its sealed value, for whoever needs the value; null when it is not there. */
  sealed(store: Store, scope: WorkspaceScope, secretId: string): Promise<SealedSecret | null> {
    return this.store.sealedOne(store, scope, secretId);
  }

  /** How many secrets a workspace has of each kind, its organization's included (01 §19.1). */
  count(store: Store, scope: WorkspaceScope): Promise<SecretCounts> {
    return this.store.count(store, scope);
  }

  /** Stores a secret; a workspace's LLM key goes to the agents that had none (02 §2.4.2). */
  async create(
    scope: TenantScope,
    by: AuditActor,
    body: CreateSecretRequest,
  ): Promise<CreatedSecretResponse> {
    const draft = readNewSecret(body, levelOf(scope));
    return this.db.tx((tx) => this.createWithin(tx, scope, by, draft));
  }

  /** The same inside a larger transaction, of a draft that was read before it. */
  async createWithin(
    tx: Tx,
    scope: TenantScope,
    by: AuditActor,
    draft: SecretDraft,
  ): Promise<CreatedSecretResponse> {
    const { organizationId, workspaceId } = scope;
    if (workspaceId !== null) await this.requireRoom(tx, organizationId);
    const row = await this.insert(tx, scope, by, draft);
    const attached =
      workspaceId === null
        ? []
        : await this.attachment.ofNewSecret(tx, row, { organizationId, workspaceId, by });
    return createdSecretView(row, attached, previewOf(draft));
  }

  /** A partner's, in force for every organization that is attached to it: nobody is granted it (07 §A10.2). */
  async lendWithin(
    tx: Tx,
    scope: PartnerScope,
    by: AuditActor,
    draft: SecretDraft,
  ): Promise<StoredSecretResponse> {
    return storedSecretView(await this.insert(tx, scope, by, draft), previewOf(draft));
  }

  /** Those of the names that secrets of the scope itself have. */
  async takenNames(store: Store, scope: TenantScope, names: readonly string[]): Promise<Set<string>> {
    return new Set(await this.store.namesAmong(store, scope, names));
  }

  /** The scope's own secrets with their sealed values, page by page, for whoever moves them elsewhere. */
  ownSealed(store: Store, scope: TenantScope, afterId: string | null): Promise<StoredSecret[]> {
    return this.store.ownSealed(store, scope, afterId);
  }

  /** Null for a reference, and for a value that no key opens any more. */
  plaintextOf(row: StoredSecret): string | null {
    return this.store.plaintextOf(row);
  }

  async update(
    scope: TenantScope,
    by: AuditActor,
    secretId: string,
    body: UpdateSecretRequest,
  ): Promise<void> {
    const patch = readSecretPatch(body, levelOf(scope));
    await this.db.tx((tx) => this.updateWithin(tx, scope, by, secretId, patch));
  }

  /** The same of any scope inside a larger transaction, of a patch that was read before it. */
  async updateWithin(
    tx: Tx,
    scope: Scope,
    by: AuditActor,
    secretId: string,
    patch: SecretPatch,
  ): Promise<void> {
    const row = await this.store.lock(tx, scope, secretId);
    const { id } = row;
    const changes = changesOf(row, patch);
    checkMergedPath(row, changes, needsStoredValue(row, changes) ? this.store.plaintextOf(row) : null);
    await this.store.update(tx, scope, secretId, changes);
    const name = changes.name ?? row.name;
    if (name !== row.name && !('partnerId' in scope)) {
      await this.policySets.renameSecret(tx, scope.organizationId, { id, from: row.name, to: name });
    }
    await this.announcements.announce(tx, scope, {
      by,
      action: 'update',
      secret: { id, name },
      changed: changedFields(changes),
    });
  }

  async remove(scope: TenantScope, by: AuditActor, secretId: string): Promise<void> {
    await this.db.tx((tx) => this.removeWithin(tx, scope, by, secretId));
  }

  /** Removes the secret with its grants and every rule target on it (02 §16). No rule names a partner's. */
  async removeWithin(tx: Tx, scope: Scope, by: AuditActor, secretId: string): Promise<void> {
    const row = await this.store.lock(tx, scope, secretId);
    await this.store.delete(tx, scope, secretId);
    if (!('partnerId' in scope)) await this.policySets.removeSecret(tx, scope.organizationId, row.id);
    await this.announcements.announce(tx, scope, { by, action: 'delete', secret: row });
  }

  private async insert(tx: Tx, scope: Scope, by: AuditActor, draft: SecretDraft): Promise<ShownSecret> {
    if (!('partnerId' in scope)) await this.limits.requireRoom(tx, 'secrets', scope.organizationId);
    const row = await this.store.insert(tx, scope, draft);
    await this.announcements.announce(tx, scope, { by, action: 'create', secret: row });
    return row;
  }

  /** Secrets of workspaces count, the organization's own do not (01 §7.3). */
  private requireRoom(tx: Tx, organizationId: string): Promise<void> {
    return this.editions.requireRoom(tx, organizationId, 'workspace_secrets', () =>
      this.store.countOfWorkspaces(tx, organizationId),
    );
  }
}

function previewOf({ value }: SecretDraft): string | null {
  return value === null ? null : maskValue(value);
}

function attachable(secret: ShownSecret): AttachableSecret {
  const { id, name, type, metadata, hostPattern, sourceKind } = secret;
  return {
    id,
    name,
    type,
    scope: levelOf({ workspaceId: secret.workspaceId }),
    hostPattern,
    sourceKind,
    metadata,
  };
}
