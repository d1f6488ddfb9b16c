import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { getStorageToken } from '@nestjs/throttler';
import { Configuration } from '../../config/configuration.js';
import { equalSecrets, sha256 } from '../../crypto/tokens.js';
import { AppError } from '../../errors/app-error.js';
import { type AccessRequest, headerBearerOf } from '../declaration/access-request.js';
import { ClientAddress } from '../client/client-address.js';
import type { Authenticated } from './credential-verifiers.js';
import type { SharedThrottlerStorage } from '../throttling/throttle-storage.js';
import { platformErrors } from '../../errors/platform-errors.js';

/** 01 §21: so many wrong tokens an address may show in a minute. */
const WRONG_ATTEMPTS = 10;
const WINDOW_MS = 60_000;

/**
 * The credential of `/v1/operator/*` (07 A3). Only wrong tokens are counted, so an operator's script is never
 * slowed down; once an address has used up its attempts the right token is not looked at either, or a guess
 * beyond the limit could still succeed.
 */
@Injectable()
export class OperatorToken {
  constructor(
    private readonly configuration: Configuration,
    private readonly clientAddress: ClientAddress,
    @Inject(getStorageToken()) private readonly storage: SharedThrottlerStorage,
  ) {}

  /** Throws the unknown-route `404` where no token is configured, else `429` or `401`. */
  async authenticate(request: AccessRequest): Promise<Authenticated> {
    const expected = this.configuration.operatorToken;
    if (expected === null) throw new NotFoundException();
    const counter = `operator-token:${sha256(this.clientAddress.counted(request)).toString('base64url')}`;
    await this.requireAttemptsLeft(counter);
    const given = headerBearerOf(request);
    if (given !== null && equalSecrets(given, expected)) {
      return { kind: 'machine', principal: { credential: 'operator' } };
    }
    if (given !== null) await this.countWrong(counter);
    throw new AppError(platformErrors.invalid_credentials);
  }

  /** Guesses made side by side all found room; those beyond the limit are told so. */
  private async countWrong(counter: string): Promise<void> {
    const { isBlocked, timeToBlockExpire } = await this.storage.increment(counter, WINDOW_MS, WRONG_ATTEMPTS);
    if (isBlocked) throw throttled(timeToBlockExpire);
  }

  private async requireAttemptsLeft(counter: string): Promise<void> {
    const seconds = await this.storage.secondsUntilRoom(counter, WINDOW_MS, WRONG_ATTEMPTS);
    if (seconds > 0) throw throttled(seconds);
  }
}

function throttled(seconds: number): AppError {
  return new AppError(platformErrors.throttled, { headers: { 'Retry-After': String(seconds) } });
}
