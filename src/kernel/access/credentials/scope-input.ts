import type { AccessRule } from '../declaration/access.decorator.js';
import { type AccessRequest, accessInputOf } from '../declaration/access-request.js';

/** What the caller says about where to act; whether it counts depends on the credential (01 §5.2). */
export interface ScopeInput {
  workspace: string | null;
  organization: string | null;
  /** The legacy form the workspace came in, null when it came canonically or not at all (01 §5.4). */
  deprecatedSurface: 'x-project-id' | '_project' | null;
}

/** Printable ASCII and Latin-1: what a header could carry. Anything else is ignored, not an error (01 §5.1). */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Of requests on their way through the chain: read once for credential and scope. */
const known = new WeakMap<AccessRequest, ScopeInput>();

export function scopeInputOf(request: AccessRequest, rule: AccessRule): ScopeInput {
  let input = known.get(request);
  if (input === undefined) known.set(request, (input = readScopeInput(accessInputOf(request, rule))));
  return input;
}

export function readScopeInput(request: AccessRequest): ScopeInput {
  const organization = header(request, 'x-organization-id') ?? query(request, '_org');
  const canonical = header(request, 'x-workspace-id') ?? query(request, '_workspace');
  if (canonical !== null) return { workspace: canonical, organization, deprecatedSurface: null };
  const legacyHeader = header(request, 'x-project-id');
  if (legacyHeader !== null)
    return { workspace: legacyHeader, organization, deprecatedSurface: 'x-project-id' };
  const legacyQuery = query(request, '_project');
  return {
    workspace: legacyQuery,
    organization,
    deprecatedSurface: legacyQuery === null ? null : '_project',
  };
}

function header({ headers }: AccessRequest, name: string): string | null {
  return legal(headers[name]);
}

function query({ query: given }: AccessRequest, name: string): string | null {
  return typeof given === 'object' && given !== null ? legal((given as Record<string, unknown>)[name]) : null;
}

/** The first value where it came as text; null for what is absent, blank or structured. */
function legal(given: unknown): string | null {
  const value: unknown = Array.isArray(given) ? given[0] : given;
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && HEADER_VALUE.test(text) ? text : null;
}
