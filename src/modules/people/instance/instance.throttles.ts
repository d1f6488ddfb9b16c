import type { ThrottlePolicy } from '../../../kernel/access/throttle.js';

/** 01 §21. */
export const BOOTSTRAP: ThrottlePolicy = {
  name: 'instance-bootstrap',
  limits: [{ by: 'address', limit: 5, seconds: 60 }],
};
