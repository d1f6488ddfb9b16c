import { asciiLower } from '../../text/ascii.js';
import type { SessionPolicy } from '../policy/model.js';
import type { ScopeAxis } from './effective-scope.js';

/** What of a connection decides which scopes it can have (02 §14.1.3). */
export interface ScopedConnection {
  /** How people call its app. */
  readonly appName: string;
  /** Null for an app whose connections cannot be narrowed. */
  readonly axis: ScopeAxis | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** Why the scope does not fit the connection, in one sentence; null when it does. */
export function scopeMisfit(
  scope: SessionPolicy,
  { appName, axis, metadata }: ScopedConnection,
): string | null {
  if (axis === null) return `${appName} cannot be limited to resources`;
  const entries = scope[axis];
  if (entries === undefined) return `${appName} can only be limited by ${axis}`;
  if (axis !== 'repositories') return null;
  const known = knownRepositories(metadata);
  const unknown = entries.filter((name) => !known.has(asciiLower(name)));
  if (unknown.length === 0) return null;
  return `Not among the repositories of this installation: ${unknown.join(', ')}`;
}

function knownRepositories(metadata: ScopedConnection['metadata']): Set<string> {
  const names: unknown = metadata?.repos;
  if (!Array.isArray(names)) return new Set();
  return new Set(names.filter((name) => typeof name === 'string').map(asciiLower));
}
