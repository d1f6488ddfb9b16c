import type { ActiveSession } from './active-session.js';

/**
 * Port for organizations that require single sign-on (01 §4.5). The module that knows which do provides this
 * class as a token from a global module; without one no session is refused for how it was made.
 */
export abstract class SsoRequirement {
  /** Throws `sso_required` when the session must not be used. Keys are never asked about. */
  abstract requireAllowed(session: ActiveSession): Promise<void>;
}
