import type { ProviderAnswer } from './provider-fetch.js';

/** What the tolerance of every check of a token or an assertion is (05 §8.6 rules 5 and 7). */
const TOLERATED_SECONDS = 120;

/** What keeps an answer from being the document that was asked for; null when nothing does. */
export function statusProblem({ status }: Pick<ProviderAnswer, 'status'>): string | null {
  if (status === 200) return null;
  if (status >= 300 && status < 400)
    return 'It answers with a redirect, which is not followed; give the final address.';
  return `It answers with status ${status}.`;
}

/** A provider whose clock is that far from ours issues nothing that we would take; null while it is near. */
export function clockProblem({ headers }: Pick<ProviderAnswer, 'headers'>, now = Date.now()): string | null {
  const sentAt = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(sentAt)) return null;
  const age = Number(headers.get('age') ?? 0) || 0;
  const seconds = Math.round((now - sentAt) / 1000 - age);
  if (Math.abs(seconds) <= TOLERATED_SECONDS) return null;
  return `Its clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'behind' : 'ahead of'} ours: no sign-in would be accepted.`;
}
