import { X509Certificate } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { SeenRequest, Upstream } from './upstream.js';

type Document = string | object | ((response: ServerResponse) => void);

/**
 * Documents at addresses of a stand-in internet; anything else is 404. Objects go as JSON, a function answers by itself.
 */
export function publishing(upstream: Upstream): Map<string, Document> {
  const documents = new Map<string, Document>();
  upstream.answer = (_request, response, seen) => {
    const document = documents.get(addressOf(seen));
    if (document === undefined) return response.writeHead(404).end();
    if (typeof document === 'function') return document(response);
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    return response.writeHead(200).end(text);
  };
  return documents;
}

export function addressOf({ scheme, host, url }: SeenRequest): string {
  return `${scheme}://${host}${url}`;
}

/** The configuration of an OpenID provider, with its keys beside it. */
export function discoveryOf(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

/** Metadata of a SAML identity provider that signs with any of these certificates. */
export function samlMetadata(entityId: string, ...certificatesPem: readonly string[]): string {
  const keys = certificatesPem.map(
    (pem) =>
      `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${new X509Certificate(pem).raw.toString('base64')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  );
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.acme.test/sso"/></IDPSSODescriptor></EntityDescriptor>`;
}
