import type { ThrottlePolicy } from '../../../../kernel/access/throttling/throttle.js';

/** Anybody may come with a state of their own making; a real one has Slack asked. */
export const CONSENT: ThrottlePolicy = {
  name: 'channels-consent',
  limits: [{ by: 'address', limit: 60, seconds: 10 }],
};

/** An adapter polls and reports as often as there is something to say. */
export const ADAPTERS: ThrottlePolicy = { name: 'channel-adapters', limits: [] };
