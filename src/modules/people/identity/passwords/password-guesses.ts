import { Inject, Injectable } from '@nestjs/common';
import { getStorageToken } from '@nestjs/throttler';
import type { SharedThrottlerStorage } from '../../../../kernel/access/throttling/throttle-storage.js';
import { sha256 } from '../../../../kernel/crypto/tokens.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import type { ErrorDefinition } from '../../../../kernel/errors/error-definition.js';
import { platformErrors } from '../../../../kernel/errors/platform-errors.js';

const MAX_FAILURES = 20;
const WINDOW_MS = 15 * 60_000;

/** A password that is being tried. */
export interface Guess {
  /** To be asked before a right password opens anything: guesses made side by side all found room. Throws `429`. */
  requireRoom(): Promise<void>;
  /** To be called for every try that opened nothing, whatever the reason. Throws `429` beyond the limit. */
  failed(): Promise<void>;
}

/**
 * Guesses at one account (R67), counted by the account wherever they come from: twenty failures in fifteen minutes.
 * Browsers that were let in before have a count of their own each, so that strangers lock nobody out of a known one.
 * Accounts that do not exist are counted alike.
 */
@Injectable()
export class PasswordGuesses {
  constructor(@Inject(getStorageToken()) private readonly storage: SharedThrottlerStorage) {}

  /** `device` as `DeviceCookies` knows it. Throws `429` before anything expensive happens. */
  async begin(
    email: string,
    device: string | null,
    refusal: ErrorDefinition = platformErrors.auth_throttled,
  ): Promise<Guess> {
    const counted = device === null ? `account:${email}` : `device:${device}:${email}`;
    const key = `password-guesses:${sha256(counted).toString('base64url')}`;
    const requireRoom = async (): Promise<void> => {
      const seconds = await this.storage.secondsUntilRoom(key, WINDOW_MS, MAX_FAILURES);
      if (seconds > 0) throw tooManyGuesses(refusal, seconds);
    };
    await requireRoom();
    return { requireRoom, failed: () => this.count(key, refusal) };
  }

  private async count(key: string, refusal: ErrorDefinition): Promise<void> {
    const { isBlocked, timeToBlockExpire } = await this.storage.increment(key, WINDOW_MS, MAX_FAILURES);
    if (isBlocked) throw tooManyGuesses(refusal, timeToBlockExpire);
  }
}

function tooManyGuesses(refusal: ErrorDefinition, seconds: number): AppError {
  const wait = String(seconds);
  return new AppError(refusal, { headers: { 'Retry-After': wait, 'X-Retry-After': wait } });
}
