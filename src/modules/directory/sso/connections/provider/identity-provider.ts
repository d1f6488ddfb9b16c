/** A SAML identity provider as its metadata describes it (SAML 2.0 metadata §2.4.3); URLs are absolute. */
export interface IdentityProvider {
  entityId: string;
  /** HTTP-Redirect where it is offered, else HTTP-POST. */
  signOn: ProviderEndpoint;
  /** Where it takes requests to log out, by HTTP-Redirect. */
  singleLogout: string | null;
  /** Where it takes answers to its own: of the same service, or the one it names for that (§2.2.2). */
  logoutAnswers: ProviderEndpoint | null;
  /** Signing certificates, PEM, each with the end of its validity (date-time). */
  certificates: readonly { pem: string; expiresAt: string }[];
  wantsSignedRequests: boolean;
}

export interface ProviderEndpoint {
  binding: 'redirect' | 'post';
  url: string;
}
