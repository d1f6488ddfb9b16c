import type { ScopeLevel } from '../../../kernel/database/scope.js';
import { onePasswordSource } from './onepassword.source.js';
import { INLINE, type SecretSourceKind } from './secret-source.js';

/** The kinds of this build. A new one is a file beside this one and a line here. */
export const SOURCE_KINDS: readonly SecretSourceKind[] = [onePasswordSource];

/** What `valueSource` may say. */
export const VALUE_SOURCES: readonly string[] = [INLINE, ...SOURCE_KINDS.map(({ kind }) => kind)];

const BY_KIND = new Map(SOURCE_KINDS.map((each) => [each.kind, each]));

/** Null for `inline`, and for what another release stored. */
export function sourceKind(kind: string): SecretSourceKind | null {
  return BY_KIND.get(kind) ?? null;
}

export function isUsableAt({ levels }: SecretSourceKind, level: ScopeLevel): boolean {
  return levels.includes(level);
}

/** Whether the gateway may keep a produced value for a minute (06 §11.3.3). */
export function gatewayMayKeep(kind: string): boolean {
  return kind === INLINE || sourceKind(kind)?.retention === 'gateway';
}

/** What answers say of a source: the fields of its kind, and those that other kinds have nothing in. */
export function shownSource(kind: string, reference: string | null): Record<string, unknown> {
  const shown = SOURCE_KINDS.map((each) => each.shown(each.kind === kind ? reference : null));
  return Object.assign({}, ...shown) as Record<string, unknown>;
}
