import type { ThrottlePolicy } from '../../../kernel/access/throttling/throttle.js';

/** 01 §21. */
export const SIGN_IN_SOCIAL: ThrottlePolicy = {
  name: 'auth-sign-in-social',
  limits: [{ by: 'address', limit: 60, seconds: 10 }],
};
