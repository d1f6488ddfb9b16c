import { Injectable } from '@nestjs/common';
import { maskValue } from '../../domain/injection/preview.js';
import type { SecretMetadata, SecretType, ValueSource } from '../../domain/injection/model.js';
import type { WorkspaceScope } from '../../kernel/access/workspace-scope.js';
import { Database, type Queryable, type Tx } from '../../kernel/database/database.js';
import { Epochs } from '../../kernel/database/epochs.js';
import type { AuditActor } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import { EditionsService } from '../editions/editions.service.js';
import { PolicySetsService } from '../policy-sets/policy-sets.service.js';
import type { CreateSecretRequest, UpdateSecretRequest } from './dto/secret-request.dto.js';
import type { CreatedSecretResponse, SecretListItemResponse } from './dto/secret-response.dto.js';
import { LlmAttachment } from './llm-attachment.js';
import { readNewSecret, type SecretDraft } from './secret-draft.js';
import {
  changesOf,
  checkMergedPath,
  needsStoredValue,
  readPatch,
  type StoredSecret,
} from './secret-patch.js';
import type { SealedSecret } from './secret-values.js';
import { epochOf, type SecretLevel, type SecretScope } from './secret-scope.js';
import { type SealedSecretRow, type SecretCounts, SecretStore } from './secret-store.js';
import { createdView, listItemView, type SecretRow } from './secret.view.js';

/** A secret that can be granted in a workspace (02 §5.1). */
export interface AttachableSecret {
  id: string;
  name: string;
  type: SecretType;
  scope: SecretLevel;
  hostPattern: string;
  valueSource: ValueSource;
  metadata: SecretMetadata | null;
}

/** Secrets of every level (02 §3, §4). The scope decides what a call may see; the rules are the same. */
@Injectable()
export class SecretsService {
  constructor(
    private readonly db: Database,
    private readonly store: SecretStore,
    private readonly epochs: Epochs,
    private readonly policySets: PolicySetsService,
    private readonly attachment: LlmAttachment,
    private readonly editions: EditionsService,
    private readonly audit: AuditService,
  ) {}

  /** Newest first: the scope's own and, for a workspace, those it inherits from its organization. */
  async list(scope: SecretScope): Promise<SecretListItemResponse[]> {
    return (await this.store.list(this.db, scope)).map(listItemView);
  }

  /** What can be granted in a workspace, oldest first: its own secrets and the organization's (02 §5.1). */
  async attachPool(q: Queryable, scope: WorkspaceScope): Promise<AttachableSecret[]> {
    const rows = await this.store.list(q, { kind: 'workspace', ...scope });
    return rows.reverse().map(attachable);
  }

  /**
   * Those of the attach pool with these ids, for whoever grants them: none of them can be deleted or renamed
   * before the transaction ends, so that no grant of a deleted secret, or under an old name, can appear.
   */
  async hold(tx: Tx, scope: WorkspaceScope, ids: readonly string[]): Promise<AttachableSecret[]> {
    return (await this.store.hold(tx, scope, ids)).map(attachable);
  }

  /** The organization's own among these ids, held likewise; for whoever names them in its rules (02 §6.6). */
  async holdShared(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.store.hold(tx, { organizationId, workspaceId: null }, ids);
    return new Set(rows.map(({ id }) => id));
  }

  /** One of the attach pool with its sealed value, for whoever needs the value; null when it is not there. */
  sealed(q: Queryable, scope: WorkspaceScope, secretId: string): Promise<SealedSecret | null> {
    return this.store.sealedOne(q, scope, secretId);
  }

  /** How many secrets a workspace has of each kind, its organization's included (01 §19.1). */
  count(q: Queryable, scope: WorkspaceScope): Promise<SecretCounts> {
    return this.store.count(q, scope);
  }

  /** Stores a secret; a workspace's LLM key goes to the agents that had none (02 §2.4.2). */
  async create(
    scope: SecretScope,
    by: AuditActor,
    body: CreateSecretRequest,
  ): Promise<CreatedSecretResponse> {
    const draft = readNewSecret(body, scope.kind);
    return this.db.tx((tx) => this.createWithin(tx, scope, by, draft));
  }

  /** The same inside a larger transaction, of a draft that was read before it. */
  async createWithin(
    tx: Tx,
    scope: SecretScope,
    by: AuditActor,
    draft: SecretDraft,
  ): Promise<CreatedSecretResponse> {
    if (scope.kind === 'workspace') await this.requireRoom(tx, scope.organizationId);
    const row = await this.store.insert(tx, scope, draft);
    await this.announce(tx, scope, by, 'create', row);
    const attached =
      scope.kind === 'workspace' ? await this.attachment.ofNewSecret(tx, row, { ...scope, by }) : [];
    return createdView(row, attached, draft.value === null ? null : maskValue(draft.value));
  }

  /** Those of the names that secrets of the scope itself have. */
  async takenNames(q: Queryable, scope: SecretScope, names: readonly string[]): Promise<Set<string>> {
    return new Set(await this.store.namesAmong(q, scope, names));
  }

  /** The scope's own secrets with their sealed values, page by page, for whoever moves them elsewhere. */
  ownSealed(q: Queryable, scope: SecretScope, afterId: string | null): Promise<SealedSecretRow[]> {
    return this.store.ownSealed(q, scope, afterId);
  }

  /** Null for a reference, and for a value that no key opens any more. */
  plaintextOf(row: SealedSecretRow): string | null {
    return this.store.plaintextOf(row);
  }

  async update(
    scope: SecretScope,
    by: AuditActor,
    secretId: string,
    body: UpdateSecretRequest,
  ): Promise<void> {
    const patch = readPatch(body, scope.kind);
    await this.db.tx(async (tx) => {
      const row = await this.store.lock(tx, scope, secretId);
      const stored = stateOf(row);
      const changes = changesOf(stored, patch);
      checkMergedPath(
        stored,
        changes,
        needsStoredValue(stored, changes) ? this.store.plaintextOf(row) : null,
      );
      await this.store.update(tx, scope, secretId, changes);
      const name = changes.name ?? row.name;
      if (name !== row.name) {
        await this.policySets.renameSecret(tx, scope.organizationId, {
          id: row.id,
          from: row.name,
          to: name,
        });
      }
      await this.announce(tx, scope, by, 'update', { id: row.id, name });
    });
  }

  /** Removes the secret with its grants and every rule target on it (02 §16). */
  async remove(scope: SecretScope, by: AuditActor, secretId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      const row = await this.store.lock(tx, scope, secretId);
      await this.store.delete(tx, scope, secretId);
      await this.policySets.removeSecret(tx, scope.organizationId, row.id);
      await this.announce(tx, scope, by, 'delete', row);
    });
  }

  /** Secrets of workspaces count, the organization's own do not (01 §7.3). */
  private requireRoom(tx: Tx, organizationId: string): Promise<void> {
    return this.editions.requireRoom(tx, organizationId, 'workspace_secrets', () =>
      this.store.countOfWorkspaces(tx, organizationId),
    );
  }

  /** Every write is in force at once (02 §1.9) and leaves an audit row without the value (02 §18). */
  private async announce(
    tx: Tx,
    scope: SecretScope,
    by: AuditActor,
    action: 'create' | 'update' | 'delete',
    secret: { id: string; name: string },
  ): Promise<void> {
    const { organizationId, workspaceId } = scope;
    await this.epochs.raise(tx, epochOf(scope));
    const metadata = { secretId: secret.id, name: secret.name, scope: scope.kind };
    await this.audit.record(tx, { organizationId, workspaceId, by, action, service: 'secret', metadata });
  }
}

function attachable(row: SecretRow): AttachableSecret {
  const { id, name, type, metadata, host_pattern: hostPattern, value_source: valueSource } = row;
  const scope = row.workspace_id === null ? 'organization' : 'workspace';
  return { id, name, type, scope, hostPattern, valueSource, metadata };
}

function stateOf(row: SecretRow): StoredSecret {
  return {
    type: row.type,
    valueSource: row.value_source,
    opRef: row.op_ref,
    injectionConfig: row.injection_config,
  };
}
