/**
 * PATCH of a secret in two steps (02 §3.8, R19): what the body alone shows is refused flat and before the
 * row is read; what needs the stored row is an envelope `400`. Pure apart from the value it may be lent.
 */
import { writesPath } from '../../../domain/decision/injection/request-edits/injection-config.js';
import type {
  InjectionConfig,
  SecretMetadata,
} from '../../../domain/decision/injection/request-edits/model.js';
import { isSafePathValue } from '../../../domain/decision/injection/request-edits/path-value.js';
import type { ScopeLevel } from '../../../kernel/database/scope.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import { SOURCE_KINDS } from '../secret-sources/kinds.js';
import { INLINE } from '../secret-sources/secret-source.js';
import type { UpdateSecretRequest } from './dto/secret-request.dto.js';
import {
  inlineValue,
  readingOf,
  referencedValue,
  requireConfig,
  requireHost,
  requireSafePath,
  requireSource,
  type SourcedValue,
} from './secret-draft.js';
import type { SecretEntity } from './secret.entity.js';
import { secretErrors } from './secret.errors.js';

/** A body that is fine by itself; `injectionConfig` null asks to remove it. */
export type SecretPatch = Omit<UpdateSecretRequest, 'injectionConfig'> & {
  injectionConfig?: InjectionConfig | null;
};

/** What of the stored secret a patch is judged against. */
export type PatchedSecret = Pick<SecretEntity, 'type' | 'sourceKind' | 'sourceReference' | 'injectionConfig'>;

/** The fields that change; `value` is plaintext still to be sealed, null erases the stored one. */
export interface SecretChanges {
  name?: string;
  sourceKind?: string;
  value?: string | null;
  sourceReference?: string | null;
  metadata?: SecretMetadata | null;
  hostPattern?: string;
  pathPattern?: string | null;
  injectionConfig?: InjectionConfig;
}

/** Judges the body alone; throws the first issue. */
export function readSecretPatch(body: UpdateSecretRequest, level: ScopeLevel): SecretPatch {
  if (body.hostPattern !== undefined) requireHost(body.hostPattern);
  requireSource(body, level);
  if (body.injectionConfig === undefined || body.injectionConfig === null) {
    return { ...body, injectionConfig: body.injectionConfig };
  }
  const injectionConfig = requireConfig(body.injectionConfig);
  if ((body.valueSource ?? INLINE) === INLINE) requireSafePath(injectionConfig, body.value ?? null);
  return { ...body, injectionConfig };
}

/** What the patch changes on this secret; a patch without any applicable field is refused (02 §3.8). */
export function changesOf(stored: PatchedSecret, patch: SecretPatch): SecretChanges {
  if (stored.type === 'generic' && patch.injectionConfig === null)
    throw new AppError(secretErrors.secret_injection_required);
  const sourced = sourceChange(stored, patch);
  const changes = defined<SecretChanges>({
    name: patch.name,
    ...(sourced && {
      sourceKind: sourced.sourceKind,
      value: sourced.value,
      sourceReference: sourced.sourceReference,
      metadata: sourced.metadata,
    }),
    hostPattern: hostChange(stored, patch, sourced),
    pathPattern: patch.pathPattern === undefined ? undefined : patch.pathPattern || null,
    injectionConfig: stored.type === 'generic' ? (patch.injectionConfig ?? undefined) : undefined,
  });
  if (Object.keys(changes).length === 0) throw noFields();
  return changes;
}

/** The fields that change, as bodies name them. */
export function changedFields(changes: SecretChanges): string[] {
  const { sourceKind, sourceReference, ...others } = changes;
  return [
    ...(sourceKind === undefined ? [] : ['valueSource']),
    ...(sourceReference === undefined ? [] : SOURCE_KINDS.map(({ referenceField }) => referenceField)),
    ...Object.keys(others),
  ];
}

/** Whether the merged state must be checked against the stored value, which only then is decrypted. */
export function needsStoredValue(stored: PatchedSecret, changes: SecretChanges): boolean {
  const { injectionConfig, value } = changes;
  return (
    injectionConfig !== undefined &&
    writesPath(injectionConfig) &&
    value === undefined &&
    stored.sourceKind === INLINE
  );
}

/** A path never gets an unsafe value, whichever of value and configuration changed (02 §3.2.3). */
export function checkMergedPath(
  stored: PatchedSecret,
  changes: SecretChanges,
  storedValue: string | null,
): void {
  const config = changes.injectionConfig ?? stored.injectionConfig;
  const value = changes.value === undefined ? storedValue : changes.value;
  if (value === null || !writesPath(config) || isSafePathValue(value)) return;
  throw new AppError(secretErrors.secret_path_value_unsafe);
}

/** `value` alone switches to inline; a new reference or display text counts only where it is of the stored source. */
function sourceChange(stored: PatchedSecret, patch: SecretPatch): SourcedValue | null {
  const { type } = stored;
  const { valueSource: named = INLINE } = patch;
  if (named !== INLINE) return referencedValue(type, named, readingOf(named, patch));
  if (patch.value !== undefined) return inlineValue(type, patch.value);
  const { reference, display } = readingOf(stored.sourceKind, patch);
  if (reference === undefined && display === undefined) return null;
  const merged = { reference: reference ?? stored.sourceReference!, display };
  return referencedValue(type, stored.sourceKind, merged);
}

/** An explicit host wins over the one of a new value, but an Anthropic reference stays where it is (02 §3.1). */
function hostChange(
  stored: PatchedSecret,
  patch: SecretPatch,
  sourced: SourcedValue | null,
): string | undefined {
  const kind = sourced?.sourceKind ?? stored.sourceKind;
  const tied = stored.type === 'anthropic' && kind !== INLINE;
  if (patch.hostPattern !== undefined && !tied) return patch.hostPattern;
  const sameReference =
    kind !== INLINE && kind === stored.sourceKind && sourced?.sourceReference === stored.sourceReference;
  return sameReference ? undefined : (sourced?.forcedHost ?? undefined);
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

function noFields(): AppError {
  return invalidRequest('No fields to update');
}
