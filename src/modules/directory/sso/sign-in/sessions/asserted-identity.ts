/** Who somebody is, as a verified answer of an identity provider says (05 §8.7). */
export interface AssertedIdentity {
  /** The issuer of the ID token, or the entity id. */
  issuer: string;
  /** `sub`; or the NameID with its format and qualifiers, the e-mail in place of a transient one. */
  subject: string;
  /** As it was sent; null when no attribute that may hold it does. */
  email: string | null;
  /** False only when the provider says so: silence is no doubt. */
  emailVerified: boolean;
  name: string | null;
  providerSessionId: string | null;
  /** The compact token; null for SAML. */
  idToken: string | null;
  /** `SessionNotOnOrAfter`: no session lasts beyond it. */
  sessionEndsAt: Date | null;
}
