import { slotsOf } from '../../../domain/decision/injection/plan.js';
import { levelOf, type ScopeLevel } from '../../../kernel/database/scope.js';
import type { AccessibleSecret, LiveRuleSet, StoredConnection } from './agent-access.js';
import type { LiveSet, OwnPart, SnapshotConnection, SnapshotSecret } from './agent-access.query.js';

/** What an organization or a workspace has of its own, as rows are read. */
export interface OwnState {
  readonly set: LiveRuleSet;
  readonly secrets: readonly AccessibleSecret[];
  readonly connections: readonly StoredConnection[];
}

export const NOTHING_OWN: OwnState = Object.freeze({
  set: Object.freeze({ generation: 0, rules: [] }),
  secrets: [],
  connections: [],
});

/** Throws where something is stored that cannot be read (R22). */
export function ownStateOf({ set, secrets, connections }: OwnPart): OwnState {
  return {
    set: liveSet(set),
    secrets: secrets.map((secret) => toAccessibleSecret(secret, levelOf(secret))),
    connections: connections.map(toStoredConnection),
  };
}

/** Newest first. */
export function newestFirst<C extends { id: string; age: number }>(connections: C[]): C[] {
  return connections.sort((a, b) => b.age - a.age || (a.id < b.id ? 1 : -1));
}

/** A set that was never created reads as its Default Rule (02 §7.6); one without its snapshot is a fault. */
function liveSet(set: LiveSet | null): LiveRuleSet {
  if (set === null) return NOTHING_OWN.set;
  const { generation, rules } = set;
  if (rules === null) throw new Error(`policy snapshot of generation ${generation} is missing`);
  return { generation, rules };
}

export function toAccessibleSecret(row: SnapshotSecret, level: ScopeLevel): AccessibleSecret {
  return { ...row, level, slots: slotsOf(row) };
}

function toStoredConnection({ workspaceId, ...connection }: SnapshotConnection): StoredConnection {
  return { ...connection, level: levelOf({ workspaceId }) };
}
