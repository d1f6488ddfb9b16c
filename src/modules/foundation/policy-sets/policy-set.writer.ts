import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import type { Tx } from '../../../kernel/database/database.js';
import { picked } from '../../../kernel/database/statements/entity-columns.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { epochOf, ownedBy, type TenantScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { defaultRule, type Draft, type DraftChange, type DraftRule } from './draft/draft.js';
import { loadDraft, storeDraft } from './draft-store.js';
import { PolicySetEntity } from './policy-set.entity.js';
import { PolicySnapshotEntity } from './policy-snapshot.entity.js';
import { policyErrors } from './policy.errors.js';
import { OrganizationLimits } from '../limits/organization-limits.js';
import type { CountedKind } from '../limits/limited-kinds.js';

/** 02 §6.3.4. */
const RETAINED_GENERATIONS = 10;

/** Every set has one Default Rule. */
const KIND_OF: Readonly<Record<Exclude<DraftRule['source'], 'default'>, CountedKind>> = {
  custom: 'rules',
  grant: 'grants',
  blocklist: 'blocked_hosts',
};

type LiveSet = Pick<PolicySetEntity, 'id' | 'liveGeneration'>;

/** A set whose row the transaction has locked: what is decided from this draft still holds when it is saved. */
export interface OpenSet {
  readonly scope: TenantScope;
  readonly id: string;
  readonly liveGeneration: number;
  /** First-match order, the Default Rule last. */
  readonly draft: Draft;
}

/** The one write path of every rule set: lock, change the draft, publish it whole, make it known (02 §6.3.2). */
@Injectable()
export class PolicySetWriter {
  constructor(
    private readonly epochs: Epochs,
    private readonly limits: OrganizationLimits,
  ) {}

  /** Creates a set with its persisted Default Rule as published generation 1 (02 §7.6). */
  async create(tx: Tx, scope: TenantScope, appliedBy: string | null = null): Promise<void> {
    const set = { id: randomUUID(), liveGeneration: 0 };
    const { organizationId, workspaceId } = scope;
    await tx.repository(PolicySetEntity).insert({ ...set, organizationId, workspaceId });
    const draft = [defaultRule()];
    await storeDraft(tx, set.id, [], draft);
    await this.publish(tx, { scope, ...set }, draft, appliedBy);
  }

  /**
   * Applies a pure change to the draft and publishes the result in the same transaction. Writers of one set are
   * serialised by its row lock, so each sees what the one before it left. Returns false, and publishes nothing,
   * when the change changes nothing.
   */
  async change(
    tx: Tx,
    scope: TenantScope,
    apply: DraftChange,
    appliedBy: string | null = null,
  ): Promise<boolean> {
    const set = await this.open(tx, scope);
    return this.save(tx, set, apply(set.draft), appliedBy);
  }

  /**
   * The draft, locked until the transaction ends; for changes that have to look at more than the draft. Whoever
   * locks rows of secrets, connections or people for it locks them before, as deletions do.
   */
  async open(tx: Tx, scope: TenantScope): Promise<OpenSet> {
    const set = await this.lock(tx, scope);
    const draft = await loadDraft(tx, set.id);
    return { scope, id: set.id, liveGeneration: set.liveGeneration, draft };
  }

  /** Stores and publishes what became of an open set; false, and nothing published, when it is what it was. */
  async save(tx: Tx, set: OpenSet, after: Draft, appliedBy: string | null): Promise<boolean> {
    await this.requireRoom(tx, set, after);
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
    const snapshots = tx.repository(PolicySnapshotEntity);
    const published = { setId: id, generation, rules, ruleCount: rules.length, appliedByUserId: appliedBy };
    await snapshots.insert(published);
    await tx.repository(PolicySetEntity).update({ id }, { liveGeneration: generation });
    await snapshots.delete({ setId: id, generation: LessThanOrEqual(generation - RETAINED_GENERATIONS) });
    await this.epochs.raise(tx, epochOf(scope));
  }

  /** For what the draft has more of than before: removing what is over a limit is always possible. */
  private async requireRoom(tx: Tx, { scope, draft }: OpenSet, after: Draft): Promise<void> {
    for (const [source, kind] of Object.entries(KIND_OF)) {
      const more = countOf(after, source) - countOf(draft, source);
      if (more > 0) await this.limits.requireRoom(tx, kind, scope.organizationId, more);
    }
  }

  private async lock(tx: Tx, scope: TenantScope): Promise<LiveSet> {
    const set = await tx.repository(PolicySetEntity).findOne({
      select: picked(['id', 'liveGeneration']),
      where: ownedBy<PolicySetEntity>(scope),
      lock: { mode: 'pessimistic_write' },
    });
    if (set) return set;
    // Sets live as long as their owner: a workspace set that is gone means the workspace is.
    if (scope.workspaceId !== null) throw new AppError(policyErrors.policy_workspace_gone);
    throw new Error(`organization ${scope.organizationId} has no policy set`);
  }
}

function countOf(draft: Draft, source: string): number {
  return draft.filter((rule) => rule.source === source).length;
}
