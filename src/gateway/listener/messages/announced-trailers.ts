import type { RequestHead } from '../../../domain/protocols/http1/heads/request-head.js';

/** Those a head of HTTP/1.1 announced: of others not every reader knows that they are there (RFC 9110 §6.6.2). */
export function announcedTrailers(head: Pick<RequestHead, 'value'>, flat: readonly string[]): string[] {
  const announced = new Set(
    (head.value('trailer') ?? '').split(',').map((name) => name.trim().toLowerCase()),
  );
  const kept: string[] = [];
  for (let at = 0; at < flat.length; at += 2) {
    if (announced.has(flat[at]!.toLowerCase())) kept.push(flat[at]!, flat[at + 1]!);
  }
  return kept;
}
