import type { ApiName } from '../usage/answer-reading.js';
import { isFreeCall } from '../usage/metered-call.js';

/** Calls whose answer tells what they used, by the end of their path. */
const TELLING: Readonly<Record<ApiName, readonly string[]>> = {
  anthropic: ['/messages', '/complete'],
  openai: [
    '/embeddings',
    '/responses/compact',
    '/images/generations',
    '/images/edits',
    '/images/variations',
    '/audio/transcriptions',
    '/audio/translations',
  ],
};
/** Calls whose stream tells it only when it is asked. */
const ASKED: Readonly<Record<ApiName, readonly string[]>> = {
  anthropic: [],
  openai: ['/chat/completions', '/completions'],
};
/** Calls that may go on behind their answer, as their body says. */
const READ: Readonly<Record<ApiName, readonly string[]>> = { anthropic: [], openai: ['/responses'] };
/** Reading and deleting makes no model work, and neither does ending what was begun. */
const WITHOUT_WORK: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);
const CANCELLING = '/cancel';

/**
 * What a budget can tell of a call (R40): `free` costs nothing, `telling` is measured by its answer, `asked` and
 * `read` are once their body was read, `unmeterable` costs elsewhere or later: batches, fine-tuning, files, WebSockets, and every call that
 * is not known here.
 */
export type BudgetedCall = 'free' | 'telling' | 'asked' | 'read' | 'unmeterable';

/** `path` is canonical (R25), without query. */
export function budgetedCallOf(
  api: ApiName,
  { method, path, isWebSocket }: { method: string; path: string; isWebSocket: boolean },
): BudgetedCall {
  if (isWebSocket) return 'unmeterable';
  if (WITHOUT_WORK.has(method)) return 'free';
  if (method !== 'POST') return 'unmeterable';
  const end = path.endsWith('/') ? path.slice(0, -1) : path;
  if (isFreeCall(end) || end.endsWith(CANCELLING)) return 'free';
  if (ASKED[api].some((call) => end.endsWith(call))) return 'asked';
  if (READ[api].some((call) => end.endsWith(call))) return 'read';
  return TELLING[api].some((call) => end.endsWith(call)) ? 'telling' : 'unmeterable';
}
