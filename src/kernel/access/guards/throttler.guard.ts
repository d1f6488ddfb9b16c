import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  getOptionsToken,
  getStorageToken,
  ThrottlerGuard,
  type ThrottlerLimitDetail,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { Configuration } from '../../config/configuration.js';
import { sha256 } from '../../crypto/tokens.js';
import { AppError } from '../../errors/app-error.js';
import { queryText } from '../declaration/access-request.js';
import { isPerson } from '../declaration/caller.js';
import { ClientAddress } from '../client/client-address.js';
import { surfaceErrors } from '../declaration/surface-errors.js';
import {
  countsBeforeAuthentication,
  generalThrottle,
  type ThrottleLimit,
  type ThrottlePolicy,
  throttlePolicyOf,
  throttlerOf,
} from '../throttling/throttle.js';
import { guardedRequest } from './access.guards.js';

/** How many networks of a subscriber's size a site may use to the full (R67). */
const SITE_FACTOR = 10;
/** 01 §2. */
const DEVICE_CODE = /^[0-9a-f]{32}$/;

/**
 * The library's guard with the limits of the handler's own policy (01 §21). Counting, storing and refusing are the
 * library's; which limits apply, whom they count and how a refusal reads are ours.
 */
@Injectable()
abstract class PolicyThrottlerGuard extends ThrottlerGuard {
  private readonly general: ThrottlePolicy;

  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    @Inject(getStorageToken()) storage: ThrottlerStorage,
    reflector: Reflector,
    configuration: Configuration,
    private readonly clientAddress: ClientAddress,
  ) {
    super(options, storage, reflector);
    this.general = generalThrottle(configuration.apiRateLimitPerMinute);
  }

  protected abstract counts(limit: ThrottleLimit): boolean;

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { request } = guardedRequest(context);
    const policy = throttlePolicyOf(context.getHandler(), context.getClass()) ?? this.general;
    const limits = policy.limits.filter((limit) => this.counts(limit));
    // The wider ones first, so that requests refused by the narrower still count for them.
    for (const limit of limits)
      await this.count(
        context,
        policy,
        { ...limit, limit: limit.limit * SITE_FACTOR },
        this.siteOf(request, limit),
      );
    for (const limit of limits) await this.count(context, policy, limit, this.trackerOf(request, limit));
    return true;
  }

  private async count(
    context: ExecutionContext,
    policy: ThrottlePolicy,
    limit: ThrottleLimit,
    tracker: string | null,
  ): Promise<void> {
    if (tracker === null) return;
    await this.handleRequest({
      context,
      throttler: throttlerOf(policy, limit),
      limit: limit.limit,
      ttl: limit.seconds * 1000,
      blockDuration: limit.seconds * 1000,
      getTracker: () => tracker,
      generateKey: (_context, counted, name) => `${name}:${sha256(counted).toString('base64url')}`,
    });
  }

  /** Null for limits that are not by address, and for addresses that are not IPv6. */
  private siteOf(request: FastifyRequest, { by }: ThrottleLimit): string | null {
    if (by !== 'address' && by !== 'address-and-email') return null;
    const site = this.clientAddress.countedSite(request);
    return site === null || by === 'address' ? site : `${site} ${emailIn(request.body)}`;
  }

  /** Null counts nobody: a principal without that part is not what the limit is about. */
  private trackerOf(request: FastifyRequest, { by }: ThrottleLimit): string | null {
    const { principal } = request;
    switch (by) {
      case 'address':
        return this.clientAddress.counted(request);
      case 'address-and-email':
        return `${this.clientAddress.counted(request)} ${emailIn(request.body)}`;
      case 'code':
        return codeIn(request);
      case 'user':
        return principal !== undefined && isPerson(principal) ? principal.userId : null;
      case 'organization':
        return principal !== undefined && 'organizationId' in principal ? principal.organizationId : null;
      case 'credential':
        return principal !== undefined && 'credentialId' in principal ? principal.credentialId : null;
    }
  }

  protected override throwThrottlingException(
    context: ExecutionContext,
    { timeToBlockExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    const { error, retryHeaders } = surfaceErrors(
      context.switchToHttp().getRequest<FastifyRequest>(),
    ).throttled;
    const seconds = String(timeToBlockExpire);
    throw new AppError(error, { headers: Object.fromEntries(retryHeaders.map((name) => [name, seconds])) });
  }
}

/** Counts by what the request says by itself: an address, an e-mail, a device code. */
@Injectable()
export class RequestThrottlerGuard extends PolicyThrottlerGuard {
  protected counts({ by }: ThrottleLimit): boolean {
    return countsBeforeAuthentication(by);
  }
}

/** Counts by who it turned out to come from. */
@Injectable()
export class PrincipalThrottlerGuard extends PolicyThrottlerGuard {
  protected counts({ by }: ThrottleLimit): boolean {
    return !countsBeforeAuthentication(by);
  }
}

/** Null for what was never issued: it waits for nobody, and a counter each would be rows for the asking. */
function codeIn(request: FastifyRequest): string | null {
  const code = queryText(request, 'code');
  return code !== null && DEVICE_CODE.test(code) ? code : null;
}

function emailIn(body: unknown): string {
  const email = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['email'] : null;
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
}
