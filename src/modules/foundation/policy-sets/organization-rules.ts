import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { isPlaceholderAddress } from '../../../domain/text/placeholder-address.js';
import type { PublishedRule } from '../../../domain/decision/policy/model.js';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import type { Draft } from './draft/draft.js';
import { loadDraft } from './draft-store.js';
import { type OpenSet, PolicySetWriter } from './policy-set.writer.js';

/** The live snapshot of an organization's set. */
export interface LiveRules {
  generation: number;
  /** First-match order, the Default Rule last. */
  rules: PublishedRule[];
  /** The Default Rule counts (R24.5). */
  ruleCount: number;
  appliedAt: Date;
  appliedBy: { name: string | null; email: string } | null;
}

type LiveRow = Omit<LiveRules, 'appliedBy'> & { name: string | null; email: string | null };

const LIVE = `
  SELECT snapshot.generation, snapshot.rules, snapshot.rule_count AS "ruleCount", snapshot.applied_at AS "appliedAt",
    author.name, author.email
  FROM policy_sets AS policy
  JOIN policy_snapshots AS snapshot ON snapshot.set_id = policy.id AND snapshot.generation = policy.live_generation
  LEFT JOIN users AS author ON author.id = snapshot.applied_by_user_id
  WHERE policy.organization_id = $1 AND policy.workspace_id IS NULL`;

/** The organization's own set as its administrators see and write it (02 §7). */
@Injectable()
export class OrganizationRules {
  constructor(private readonly writer: PolicySetWriter) {}

  async draft(q: Queryable, organizationId: string): Promise<Draft> {
    const [set] = await q.query<{ id: string }>(
      `SELECT id FROM policy_sets WHERE organization_id = $1 AND workspace_id IS NULL`,
      [organizationId],
    );
    if (!set) throw new Error(`organization ${organizationId} has no policy set`);
    return loadDraft(q, set.id);
  }

  async live(q: Queryable, organizationId: string): Promise<LiveRules> {
    const [row] = await q.query<LiveRow>(LIVE, [organizationId]);
    if (!row) throw new Error(`organization ${organizationId} has no live rule set`);
    const { name, email, ...live } = row;
    // A placeholder is no person who could be asked about it (05 §1.7).
    const isPerson = email !== null && !isPlaceholderAddress(email);
    return { ...live, appliedBy: isPerson ? { name, email } : null };
  }

  /** Locks the set until the transaction ends. Rows that rules will name are locked before (see README). */
  open(tx: Tx, organizationId: string): Promise<OpenSet> {
    return this.writer.open(tx, { organizationId, workspaceId: null });
  }

  /** Stores and publishes; false, and nothing published, when nothing changed (02 §6.3.2). */
  save(tx: Tx, set: OpenSet, after: Draft, appliedBy: string): Promise<boolean> {
    return this.writer.save(tx, set, after, appliedBy);
  }

  /**
   * Publishes the draft unless the live set says the same already (02 §7.7). Every write publishes, so only data
   * from elsewhere can differ.
   */
  async publish(tx: Tx, set: OpenSet, appliedBy: string): Promise<{ live: LiveRules; changed: boolean }> {
    const { organizationId } = set.scope;
    const live = await this.live(tx, organizationId);
    if (isDeepStrictEqual(live.rules.map(withoutId), set.draft.map(withoutId)))
      return { live, changed: false };
    await this.writer.publish(tx, set, set.draft, appliedBy);
    return { live: await this.live(tx, organizationId), changed: true };
  }
}

/** Published rows have ids of their own (02 §6.3.3). */
function withoutId({ id: _, ...rule }: PublishedRule): Omit<PublishedRule, 'id'> {
  return rule;
}
