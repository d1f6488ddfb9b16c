import type { ThrottlePolicy } from '../../../../kernel/access/throttling/throttle.js';

/** As for sign-ins (05 §1.6), and apart from them: whoever is logged out may want in again. */
export const SAML_LOGOUT: ThrottlePolicy = {
  name: 'saml-logout',
  limits: [{ by: 'address', limit: 60, seconds: 60 }],
};
