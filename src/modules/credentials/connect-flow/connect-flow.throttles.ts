import type { ThrottlePolicy } from '../../../kernel/access/throttling/throttle.js';

/** 01 §21: each of them asks a provider something. */
export const CONNECT: ThrottlePolicy = {
  name: 'apps-connect',
  limits: [{ by: 'user', limit: 60, seconds: 60 }],
};

export const CALLBACK: ThrottlePolicy = {
  name: 'apps-callback',
  limits: [{ by: 'address', limit: 60, seconds: 10 }],
};
