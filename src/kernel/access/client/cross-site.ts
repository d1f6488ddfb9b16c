import { type AccessRequest, headerText } from '../declaration/access-request.js';
import type { BrowserOrigins } from './browser-origins.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_SITE = new Set(['same-origin', 'same-site', 'none']);

/**
 * Whether a state-changing request may have been made by a page of another site (01 §11.3 rule 2, §22.2).
 * Browsers send `Origin` with every such request, and `Sec-Fetch-Site` where they know it; a client that sends
 * neither is no browser page, so nothing can have tricked it into attaching a cookie. `Sec-Fetch-Mode` alone
 * tells nothing: the `fetch` of Node.js sends it too.
 */
export function isForeignWrite(request: AccessRequest, origins: BrowserOrigins): boolean {
  if (SAFE_METHODS.has(request.method)) return false;
  const origin = headerText(request, 'origin') ?? originOf(headerText(request, 'referer'));
  if (origin !== null) return !origins.isTrusted(origin, request);
  const site = headerText(request, 'sec-fetch-site');
  return site !== null && !OWN_SITE.has(site);
}

function originOf(referer: string | null): string | null {
  return referer === null ? null : (URL.parse(referer)?.origin ?? 'null');
}
