import type { IncomingMessage } from 'node:http';
import { arrivalOf } from './origins.js';

const PROJECTS = /^\/v1\/projects(?=[/?]|$)/;
const API = /^\/api(?=[/?]|$)/;

/** The gateway also knows approvals without any prefix (06 §15.4 to §15.6). */
const OF_GATEWAY = /^\/(?:api\/(?:v1\/)?|(?=(?:org\/)?approvals\/))/;

const legacyRequests = new WeakSet<IncomingMessage>();

/**
 * Permanent and deprecated path aliases (01 §1.2, §5.4, §10): `/api/X` is `/v1/X`, and
 * `/v1/projects...` is `/v1/workspaces...`, remembered so that the answer carries `Deprecation`.
 */
export function canonicalUrl(request: IncomingMessage): string {
  if (arrivalOf(request)) return (request.url ?? '/').replace(OF_GATEWAY, '/v1/');
  const url = (request.url ?? '/').replace(API, '/v1');
  if (!PROJECTS.test(url)) return url;
  legacyRequests.add(request);
  return url.replace(PROJECTS, '/v1/workspaces');
}

export function usedLegacyPath(request: IncomingMessage): boolean {
  return legacyRequests.has(request);
}
