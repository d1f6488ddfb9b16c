/**
 * What a create body says, judged by itself (02 §3.8, R19): the rules that span fields, and what the server
 * makes of the value. Pure; every refusal here is a flat `400`.
 */
import { ANTHROPIC_API_HOST, anthropicAuthMode } from '../../../domain/decision/injection/anthropic-value.js';
import { hostPatternProblem } from '../../../domain/decision/injection/host-pattern.js';
import { readInjectionConfig, writesPath } from '../../../domain/decision/injection/injection-config.js';
import type {
  InjectionConfig,
  OnePasswordDisplay,
  SecretMetadata,
  SecretType,
} from '../../../domain/decision/injection/model.js';
import { openAiHost, readOpenAiValue } from '../../../domain/decision/injection/openai-value.js';
import { isSafePathValue } from '../../../domain/decision/injection/path-value.js';
import { invalidRequest } from '../../../kernel/errors/app-error.js';
import type { ScopeLevel } from '../../../kernel/database/scope.js';
import { secretErrors } from './secret.errors.js';
import type { CreateSecretRequest } from './dto/secret-request.dto.js';

/** Exact text of the contract (02 §4). */
const ONEPASSWORD_IS_FOR_WORKSPACES = '1Password is only available for project-scoped secrets';

/** Where a value comes from, with what follows from it: exactly one of `value` and `opRef` is set. */
export interface SourcedValue {
  valueSource: 'inline' | 'onepassword';
  value: string | null;
  opRef: string | null;
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
  const { name, type, value, opRef, opDisplay } = body;
  const valueSource = body.valueSource ?? 'inline';
  requireHost(body.hostPattern);
  requireSource({ valueSource, value, opRef }, level);
  const injectionConfig = type === 'generic' ? requireConfig(body.injectionConfig) : null;
  const sourced =
    valueSource === 'inline'
      ? inlineValue(type, value as string)
      : referencedValue(type, opRef as string, opDisplay);
  requireSafePath(injectionConfig, sourced.value);
  const hostPattern = sourced.forcedHost ?? body.hostPattern;
  return { ...sourced, name, type, hostPattern, pathPattern: body.pathPattern || null, injectionConfig };
}

/** A value as it is stored and described (02 §3.1, §3.5). */
export function inlineValue(type: SecretType, value: string): SourcedValue {
  const inline = { valueSource: 'inline', opRef: null, forcedHost: null } as const;
  if (type === 'generic') return { ...inline, value, metadata: null };
  if (type === 'anthropic') return { ...inline, value, metadata: { authMode: anthropicAuthMode(value) } };
  const { stored, authMode, accountId } = readOpenAiValue(value);
  const metadata = authMode === 'oauth' ? { authMode, accountId } : { authMode };
  return { ...inline, value: stored, metadata, forcedHost: openAiHost(authMode) };
}

/** A 1Password reference; an LLM key of that source is an API key, never OAuth (02 §3.4). */
export function referencedValue(type: SecretType, opRef: string, display?: OnePasswordDisplay): SourcedValue {
  const forced = { anthropic: ANTHROPIC_API_HOST, openai: openAiHost('api-key'), generic: null };
  const metadata = {
    ...(type !== 'generic' && { authMode: 'api-key' as const }),
    ...(display && { opDisplay: { vault: display.vault, item: display.item, field: display.field } }),
  };
  return {
    valueSource: 'onepassword',
    value: null,
    opRef,
    metadata: Object.keys(metadata).length === 0 ? null : metadata,
    forcedHost: forced[type],
  };
}

export function requireHost(hostPattern: string): void {
  const problem = hostPatternProblem(hostPattern);
  if (problem !== null) throw invalidRequest(problem);
}

/** A source needs its own field; the other one is ignored. */
export function requireSource(
  source: { valueSource?: 'inline' | 'onepassword'; value?: string; opRef?: string },
  level: ScopeLevel,
): void {
  // A partner has no use for the field at all (07 §A10); an organization's is ignored.
  if (level === 'partner' && source.opRef !== undefined) throw invalidRequest(ONEPASSWORD_IS_FOR_WORKSPACES);
  if (source.valueSource === 'onepassword') {
    if (level !== 'workspace') throw invalidRequest(ONEPASSWORD_IS_FOR_WORKSPACES);
    if (source.opRef === undefined) throw invalidRequest('opRef is required for 1Password secrets');
  }
  if (source.valueSource === 'inline' && source.value === undefined)
    throw invalidRequest('value is required');
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
