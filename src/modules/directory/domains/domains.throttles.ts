import type { ThrottlePolicy } from '../../../kernel/access/throttling/throttle.js';

/** 05 §1.6. */
export const VERIFY: ThrottlePolicy = {
  name: 'domain-verify',
  limits: [{ by: 'organization', limit: 20, seconds: 60 }],
};
