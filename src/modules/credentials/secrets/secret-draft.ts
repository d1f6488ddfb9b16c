/**
 * What a create body says, judged by itself (02 §3.8, R19): the rules that span fields, and what the server
 * makes of the value. Pure; every refusal here is a flat `400`.
 */
import {
  ANTHROPIC_API_HOST,
  anthropicAuthMode,
} from '../../../domain/decision/injection/secret-values/anthropic-value.js';
import { hostPatternProblem } from '../../../domain/decision/injection/secret-values/host-pattern.js';
import {
  readInjectionConfig,
  writesPath,
} from '../../../domain/decision/injection/request-edits/injection-config.js';
import type {
  InjectionConfig,
  SecretMetadata,
  SecretType,
} from '../../../domain/decision/injection/request-edits/model.js';
import {
  openAiHost,
  readOpenAiValue,
} from '../../../domain/decision/injection/secret-values/openai-value.js';
import { isSafePathValue } from '../../../domain/decision/injection/request-edits/path-value.js';
import { invalidRequest } from '../../../kernel/errors/app-error.js';
import type { ScopeLevel } from '../../../kernel/database/scope.js';
import { isUsableAt, SOURCE_KINDS, sourceKind } from '../secret-sources/kinds.js';
import { INLINE, type SecretSource, type SourceReading } from '../secret-sources/secret-source.js';
import { secretErrors } from './secret.errors.js';
import type { CreateSecretRequest } from './dto/secret-request.dto.js';

/** Where a value comes from, with what follows from it: exactly one of `value` and `sourceReference` is set. */
export interface SourcedValue {
  sourceKind: string;
  sourceReference: string | null;
  value: string | null;
  metadata: SecretMetadata | null;
  /** The host the type is tied to; null leaves the choice to the client. */
  forcedHost: string | null;
}

export interface SecretDraft extends SourcedValue {
  name: string;
  type: SecretType;
  hostPattern: string;
  pathPattern: string | null;
  injectionConfig: InjectionConfig | null;
}

/** Reads a valid body of `CreateSecretRequest`, or throws the first issue. */
export function readNewSecret(body: CreateSecretRequest, level: ScopeLevel): SecretDraft {
  const { name, type, value } = body;
  const kind = body.valueSource ?? INLINE;
  requireHost(body.hostPattern);
  requireSource({ ...body, valueSource: kind }, level);
  const injectionConfig = type === 'generic' ? requireConfig(body.injectionConfig) : null;
  const sourced =
    kind === INLINE ? inlineValue(type, value as string) : referencedValue(type, kind, readingOf(kind, body));
  requireSafePath(injectionConfig, sourced.value);
  const hostPattern = sourced.forcedHost ?? body.hostPattern;
  return { ...sourced, name, type, hostPattern, pathPattern: body.pathPattern || null, injectionConfig };
}

/** A value as it is stored and described (02 §3.1, §3.5). */
export function inlineValue(type: SecretType, value: string): SourcedValue {
  const inline = { sourceKind: INLINE, sourceReference: null, forcedHost: null } as const;
  if (type === 'generic') return { ...inline, value, metadata: null };
  if (type === 'anthropic') return { ...inline, value, metadata: { authMode: anthropicAuthMode(value) } };
  const { stored, authMode, accountId } = readOpenAiValue(value);
  const metadata = authMode === 'oauth' ? { authMode, accountId } : { authMode };
  return { ...inline, value: stored, metadata, forcedHost: openAiHost(authMode) };
}

/** A reference; an LLM key of another source is an API key, never OAuth (02 §3.4). */
export function referencedValue(
  type: SecretType,
  kind: string,
  { reference, display }: SourceReading,
): SourcedValue {
  const forced = { anthropic: ANTHROPIC_API_HOST, openai: openAiHost('api-key'), generic: null };
  const metadata = { ...(type !== 'generic' && { authMode: 'api-key' as const }), ...display };
  return {
    sourceKind: kind,
    sourceReference: reference as string,
    value: null,
    metadata: Object.keys(metadata).length === 0 ? null : metadata,
    forcedHost: forced[type],
  };
}

/** What a body says of a source of this kind. */
export function readingOf(kind: SecretSource['kind'], body: object): SourceReading {
  return sourceKind(kind)?.read(body) ?? {};
}

export function requireHost(hostPattern: string): void {
  const problem = hostPatternProblem(hostPattern);
  if (problem !== null) throw invalidRequest(problem);
}

/** A source needs its own field; those of others are ignored. */
export function requireSource(body: { valueSource?: string; value?: string }, level: ScopeLevel): void {
  if (level === 'partner') requireNoReference(body);
  const { valueSource, value } = body;
  if (valueSource === INLINE && value === undefined) throw invalidRequest('value is required');
  const kind = valueSource === undefined ? null : sourceKind(valueSource);
  if (kind === null) return;
  if (!isUsableAt(kind, level))
    throw invalidRequest(kind.elsewhere ?? `valueSource ${kind.kind} is not available here`);
  if (kind.read(body).reference === undefined) throw invalidRequest(kind.referenceMissing);
}

/** A partner has no use for the field at all (07 §A10); an organization's is ignored. */
function requireNoReference(body: object): void {
  for (const { elsewhere, referenceField } of SOURCE_KINDS) {
    const given = (body as Record<string, unknown>)[referenceField] !== undefined;
    if (elsewhere !== undefined && given) throw invalidRequest(elsewhere);
  }
}

export function requireConfig(input: unknown): InjectionConfig {
  const reading = readInjectionConfig(input);
  if ('problem' in reading) throw invalidRequest(reading.problem);
  return reading.config;
}

export function requireSafePath(config: InjectionConfig | null, value: string | null): void {
  if (value === null || !writesPath(config) || isSafePathValue(value)) return;
  throw invalidRequest(secretErrors.secret_path_value_unsafe.message);
}
