import type { ModelProvider } from './model-table.js';

/** Where and as whom a model is asked (04 §11.1). Holds no credential: the gateway puts it in. */
export interface ModelTarget {
  readonly provider: ModelProvider;
  /** Questions are posted here. */
  readonly url: string;
  /** The operator named this address, so that it may be a private one or without TLS (04 §11.2.3). */
  readonly isOperators: boolean;
  /** What the placeholder stands in for; a host that needs no key gets none. */
  readonly credential: 'key' | 'bearer' | 'none';
  readonly model: string;
  readonly effort: string | null;
  /** Asked instead where the chosen model is not known; null when none was chosen. */
  readonly defaultModel: string | null;
}

/** The key that counts, as far as it says where to go. */
export interface KeyAddress {
  readonly provider: ModelProvider;
  readonly hostPattern: string;
  readonly isOAuth: boolean;
}

/** What the operator says of models. */
export interface ModelSettings {
  /** Null: where the key says, else the provider's own. */
  readonly baseUrls: Readonly<Record<ModelProvider, string | null>>;
  /** `host` or `host:port`. */
  readonly keylessHosts: readonly string[];
}

export interface ModelAddress extends Pick<ModelTarget, 'provider' | 'url' | 'isOperators' | 'credential'> {
  /** The provider's own service, whose models are known. */
  readonly isOwn: boolean;
}

const OWN_HOSTS: Readonly<Record<ModelProvider, string>> = {
  anthropic: 'api.anthropic.com',
  openai: 'api.openai.com',
};
/** Part of the base URL at OpenAI, and not at Anthropic (04 §11.1). */
const VERSION = '/v1';
const PATHS: Readonly<Record<ModelProvider, { base: string; endpoint: string }>> = {
  anthropic: { base: '', endpoint: `${VERSION}/messages` },
  openai: { base: VERSION, endpoint: '/chat/completions' },
};

/** Keys that are of use here: OpenAI's subscriptions speak another language (04 §11.1). */
export function isUsable({ provider, isOAuth }: KeyAddress): boolean {
  return !(provider === 'openai' && isOAuth);
}

/** Without a key only a host of the operator's that needs none. */
export function addressOf(key: KeyAddress | null, settings: ModelSettings): ModelAddress | null {
  const provider = key?.provider ?? 'openai';
  const own = OWN_HOSTS[provider];
  const named = settings.baseUrls[provider];
  const base = named ?? `https://${hostOf(key) ?? own}${PATHS[provider].base}`;
  const keyless = provider === 'openai' && needsNoKey(new URL(base), settings.keylessHosts);
  if (key === null && !keyless) return null;
  return {
    provider,
    url: base + PATHS[provider].endpoint,
    isOperators: named !== null,
    credential: keyless ? 'none' : key?.isOAuth ? 'bearer' : 'key',
    isOwn: new URL(base).hostname === own,
  };
}

export function isOwnHost({ provider, url }: Pick<ModelTarget, 'provider' | 'url'>): boolean {
  return new URL(url).hostname === OWN_HOSTS[provider];
}

/** Null for a pattern: nobody knows which of its hosts is meant. */
function hostOf(key: KeyAddress | null): string | null {
  return key === null || key.hostPattern.includes('*') ? null : key.hostPattern;
}

function needsNoKey({ hostname, port, protocol }: URL, hosts: readonly string[]): boolean {
  const number = port || (protocol === 'https:' ? '443' : '80');
  return hosts.includes(hostname) || hosts.includes(`${hostname}:${number}`);
}
