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
import { Configuration } from '../config/configuration.js';
import { sha256 } from '../crypto/tokens.js';
import { AppError } from '../errors/app-error.js';
import { queryText } from './access-request.js';
import { isPerson } from './caller.js';
import { ClientAddress } from './client-address.js';
import { surfaceErrors } from './surface-errors.js';
import {
  countsBeforeAuthentication,
  GENERAL_POLICY,
  THROTTLE_POLICIES,
  type ThrottleLimit,
  throttlePolicyOf,
  throttlerOf,
} from './throttle.js';

/** 01 §2. */
const DEVICE_CODE = /^[0-9a-f]{32}$/;

export type ThrottlePhase = 'before-authentication' | 'after-authentication';

/**
 * The throttle steps of the access guard (01 §21). Counting, storing and refusing are the library's; which
 * limits apply, whom they count and how a refusal reads are ours. It is a step, not a guard of its own,
 * because the order of refusals is fixed (ADR 4).
 */
@Injectable()
export class ThrottleStep extends ThrottlerGuard {
  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    @Inject(getStorageToken()) storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly configuration: Configuration,
    private readonly clientAddress: ClientAddress,
  ) {
    super(options, storage, reflector);
  }

  /** Counts the request for every limit of this phase; throws `429` on the first that is exceeded. */
  async count(context: ExecutionContext, phase: ThrottlePhase): Promise<void> {
    const policy = throttlePolicyOf(context.getHandler(), context.getClass());
    const limits = policy === undefined ? this.generalLimits() : THROTTLE_POLICIES[policy];
    for (const limit of limits) {
      if (countsBeforeAuthentication(limit.by) === (phase === 'before-authentication')) {
        await this.countOne(context, policy ?? GENERAL_POLICY, limit);
      }
    }
  }

  private async countOne(context: ExecutionContext, policy: string, limit: ThrottleLimit): Promise<void> {
    const tracker = this.trackerOf(context.switchToHttp().getRequest<FastifyRequest>(), limit);
    if (tracker === null) return;
    const throttler = throttlerOf(policy, limit);
    await this.handleRequest({
      context,
      throttler,
      limit: limit.limit,
      ttl: limit.seconds * 1000,
      blockDuration: limit.seconds * 1000,
      getTracker: () => tracker,
      generateKey: (_context, counted, name) => `${name}:${sha256(counted).toString('base64url')}`,
    });
  }

  private generalLimits(): readonly ThrottleLimit[] {
    const limit = this.configuration.apiRateLimitPerMinute;
    return limit === null ? [] : [{ by: 'credential', limit, seconds: 60 }];
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
    const { code, retryHeaders } = surfaceErrors(
      context.switchToHttp().getRequest<FastifyRequest>(),
    ).throttled;
    const seconds = String(timeToBlockExpire);
    throw new AppError(code, { headers: Object.fromEntries(retryHeaders.map((name) => [name, seconds])) });
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
