import type { ThrottlePolicy } from '../../../kernel/access/throttling/throttle.js';

/** 07 A7.3. Beside 256 random bits this keeps guesses from costing anybody anything. */
export const PARTNER_CLAIM_PREVIEW: ThrottlePolicy = {
  name: 'partner-claim-preview',
  limits: [{ by: 'address', limit: 30, seconds: 60 }],
};

export const PARTNER_CLAIM: ThrottlePolicy = {
  name: 'partner-claim',
  limits: [
    { by: 'address', limit: 30, seconds: 60 },
    { by: 'user', limit: 30, seconds: 60 },
  ],
};
