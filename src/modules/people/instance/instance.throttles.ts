import type { ThrottlePolicy } from '../../../kernel/access/throttling/throttle.js';

/** 01 §21. */
export const BOOTSTRAP: ThrottlePolicy = {
  name: 'instance-bootstrap',
  limits: [{ by: 'address', limit: 5, seconds: 60 }],
};
