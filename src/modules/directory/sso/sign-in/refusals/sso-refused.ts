/** Why nobody is signed in, as the login page is told (05 §8.7). */
export type SsoRefusalCode =
  | 'sso_unavailable'
  | 'sso_state_mismatch'
  | 'sso_expired'
  | 'sso_denied'
  | 'sso_invalid_response'
  | 'sso_replay'
  | 'sso_email_missing'
  | 'sso_email_unverified'
  | 'sso_domain_not_verified'
  | 'sso_identity_conflict'
  | 'sso_suspended'
  | 'sso_not_provisioned'
  | 'sso_link_mismatch'
  | 'sso_throttled';

/** Whose sign-in it was, as far as that is known, for the audit log; nothing in it is secret. */
export interface RefusedAttempt {
  userId?: string;
  email?: string;
  /** The refusal is one to link an account: what kept it from that. */
  conflict?: Readonly<Record<string, unknown>>;
}

/**
 * Ends a sign-in. The browser gets the code; the message, which is in our words alone, is for those who administer the
 * connection, and the cause for the log.
 */
export class SsoRefused extends Error {
  readonly attempt: RefusedAttempt;

  constructor(
    readonly code: SsoRefusalCode,
    reason: string,
    { attempt = {}, ...options }: ErrorOptions & { attempt?: RefusedAttempt } = {},
  ) {
    super(reason, options);
    this.attempt = attempt;
  }
}
