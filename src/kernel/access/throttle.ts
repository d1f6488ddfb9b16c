import type { ThrottlerOptions } from '@nestjs/throttler';
import { SetMetadata } from '@nestjs/common';

/**
 * Whose requests one counter counts (01 §21). What the request says by itself (an address, a device code) is
 * counted before authentication, who it turned out to come from after.
 */
export type CountedBy = 'address' | 'address-and-email' | 'code' | 'user' | 'organization' | 'credential';

export interface ThrottleLimit {
  readonly by: CountedBy;
  readonly limit: number;
  readonly seconds: number;
}

/**
 * Beside the limits of the contract that count what an anonymous caller chooses (an e-mail, a code): wide enough for
 * a whole office behind one address, narrow enough that nobody fills the counters or the mail queue with inventions.
 */
const ANONYMOUS = { by: 'address', seconds: 10 } as const;

/**
 * The rows of 01 §21. A route has at most one policy; of several limits the wider one comes first, so that
 * requests refused by the narrower still count for it.
 */
export const THROTTLE_POLICIES = {
  'auth-sign-in': [
    { by: 'address', limit: 30, seconds: 60 },
    { by: 'address-and-email', limit: 5, seconds: 60 },
  ],
  'auth-sign-up': [{ by: 'address', limit: 10, seconds: 60 }],
  'auth-sign-in-social': [{ by: 'address', limit: 60, seconds: 10 }],
  'auth-request-password-reset': [
    { ...ANONYMOUS, limit: 100 },
    { by: 'address-and-email', limit: 3, seconds: 60 },
  ],
  'auth-reset-password': [{ by: 'address', limit: 10, seconds: 60 }],
  'auth-change-password': [{ by: 'user', limit: 10, seconds: 60 }],
  /** Every other path under `/auth/`. */
  auth: [{ by: 'address', limit: 100, seconds: 10 }],
  'cli-session': [{ by: 'address', limit: 20, seconds: 60 }],
  'cli-poll': [
    { ...ANONYMOUS, limit: 1000 },
    { by: 'code', limit: 60, seconds: 60 },
  ],
  'cli-confirm': [{ by: 'user', limit: 20, seconds: 60 }],
  'instance-bootstrap': [{ by: 'address', limit: 5, seconds: 60 }],
  'invitation-accept': [{ by: 'user', limit: 20, seconds: 60 }],
  'invitation-lookup': [{ by: 'address', limit: 20, seconds: 60 }],
} as const satisfies Record<string, readonly ThrottleLimit[]>;

export type ThrottlePolicyName = keyof typeof THROTTLE_POLICIES;

/** The policy of routes that have no row of their own; off unless `API_RATE_LIMIT_PER_MINUTE` is set. */
export const GENERAL_POLICY = 'general';

const THROTTLED = Symbol('throttled');

/** Puts a route under a row of 01 §21; on a method it replaces the class's. */
export function Throttled(policy: ThrottlePolicyName): ClassDecorator & MethodDecorator {
  return SetMetadata(THROTTLED, policy);
}

export function throttlePolicyOf(handler: object, controller: object): ThrottlePolicyName | undefined {
  const declared: unknown =
    Reflect.getMetadata(THROTTLED, handler) ?? Reflect.getMetadata(THROTTLED, controller);
  return declared as ThrottlePolicyName | undefined;
}

export function countsBeforeAuthentication(by: CountedBy): boolean {
  return by === 'address' || by === 'address-and-email' || by === 'code';
}

/** A limit of a policy as `@nestjs/throttler` knows it; the name tells the counters of one policy apart. */
export function throttlerOf(policy: string, limit: ThrottleLimit): ThrottlerOptions {
  return {
    name: `${policy}:${limit.by}`,
    limit: limit.limit,
    ttl: limit.seconds * 1000,
    setHeaders: false,
  };
}

/** Every limit of the table, for the library's registration; which of them counts is the guard's decision. */
export const THROTTLERS: readonly ThrottlerOptions[] = Object.entries(THROTTLE_POLICIES).flatMap(
  ([policy, limits]) => limits.map((limit) => throttlerOf(policy, limit)),
);
