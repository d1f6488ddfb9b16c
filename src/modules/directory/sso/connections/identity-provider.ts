/** A SAML identity provider as its metadata describes it (SAML 2.0 metadata §2.4.3); URLs are absolute. */
export interface IdentityProvider {
  entityId: string;
  /** HTTP-Redirect where it is offered, else HTTP-POST. */
  signOn: { binding: 'redirect' | 'post'; url: string };
  /** Where it takes requests to log out, by HTTP-Redirect. */
  singleLogout: string | null;
  /** Signing certificates, PEM, each with the end of its validity (date-time). */
  certificates: readonly { pem: string; expiresAt: string }[];
  wantsSignedRequests: boolean;
}
