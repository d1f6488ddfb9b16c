const SHORTEST_SECONDS = 600;
const LONGEST_SECONDS = 86_400;
const DIRECTIVE = /(?:^|[\s,])max-age="?(\d{1,10})"?(?=$|[\s,])/i;

/** How long an answer may be kept by its own word (RFC 9111 §4.2.1), within ten minutes and a day (05 §8.6 rule 5). */
export function freshnessMs(headers: Headers, now: number): number {
  const seconds = statedSeconds(headers, now) ?? SHORTEST_SECONDS;
  return Math.min(Math.max(seconds, SHORTEST_SECONDS), LONGEST_SECONDS) * 1000;
}

function statedSeconds(headers: Headers, now: number): number | null {
  const control = headers.get('cache-control');
  if (control !== null && /no-store|no-cache/i.test(control)) return 0;
  const maxAge = DIRECTIVE.exec(control ?? '')?.[1];
  if (maxAge !== undefined) return Number(maxAge) - (Number(headers.get('age')) || 0);
  const expires = Date.parse(headers.get('expires') ?? '');
  return Number.isNaN(expires) ? null : (expires - now) / 1000;
}
