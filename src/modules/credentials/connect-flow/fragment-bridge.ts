/**
 * The page that hands a token in the address' fragment to the server (03 §5.3.1): a fragment never leaves the browser by
 * itself. Nothing of the request is in it; its one script is named by its hash.
 */
import { createHash } from 'node:crypto';

const SCRIPT = `const name = document.documentElement.dataset.parameter;
const token = new URLSearchParams(location.hash.slice(1)).get(name);
const query = new URLSearchParams(location.search);
query.set(...(token ? [name, token] : ['error', 'missing_token']));
location.replace(location.pathname + '?' + query);`;

export const BRIDGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

/** `parameter` is a word of the catalogue, whose schema allows letters and underscores. */
export function fragmentBridge(parameter: string): string {
  return `<!doctype html><html lang="en" data-parameter="${parameter}"><meta charset="utf-8"><title>One moment</title><p>One moment…</p><script>${SCRIPT}</script></html>`;
}
