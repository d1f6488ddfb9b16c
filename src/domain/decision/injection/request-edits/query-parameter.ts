/**
 * Sets one query parameter without touching the rest (02 §3.2): re-encoding foreign pairs would break
 * signatures and caches that depend on their bytes.
 */

/** The target with the first pair of that name replaced, or the pair appended, before any fragment. */
export function setQueryParameter(target: string, name: string, value: string): string {
  const hash = target.indexOf('#');
  const fragment = hash === -1 ? '' : target.slice(hash);
  const whole = hash === -1 ? target : target.slice(0, hash);
  const pair = new URLSearchParams([[name, value]]).toString();
  const mark = whole.indexOf('?');
  if (mark === -1) return `${whole}?${pair}${fragment}`;
  return `${whole.slice(0, mark)}?${withPair(whole.slice(mark + 1), name, pair)}${fragment}`;
}

function withPair(query: string, name: string, pair: string): string {
  const pairs = query.split('&');
  const first = pairs.findIndex((existing) => pairName(existing) === name);
  if (first !== -1) {
    pairs[first] = pair;
    return pairs.join('&');
  }
  return query === '' || query.endsWith('&') ? query + pair : `${query}&${pair}`;
}

/** Form-decoded, because the upstream will see `%61pi_key` as `api_key` too. */
function pairName(pair: string): string {
  const equals = pair.indexOf('=');
  const raw = equals === -1 ? pair : pair.slice(0, equals);
  if (!raw.includes('%') && !raw.includes('+')) return raw;
  return new URLSearchParams(`name=${raw}`).get('name') ?? raw;
}
