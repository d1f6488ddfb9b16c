import type { ThrottlePolicy } from '../../../kernel/access/throttling/throttle.js';

/** The rows of 01 §21 about joining an organization. */
export const ACCEPT: ThrottlePolicy = {
  name: 'invitation-accept',
  limits: [{ by: 'user', limit: 20, seconds: 60 }],
};

export const INVITATION_LOOKUP: ThrottlePolicy = {
  name: 'invitation-lookup',
  limits: [{ by: 'address', limit: 20, seconds: 60 }],
};
