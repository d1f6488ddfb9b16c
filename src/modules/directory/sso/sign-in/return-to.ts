import { redirectOrigin } from '../../../people/identity/redirect-target.js';

const START = '/';
/** A page of ours goes there, which would count as a person's choice (R54). What is encoded may be read as one. */
const CALL_OF_API = /^\/(?:v1|api)(?:\/|$)/i;

/**
 * The page of the dashboard somebody goes on to, as `login` was asked for it; its first page for whatever is no path of
 * our own (05 §8.6, R36.9). An absolute `target_link_uri`, which providers send, counts when it is on the dashboard.
 */
export function returnTo(asked: URLSearchParams, dashboard: string): string {
  const path = asked.get('returnTo') ?? pathOn(dashboard, asked.get('target_link_uri'));
  return path !== null && isOwnPath(path) ? path : START;
}

function isOwnPath(path: string): boolean {
  return (
    path.startsWith('/') && !path.includes('//') && redirectOrigin(path) === 'relative' && leadsToPage(path)
  );
}

/** As a browser resolves it. */
function leadsToPage(path: string): boolean {
  const { pathname } = new URL(path, 'http://any.invalid');
  return !CALL_OF_API.test(pathname) && !/[%;]/.test(pathname);
}

/** What of the address follows the dashboard's own. */
function pathOn(dashboard: string, target: string | null): string | null {
  const base = `${dashboard}/`;
  return target?.startsWith(base) ? target.slice(dashboard.length) : null;
}
