import { Inject, Injectable } from '@nestjs/common';
import { getStorageToken } from '@nestjs/throttler';
import type { SharedThrottlerStorage } from '../../../kernel/access/throttling/throttle-storage.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { sha256 } from '../../../kernel/crypto/tokens.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { MailService } from './mail.service.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of all senders together. */
const MAX_A_DAY = 5;

/**
 * Mail to people who asked for none: invitations and setup links (R66). So many to an address in a day whoever sends
 * them, so many of a sender in an hour. Where no mail is sent nothing is counted.
 */
@Injectable()
export class MailAllowance {
  constructor(
    private readonly configuration: Configuration,
    private readonly mail: MailService,
    @Inject(getStorageToken()) private readonly storage: SharedThrottlerStorage,
  ) {}

  /** Counts a mail before it is written; `sender` is an organization or a partner. Throws `429` (01 §21). */
  async take(sender: string, to: string): Promise<void> {
    if (!this.mail.deliveryConfigured) return;
    await this.count(`sender:${sender}`, HOUR_MS, this.configuration.invitationMailsPerHour);
    await this.count(`address:${mailboxOf(to)}`, DAY_MS, MAX_A_DAY);
  }

  private async count(counted: string, windowMs: number, limit: number): Promise<void> {
    const key = `mail-to-strangers:${sha256(counted).toString('base64url')}`;
    const { isBlocked, timeToBlockExpire } = await this.storage.increment(key, windowMs, limit);
    if (isBlocked)
      throw new AppError(platformErrors.throttled, { headers: { 'Retry-After': String(timeToBlockExpire) } });
  }
}

/** What follows a plus sign leads to the same person. */
function mailboxOf(address: string): string {
  const [, local = '', domain = ''] = /^([^+@]+)(?:\+[^@]*)?@(.+)$/.exec(address.toLowerCase()) ?? [];
  return local === '' ? address.toLowerCase() : `${local}@${domain}`;
}
