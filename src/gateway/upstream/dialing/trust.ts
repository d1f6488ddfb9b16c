import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/**
 * The roots upstream certificates are verified against: Node's built-in ones, those of
 * NODE_EXTRA_CA_CERTS and the operator's bundle (06 §2, §9.1). Null when there is no bundle: Node's
 * default store is shared by all connections and need not be parsed again.
 */
export function trustedRoots(bundlePem: string | null): SecureContext | null {
  if (bundlePem === null) return null;
  return createSecureContext({ ca: [...getCACertificates('default'), bundlePem] });
}
