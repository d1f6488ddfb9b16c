import { normalizeHostName } from './host.js';

/** The names of `config/llm-hosts.json` and of `LLM_HOSTS_EXTRA` as one set for `isLlmHost`. */
export function llmHostNames(names: readonly string[], extra: readonly string[] = []): ReadonlySet<string> {
  const normalised = [...names, ...extra].map((name) => normalizeHostName(name.trim()));
  return new Set(normalised.filter((name) => name !== null));
}

/**
 * True for a listed name and its subdomains (contract 02 §9.6). Compared on label boundaries, so neither
 * `anthropic.com.evil.test` nor `notanthropic.com` is one. `host` is normalised.
 */
export function isLlmHost(host: string, names: ReadonlySet<string>): boolean {
  if (names.has(host)) return true;
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    if (names.has(host.slice(dot + 1))) return true;
  }
  return false;
}
