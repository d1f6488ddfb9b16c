import type { ServerMetadata } from 'openid-client';
import { providerUrl } from '../connections/provider/provider-address.js';
import { isSameIssuer } from '../connections/provider/discovery-document.js';

/** What a sign-in needs of a provider's configuration (OpenID Connect Discovery 1.0 §3); small, for it is kept. */
export interface OpenIdProvider extends ServerMetadata {
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
}

/** Throws with a reason that quotes nothing of the document. */
export function readOpenIdProvider(bytes: Buffer, issuer: string): OpenIdProvider {
  const document = jsonObject(bytes);
  if (document === null) throw new Error('the discovery document is no JSON object');
  const own = document['issuer'];
  if (typeof own !== 'string' || !isSameIssuer(own, issuer))
    throw new Error('the discovery document is that of another issuer');
  return {
    issuer: own,
    authorization_endpoint: required(document, 'authorization_endpoint'),
    token_endpoint: required(document, 'token_endpoint'),
    jwks_uri: required(document, 'jwks_uri'),
    ...optional(document, 'userinfo_endpoint'),
    ...optional(document, 'end_session_endpoint'),
    token_endpoint_auth_methods_supported: authMethods(document['token_endpoint_auth_methods_supported']),
    authorization_response_iss_parameter_supported:
      document['authorization_response_iss_parameter_supported'] === true,
  };
}

/** The object the bytes are the JSON of; null for anything else. */
export function jsonObject(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function required(document: Record<string, unknown>, name: string): string {
  const url = httpsUrl(document[name]);
  if (url === null) throw new Error(`the discovery document has no https ${name}`);
  return url;
}

function optional(document: Record<string, unknown>, name: string): Record<string, string> {
  const url = httpsUrl(document[name]);
  return url === null ? {} : { [name]: url };
}

function httpsUrl(value: unknown): string | null {
  return typeof value === 'string' ? (providerUrl(value)?.href ?? null) : null;
}

/** Only those we speak. */
function authMethods(value: unknown): string[] {
  const listed: unknown[] = Array.isArray(value) ? value : [];
  return ['client_secret_post', 'client_secret_basic'].filter((method) => listed.includes(method));
}
