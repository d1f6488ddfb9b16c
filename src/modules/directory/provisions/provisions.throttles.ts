import type { ThrottlePolicy } from '../../../kernel/access/throttling/throttle.js';

/** 05 §1.6. */
export const PROVISION_LOOKUP: ThrottlePolicy = {
  name: 'provision-lookup',
  limits: [{ by: 'address', limit: 20, seconds: 60 }],
};

export const PROVISION_CLAIM: ThrottlePolicy = {
  name: 'provision-claim',
  limits: [{ by: 'address', limit: 20, seconds: 60 }],
};
