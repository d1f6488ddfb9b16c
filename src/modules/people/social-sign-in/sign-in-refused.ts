/** Why a sign-in failed; stands as `error` in the redirect. Where 01 §11.2 has a code for it, it is that one. */
export type RefusalCode =
  /** The state is unknown, expired, used, or another browser's. */
  | 'STATE_MISMATCH'
  /** The person said no at the provider. */
  | 'ACCESS_DENIED'
  /** The provider refused, could not be reached, or proved nothing. */
  | 'PROVIDER_ERROR'
  | 'INVALID_EMAIL'
  /** Nothing is linked yet, and the provider does not vouch for the address. */
  | 'EMAIL_NOT_VERIFIED'
  /** Registration is not open for this person (01 §13.3). */
  | 'EMAIL_PASSWORD_SIGN_UP_DISABLED'
  /** The first account is not made for a request that names somebody else's host. */
  | 'INVALID_ORIGIN'
  /** The person's sign-in was switched off (01 §11.3 rule 5). */
  | 'INVALID_EMAIL_OR_PASSWORD'
  /** The organization of the address lets nobody in but through its identity provider (05 §8.8). */
  | 'sso_required';

export class SignInRefused extends Error {
  constructor(
    readonly code: RefusalCode,
    options?: ErrorOptions,
  ) {
    super(`Sign-in refused: ${code}`, options);
  }
}
