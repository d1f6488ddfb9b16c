import type { ThrottlePolicy } from '../../../../kernel/access/throttling/throttle.js';

/** 05 §1.6. */
export const SSO_LOOKUP: ThrottlePolicy = {
  name: 'sso-lookup',
  limits: [{ by: 'address', limit: 20, seconds: 60 }],
};

export const SSO_TEST: ThrottlePolicy = {
  name: 'sso-connection-test',
  limits: [{ by: 'organization', limit: 10, seconds: 60 }],
};
