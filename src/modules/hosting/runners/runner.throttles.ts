import type { ThrottlePolicy } from '../../../kernel/access/throttling/throttle.js';

/** A daemon polls and reports as often as its turns have something to say. */
export const DAEMONS: ThrottlePolicy = { name: 'daemons', limits: [] };
