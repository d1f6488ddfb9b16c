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

/** A row of 01 §21, declared by the module whose routes it limits. The name tells its counters from others'. */
export interface ThrottlePolicy {
  readonly name: string;
  /** Of several the wider one comes first, so that requests refused by the narrower still count for it. */
  readonly limits: readonly ThrottleLimit[];
}

/**
 * Beside the limits of the contract that count what an anonymous caller chooses (an e-mail, a code): wide enough for
 * a whole office behind one address, narrow enough that nobody fills the counters or the mail queue with inventions.
 */
export function anonymously(limit: number): ThrottleLimit {
  return { by: 'address', seconds: 10, limit };
}

const THROTTLED = Symbol('throttled');

/** Puts a route under a row of 01 §21; on a method it replaces the class's. */
export function Throttled(policy: ThrottlePolicy): ClassDecorator & MethodDecorator {
  return SetMetadata(THROTTLED, policy);
}

export function throttlePolicyOf(handler: object, controller: object): ThrottlePolicy | undefined {
  const declared: unknown =
    Reflect.getMetadata(THROTTLED, handler) ?? Reflect.getMetadata(THROTTLED, controller);
  return declared as ThrottlePolicy | undefined;
}

/** For routes that have no row of their own; no limit unless `API_RATE_LIMIT_PER_MINUTE` is set. */
export function generalThrottle(perMinute: number | null): ThrottlePolicy {
  const limits: ThrottleLimit[] =
    perMinute === null ? [] : [{ by: 'credential', limit: perMinute, seconds: 60 }];
  return { name: 'general', limits };
}

export function countsBeforeAuthentication(by: CountedBy): boolean {
  return by === 'address' || by === 'address-and-email' || by === 'code';
}

/** A limit as `@nestjs/throttler` knows it. */
export function throttlerOf(
  { name }: ThrottlePolicy,
  { by, limit, seconds }: ThrottleLimit,
): ThrottlerOptions {
  return { name: `${name}:${by}`, limit, ttl: seconds * 1000, setHeaders: false };
}
