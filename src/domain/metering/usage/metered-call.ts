import type { ApiName } from './answer-reading.js';

/** Calls that produce something, by the end of their path; the use of others counts where it is told. */
const PRODUCING: Readonly<Record<ApiName, readonly string[]>> = {
  anthropic: ['/messages', '/complete', '/messages/batches'],
  openai: ['/chat/completions', '/completions', '/responses', '/embeddings'],
};
/** Questions about a call that nobody makes: free at the provider (R37.2). */
const COUNTING = ['/count_tokens', '/input_tokens', '/moderations'];

/** What a call costs: nothing, what its answer tells, or an estimate where the answer tells nothing. */
export type Metering = 'free' | 'told' | 'estimated';

/**
 * `path` is canonical (R25), without query. Only what is posted makes a model work; reading models, files or earlier
 * answers is free.
 */
export function meteringOf(api: ApiName, method: string, path: string): Metering {
  if (method !== 'POST') return 'free';
  const end = path.endsWith('/') ? path.slice(0, -1) : path;
  if (isFreeCall(end)) return 'free';
  return PRODUCING[api].some((call) => end.endsWith(call)) ? 'estimated' : 'told';
}

/** Whether a posted call costs nothing at its provider, by the end of its path. */
export function isFreeCall(end: string): boolean {
  return COUNTING.some((call) => end.endsWith(call));
}
