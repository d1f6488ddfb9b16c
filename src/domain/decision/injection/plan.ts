/**
 * From a stored secret to what is written into a request (02 §3.1, §3.2; 06 §11.2).
 *
 * `slotsOf` answers without the value, so that the choice among several secrets (02 §11.2) is made
 * before anything is decrypted; `planSecretInjection` runs for the winners only. Every slot a plan
 * writes is one of `slotsOf`: the pair may not drift apart, a property test holds them together.
 */
import { isHeaderValue } from './request-edits/header-fields.js';
import { formatValue } from './request-edits/injection-config.js';
import type { InjectableSecret, Injection, InjectionConfig, Slot } from './request-edits/model.js';
import { readOpenAiTokens } from './secret-values/openai-value.js';

/** The slots a secret may write; a removal counts as a write of that header. */
export function slotsOf(secret: InjectableSecret): Slot[] {
  const oauth = secret.metadata?.authMode === 'oauth';
  if (secret.type === 'anthropic') {
    return oauth ? ['header:authorization'] : ['header:x-api-key', 'header:authorization'];
  }
  if (secret.type === 'openai') {
    return oauth ? ['header:authorization', 'header:chatgpt-account-id'] : ['header:authorization'];
  }
  return secret.injectionConfig === null ? [] : [slotOfConfig(secret.injectionConfig)];
}

/** The slot one injection writes, for keeping only those an entry won. */
export function slotOf(injection: Injection): Slot {
  switch (injection.kind) {
    case 'set-header':
    case 'replace-header':
    case 'remove-header':
      return `header:${injection.name.toLowerCase()}`;
    case 'set-param':
      return `query:${injection.name}`;
    case 'path-template':
    case 'path-regex':
      return 'path';
  }
}

/**
 * What to write for a decrypted value. Empty when the value cannot be used: an OAuth document that
 * cannot be read, or an LLM key that is no header value, counts as absent (02 §3.4).
 */
export function planSecretInjection(secret: InjectableSecret, value: string): Injection[] {
  const oauth = secret.metadata?.authMode === 'oauth';
  if (secret.type === 'anthropic') return planAnthropic(oauth, value);
  if (secret.type === 'openai') return oauth ? planOpenAiOAuth(secret, value) : planBearer(value);
  return secret.injectionConfig === null ? [] : [planGeneric(secret.injectionConfig, value)];
}

function planAnthropic(oauth: boolean, value: string): Injection[] {
  if (!isHeaderValue(value)) return [];
  if (oauth) return [{ kind: 'replace-header', name: 'authorization', value: `Bearer ${value}` }];
  return [
    { kind: 'set-header', name: 'x-api-key', value },
    { kind: 'remove-header', name: 'authorization' },
  ];
}

function planBearer(token: string): Injection[] {
  return isHeaderValue(token)
    ? [{ kind: 'set-header', name: 'authorization', value: `Bearer ${token}` }]
    : [];
}

function planOpenAiOAuth(secret: InjectableSecret, value: string): Injection[] {
  const tokens = readOpenAiTokens(value);
  if (tokens === null) return [];
  const bearer = planBearer(tokens.accessToken);
  const accountId = tokens.accountId ?? secret.metadata?.accountId ?? null;
  if (accountId === null || bearer.length === 0) return bearer;
  return [...bearer, { kind: 'set-header', name: 'chatgpt-account-id', value: accountId }];
}

function planGeneric(config: InjectionConfig, value: string): Injection {
  if ('headerName' in config) {
    return { kind: 'set-header', name: config.headerName, value: formatValue(config.valueFormat, value) };
  }
  if ('paramName' in config) {
    const formatted = formatValue(config.paramFormat, value);
    const credential = formatted === value ? {} : { credential: value };
    return { kind: 'set-param', name: config.paramName, value: formatted, ...credential };
  }
  if ('pathTemplate' in config) return { kind: 'path-template', template: config.pathTemplate, value };
  return { kind: 'path-regex', pattern: config.pathRegex, replacement: config.pathReplacement, value };
}

function slotOfConfig(config: InjectionConfig): Slot {
  if ('headerName' in config) return `header:${config.headerName.toLowerCase()}`;
  if ('paramName' in config) return `query:${config.paramName}`;
  return 'path';
}
