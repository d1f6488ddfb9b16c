import { anonymously, type ThrottlePolicy } from '../../../kernel/access/throttling/throttle.js';

/** The rows of 01 §21 about signing in a command line. */
export const OPEN_CLI_SESSION: ThrottlePolicy = {
  name: 'cli-session',
  limits: [{ by: 'address', limit: 20, seconds: 60 }],
};

export const POLL: ThrottlePolicy = {
  name: 'cli-poll',
  limits: [anonymously(1000), { by: 'code', limit: 60, seconds: 60 }],
};

export const CONFIRM: ThrottlePolicy = {
  name: 'cli-confirm',
  limits: [{ by: 'user', limit: 20, seconds: 60 }],
};
