import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/entity-columns.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { defaultRule, type Draft, type DraftChange } from './draft.js';
import { loadDraft, storeDraft } from './draft-store.js';
import type { PolicySetScope } from './policy-set-scope.js';
import { PolicySetEntity } from './policy-set.entity.js';
import { policyErrors } from './policy.errors.js';

/** 02 §6.3.4. */
const RETAINED_GENERATIONS = 10;

type LiveSet = Pick<PolicySetEntity, 'id' | 'liveGeneration'>;

/** A set whose row the transaction holds: what is decided from this draft still holds when it is saved. */
export interface OpenSet {
  readonly scope: PolicySetScope;
  readonly id: string;
  readonly liveGeneration: number;
  /** First-match order, the Default Rule last. */
  readonly draft: Draft;
}

const LIVE_SET = selection(PolicySetEntity, ['id', 'liveGeneration']);
const LOCK = `SELECT ${LIVE_SET} FROM policy_sets WHERE organization_id = $1 AND workspace_id`;

/** The one write path of every rule set: lock, change the draft, publish it whole, make it known (02 §6.3.2). */
@Injectable()
export class PolicySetWriter {
  constructor(private readonly epochs: Epochs) {}

  /** Creates a set with its persisted Default Rule as published generation 1 (02 §7.6). */
  async create(tx: Tx, scope: PolicySetScope, appliedBy: string | null = null): Promise<void> {
    const [set] = await tx.query<LiveSet>(
      `INSERT INTO policy_sets (organization_id, workspace_id) VALUES ($1, $2) RETURNING ${LIVE_SET}`,
      [scope.organizationId, scope.workspaceId ?? null],
    );
    if (!set) throw new Error('a policy set was not inserted');
    const draft = [defaultRule()];
    await storeDraft(tx, set.id, [], draft);
    await this.publish(tx, { scope, id: set.id, liveGeneration: set.liveGeneration }, draft, appliedBy);
  }

  /**
   * Applies a pure change to the draft and publishes the result in the same transaction. Writers of one set are
   * serialised by its row lock, so each sees what the one before it left. Returns false, and publishes nothing,
   * when the change changes nothing.
   */
  async change(
    tx: Tx,
    scope: PolicySetScope,
    apply: DraftChange,
    appliedBy: string | null = null,
  ): Promise<boolean> {
    const set = await this.open(tx, scope);
    return this.save(tx, set, apply(set.draft), appliedBy);
  }

  /**
   * The draft, locked until the transaction ends; for changes that have to look at more than the draft. Whoever
   * holds rows of secrets, connections or people for it holds them before, as deletions do.
   */
  async open(tx: Tx, scope: PolicySetScope): Promise<OpenSet> {
    const set = await this.lock(tx, scope);
    const draft = await loadDraft(tx, set.id);
    return { scope, id: set.id, liveGeneration: set.liveGeneration, draft };
  }

  /** Stores and publishes what became of an open set; false, and nothing published, when it is what it was. */
  async save(tx: Tx, set: OpenSet, after: Draft, appliedBy: string | null): Promise<boolean> {
    if (!(await storeDraft(tx, set.id, set.draft, after))) return false;
    await this.publish(tx, set, after, appliedBy);
    return true;
  }

  /** Publishes the draft as it is, as the next generation. */
  async publish(
    tx: Tx,
    { scope, id, liveGeneration }: Omit<OpenSet, 'draft'>,
    draft: Draft,
    appliedBy: string | null,
  ): Promise<void> {
    const generation = liveGeneration + 1;
    const rules = draft.map((rule) => ({ ...rule, id: randomUUID() }));
    await tx.query(
      `INSERT INTO policy_snapshots (set_id, generation, rules, rule_count, applied_by_user_id)
       VALUES ($1, $2, $3, $4, $5)`,
      [id, generation, JSON.stringify(rules), rules.length, appliedBy],
    );
    await tx.query(`UPDATE policy_sets SET live_generation = $2 WHERE id = $1`, [id, generation]);
    await tx.query(`DELETE FROM policy_snapshots WHERE set_id = $1 AND generation <= $2`, [
      id,
      generation - RETAINED_GENERATIONS,
    ]);
    await this.epochs.raise(
      tx,
      scope.workspaceId ? { workspace: scope.workspaceId } : { organization: scope.organizationId },
    );
  }

  private async lock(tx: Tx, scope: PolicySetScope): Promise<LiveSet> {
    const [set] = scope.workspaceId
      ? await tx.query<LiveSet>(`${LOCK} = $2 FOR UPDATE`, [scope.organizationId, scope.workspaceId])
      : await tx.query<LiveSet>(`${LOCK} IS NULL FOR UPDATE`, [scope.organizationId]);
    if (set) return set;
    // Sets live as long as their owner: a workspace set that is gone means the workspace is.
    if (scope.workspaceId) throw new AppError(policyErrors.policy_workspace_gone);
    throw new Error(`organization ${scope.organizationId} has no policy set`);
  }
}
