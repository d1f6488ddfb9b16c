import { Injectable } from '@nestjs/common';
import type { PublishedRule, RuleIdentity } from '../../../domain/decision/policy/model.js';
import type { TenantScope, WorkspaceScope } from '../../../kernel/database/scope.js';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { switchedOff, withoutConnection, withoutIdentity, withoutSecret } from './draft/cascades.js';
import { disconnecting, renamingConnection } from './grants/connection-grants.js';
import type { Draft, DraftChange } from './draft/draft.js';
import { type Named, renamingAgent } from './grants/grant-names.js';
import { type OpenSet, PolicySetWriter } from './policy-set.writer.js';
import {
  attaching,
  detaching,
  grantedSecretId,
  renamingSecret,
  replacing,
  type SecretGrant,
} from './grants/secret-grants.js';
import { SecretGrantWatchers } from './grants/secret-grant-watchers.js';

/** A stored name and the one that replaces it. */
export interface Renaming {
  id: string;
  from: string;
  to: string;
}

const LIVE_RULES = `
  SELECT snapshot.rules
  FROM policy_sets AS policy
  JOIN policy_snapshots AS snapshot ON snapshot.set_id = policy.id AND snapshot.generation = policy.live_generation
  WHERE policy.organization_id = $1 AND policy.workspace_id`;

const SETS_MENTIONING = `
  SELECT DISTINCT policy.workspace_id AS "workspaceId"
  FROM policy_rules AS rule
  JOIN policy_sets AS policy ON policy.id = rule.set_id
  WHERE policy.organization_id = $1 AND rule.`;

/** Owner of the rule sets of both levels. Every write publishes and raises epochs in the caller's transaction. */
@Injectable()
export class PolicySetsService {
  constructor(
    private readonly writer: PolicySetWriter,
    private readonly watchers: SecretGrantWatchers,
  ) {}

  createOrganizationSet(tx: Tx, organizationId: string, appliedBy: string | null = null): Promise<void> {
    return this.writer.create(tx, { organizationId, workspaceId: null }, appliedBy);
  }

  createWorkspaceSet(tx: Tx, scope: WorkspaceScope, appliedBy: string | null = null): Promise<void> {
    return this.writer.create(tx, scope, appliedBy);
  }

  /**
   * The published rules in force, first-match order, Default Rule last. A set that cannot be read is a fault,
   * never an empty set (R22).
   */
  async liveRules(q: Queryable, scope: TenantScope): Promise<PublishedRule[]> {
    const { organizationId, workspaceId } = scope;
    const [live] = await (workspaceId === null
      ? q.query<{ rules: PublishedRule[] }>(`${LIVE_RULES} IS NULL`, [organizationId])
      : q.query<{ rules: PublishedRule[] }>(`${LIVE_RULES} = $2`, [organizationId, workspaceId]));
    if (!live) throw new Error(`no live rule set for ${workspaceId ?? organizationId}`);
    return live.rules;
  }

  /** Ids of the secrets granted to the agent, in rule order, read from the live set. */
  async secretGrantsOf(q: Queryable, scope: WorkspaceScope, agentId: string): Promise<string[]> {
    const rules = await this.liveRules(q, scope);
    return rules.map((rule) => grantedSecretId(rule, agentId)).filter((id) => id !== null);
  }

  /** Grants one secret to one agent. False when the grant was in force already (02 §5.4.1). */
  attachSecret(tx: Tx, scope: WorkspaceScope, agent: Named, secret: Named): Promise<boolean> {
    return this.attachSecrets(tx, scope, [{ agent, secret }]);
  }

  /** Several grants in one publish, appended in the order given; true when at least one was new. */
  attachSecrets(tx: Tx, scope: WorkspaceScope, grants: readonly SecretGrant[]): Promise<boolean> {
    return grants.length === 0 ? Promise.resolve(false) : this.regrant(tx, scope, attaching(grants));
  }

  /** False when there was no such grant. */
  detachSecret(tx: Tx, scope: WorkspaceScope, agentId: string, secretId: string): Promise<boolean> {
    return this.regrant(tx, scope, detaching(agentId, secretId));
  }

  /** The agent's secret grants become exactly these, in one publish; connection grants stay (02 §2.3). */
  replaceSecretGrants(
    tx: Tx,
    scope: WorkspaceScope,
    agent: Named,
    secrets: readonly Named[],
  ): Promise<boolean> {
    return this.regrant(tx, scope, replacing(agent, secrets));
  }

  /**
   * A draft, locked until the transaction ends, for a change that depends on what it says. Rows the rules will name
   * are locked before.
   */
  open(tx: Tx, scope: TenantScope): Promise<OpenSet> {
    return this.writer.open(tx, scope);
  }

  /** Stores and publishes; false, and nothing published, when nothing changed (02 §5.4.1). */
  save(tx: Tx, set: OpenSet, after: Draft): Promise<boolean> {
    return this.writer.save(tx, set, after, null);
  }

  /** False when the agent had no grant of the connection. */
  detachConnection(tx: Tx, scope: WorkspaceScope, agentId: string, connectionId: string): Promise<boolean> {
    return this.writer.change(tx, scope, disconnecting(agentId, connectionId));
  }

  /** Call with the agent row deleted already, in the same transaction, so that no grant can slip in between. */
  removeAgent(tx: Tx, scope: WorkspaceScope, agentId: string): Promise<boolean> {
    return this.writer.change(tx, scope, withoutIdentity({ type: 'agent', id: agentId }));
  }

  /** Takes the secret out of the organization's set and of every workspace set. Order of calls as `removeAgent`. */
  removeSecret(tx: Tx, organizationId: string, secretId: string): Promise<void> {
    return this.changeEverywhere(tx, organizationId, secretTarget(secretId), withoutSecret(secretId));
  }

  /** Takes the connection out of every set of the organization, as `removeSecret` does (02 §16). */
  removeConnection(tx: Tx, organizationId: string, connectionId: string): Promise<void> {
    const change = withoutConnection(connectionId);
    return this.changeEverywhere(tx, organizationId, connectionTarget(connectionId), change);
  }

  /**
   * Takes a person out of every rule. Call with the membership deleted already. Answers the `logicalId` of each
   * rule that was switched off because it named nobody else (05 §3.6).
   */
  removeUser(tx: Tx, organizationId: string, userId: string): Promise<string[]> {
    return this.removeIdentity(tx, organizationId, { type: 'user', id: userId });
  }

  /** The same for a group, whose row is deleted already. */
  removeGroup(tx: Tx, organizationId: string, groupId: string): Promise<string[]> {
    return this.removeIdentity(tx, organizationId, { type: 'group', id: groupId });
  }

  /** Refreshes the names of the agent's grants (02 §5.5.2). */
  renameAgent(tx: Tx, scope: WorkspaceScope, { id, from, to }: Renaming): Promise<boolean> {
    return this.writer.change(tx, scope, renamingAgent(id, from, to));
  }

  /** Refreshes the names of the secret's grants in every set that mentions it. */
  renameSecret(tx: Tx, organizationId: string, { id, from, to }: Renaming): Promise<void> {
    return this.changeEverywhere(tx, organizationId, secretTarget(id), renamingSecret(id, from, to));
  }

  /** Refreshes the names of the connection's grants in every set that mentions it. */
  renameConnection(tx: Tx, organizationId: string, { id, from, to }: Renaming): Promise<void> {
    const change = renamingConnection(id, from, to);
    return this.changeEverywhere(tx, organizationId, connectionTarget(id), change);
  }

  /** A change of secret grants; whoever depends on them follows in the same transaction. */
  private async regrant(tx: Tx, scope: WorkspaceScope, change: DraftChange): Promise<boolean> {
    const changed = await this.writer.change(tx, scope, change);
    if (changed) await this.watchers.announce(tx, scope);
    return changed;
  }

  private async removeIdentity(tx: Tx, organizationId: string, identity: RuleIdentity): Promise<string[]> {
    const mention = { column: 'identities', contains: [identity] } as const;
    const strip = withoutIdentity(identity);
    const disabled: string[] = [];
    await this.changeEverywhere(tx, organizationId, mention, (draft) => {
      const after = strip(draft);
      disabled.push(...switchedOff(draft, after));
      return after;
    });
    return disabled;
  }

  /** Sets are locked in one fixed order, the organization's first, so that two cascades cannot deadlock. */
  private async changeEverywhere(
    tx: Tx,
    organizationId: string,
    mention: { column: 'identities' | 'targets'; contains: readonly object[] },
    apply: DraftChange,
  ): Promise<void> {
    const sets = await tx.query<{ workspaceId: string | null }>(
      `${SETS_MENTIONING}${mention.column} @> $2::jsonb ORDER BY policy.workspace_id NULLS FIRST`,
      [organizationId, JSON.stringify(mention.contains)],
    );
    for (const { workspaceId } of sets) {
      await (workspaceId === null
        ? this.writer.change(tx, { organizationId, workspaceId }, apply)
        : this.regrant(tx, { organizationId, workspaceId }, apply));
    }
  }
}

function secretTarget(secretId: string): { column: 'targets'; contains: readonly object[] } {
  return { column: 'targets', contains: [{ kind: 'secret', secretId }] };
}

function connectionTarget(connectionId: string): { column: 'targets'; contains: readonly object[] } {
  return { column: 'targets', contains: [{ kind: 'connection', connectionId }] };
}
