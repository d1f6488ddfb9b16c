/** What a connection needs of an OpenID Provider's configuration (OpenID Connect Discovery 1.0 §3). */

export interface DiscoveryDocument {
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  jwksUri: string;
}

/** Null for what is no configuration of a provider. */
export function readDiscoveryDocument(bytes: Buffer): DiscoveryDocument | null {
  const fields = jsonObject(bytes);
  if (fields === null) return null;
  const issuer = text(fields['issuer']);
  const authorizationEndpoint = text(fields['authorization_endpoint']);
  const tokenEndpoint = text(fields['token_endpoint']);
  const jwksUri = text(fields['jwks_uri']);
  if (issuer === null || authorizationEndpoint === null || tokenEndpoint === null || jwksUri === null)
    return null;
  return { issuer, authorizationEndpoint, tokenEndpoint, jwksUri };
}

/** Whether the bytes are a JSON Web Key Set with a key in it (RFC 7517 §5). */
export function isKeySet(bytes: Buffer): boolean {
  const keys = jsonObject(bytes)?.['keys'];
  return Array.isArray(keys) && keys.length > 0;
}

/** §4.1: a slash at the end of the issuer is dropped before the path is added. */
export function discoveryUrl(issuer: string): string {
  return `${withoutSlash(issuer)}/.well-known/openid-configuration`;
}

/** Exact, apart from one slash at the end (05 §8.6 rule 5). */
export function isSameIssuer(one: string, other: string): boolean {
  return withoutSlash(one) === withoutSlash(other);
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '');
}

function jsonObject(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
