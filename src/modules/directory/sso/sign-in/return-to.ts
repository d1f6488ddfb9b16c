import { redirectOrigin } from '../../../people/identity/redirect-target.js';

const START = '/';

/**
 * The page of the dashboard somebody goes on to, as `login` was asked for it; its first page for whatever is no path of
 * our own (05 §8.6, R36.9). An absolute `target_link_uri`, which providers send, counts when it is on the dashboard.
 */
export function returnTo(asked: URLSearchParams, dashboard: string): string {
  const path = asked.get('returnTo') ?? pathOn(dashboard, asked.get('target_link_uri'));
  return path !== null && isOwnPath(path) ? path : START;
}

function isOwnPath(path: string): boolean {
  return path.startsWith('/') && !path.includes('//') && redirectOrigin(path) === 'relative';
}

/** What of the address follows the dashboard's own. */
function pathOn(dashboard: string, target: string | null): string | null {
  const base = `${dashboard}/`;
  return target?.startsWith(base) ? target.slice(dashboard.length) : null;
}
