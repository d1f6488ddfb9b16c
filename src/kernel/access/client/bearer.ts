import { type AccessRequest, queryText } from '../declaration/access-request.js';

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
