import type { IncomingHttpHeaders } from 'node:http';
import type { AccessRule } from './access.decorator.js';
import type { CredentialKind, Principal } from './caller.js';

/** The part of a request that access decisions read. */
export interface AccessRequest {
  method: string;
  headers: IncomingHttpHeaders;
  query: unknown;
  socket: { remoteAddress?: string | undefined };
}

/** On control endpoints headers alone name credential and place (06 §15.3); elsewhere the query may, too. */
export function accessInputOf(request: AccessRequest, { control }: AccessRule): AccessRequest {
  if (!control) return request;
  const { method, headers, socket } = request;
  return { method, headers, socket, query: {} };
}

/** What the request log says about the caller (01 §23.2). */
export interface AccessLog {
  orgId: string | null;
  credential: 'session' | 'workspace_key' | 'org_key' | 'partner_key' | 'scim' | 'none';
  keyId: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the scope guard on every route that is not public. */
    principal?: Principal;
    accessLog?: AccessLog;
  }
}

const LOGGED_AS: Readonly<Record<CredentialKind, AccessLog['credential']>> = {
  session: 'session',
  'workspace-key': 'workspace_key',
  // A service key is a workspace key that belongs to a feature (01 §3.1).
  'service-key': 'workspace_key',
  'org-key': 'org_key',
  'partner-key': 'partner_key',
  scim: 'scim',
  internal: 'none',
  operator: 'none',
  runner: 'none',
  'channel-adapter': 'none',
};

export function describeForLog(principal: Principal): AccessLog {
  return {
    orgId: 'organizationId' in principal ? principal.organizationId : null,
    credential: LOGGED_AS[principal.credential],
    keyId: 'credentialId' in principal && principal.credential !== 'session' ? principal.credentialId : null,
  };
}

/** The first value of a query parameter that came as text; null when it is absent, blank or structured. */
export function queryText(request: AccessRequest, name: string): string | null {
  if (typeof request.query !== 'object' || request.query === null) return null;
  const given = (request.query as Record<string, unknown>)[name];
  const value: unknown = Array.isArray(given) ? given[0] : given;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

export function headerText(request: AccessRequest, name: string): string | null {
  const given = request.headers[name];
  const value = Array.isArray(given) ? given[0] : given;
  return value === undefined || value.trim() === '' ? null : value.trim();
}

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

/** Beyond any key or session token; longer ones are not worth hashing or parsing. */
const MAX_TOKEN_LENGTH = 8192;

/**
 * The bearer of a request (01 §4.1): the `Authorization` header, else, on `GET` without that header, `_token`
 * (browser navigations cannot set headers).
 */
export function bearerOf(request: AccessRequest): string | null {
  if (request.headers.authorization !== undefined) return headerBearerOf(request);
  return request.method === 'GET' ? bounded(queryText(request, '_token')) : null;
}

/** The bearer of the `Authorization` header alone, for credentials that must not stand in an address. */
export function headerBearerOf(request: AccessRequest): string | null {
  const header = request.headers.authorization ?? '';
  return bounded(/^bearer[ \t]+(.+)$/is.exec(header.trim())?.[1]?.trim() ?? null);
}

/** A bearer that starts with `oc_` commits the request to key authentication (01 §4.2). */
export function isKey(bearer: string): boolean {
  return bearer.startsWith('oc_');
}

export function isPartnerKey(bearer: string): boolean {
  return bearer.startsWith('oc_partner_');
}

function bounded(token: string | null): string | null {
  return token === null || token === '' || token.length > MAX_TOKEN_LENGTH ? null : token;
}
