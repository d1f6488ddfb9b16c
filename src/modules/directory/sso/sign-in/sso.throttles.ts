import type { ThrottlePolicy } from '../../../../kernel/access/throttling/throttle.js';

/** 05 §1.6: the steps of a sign-in share it. */
export const SSO_SIGN_IN: ThrottlePolicy = {
  name: 'sso-sign-in',
  limits: [{ by: 'address', limit: 60, seconds: 60 }],
};
