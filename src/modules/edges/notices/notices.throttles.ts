import type { ThrottlePolicy } from '../../../kernel/access/throttle.js';

export const PUT_UP: ThrottlePolicy = {
  name: 'notice-put-up',
  limits: [{ by: 'user', limit: 3, seconds: 60 }],
};
