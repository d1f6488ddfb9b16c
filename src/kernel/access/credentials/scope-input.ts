import { type AccessRequest, headerText, queryText } from '../declaration/access-request.js';

/** What the caller says about where to act; whether it counts depends on the credential (01 §5.2). */
export interface ScopeInput {
  workspace: string | null;
  organization: string | null;
  /** The legacy form the workspace came in, null when it came canonically or not at all (01 §5.4). */
  deprecatedSurface: 'x-project-id' | '_project' | null;
}

/** Printable ASCII and Latin-1: what a header could carry. Anything else is ignored, not an error (01 §5.1). */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

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

function header(request: AccessRequest, name: string): string | null {
  return legal(headerText(request, name));
}

function query(request: AccessRequest, name: string): string | null {
  return legal(queryText(request, name));
}

function legal(value: string | null): string | null {
  return value !== null && HEADER_VALUE.test(value) ? value : null;
}
