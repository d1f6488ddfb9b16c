import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { AppError } from '../../errors/app-error.js';
import { limitReached } from '../../errors/limit-reached.js';
import { platformErrors } from '../../errors/platform-errors.js';
import { OrganizationShares } from '../../scheduling/fair-turns.js';

/** Streams and held polls of all organizations at one process. */
const CAPACITY = 10_000;
/** Stay free for an organization that has none. */
const RESERVE = 100;
const RETRY_SECONDS = 5;

/** How many event streams and held polls one organization has open here (R62, R65). */
@Injectable()
export class OpenStreams {
  private readonly open = new Map<string, number>();
  private readonly shares = new OrganizationShares();
  private total = 0;

  constructor(private readonly configuration: Configuration) {}

  of(organizationId: string): number {
    return this.open.get(organizationId) ?? 0;
  }

  /** Throws where there is no room for one more; the returned function gives the place back, once. */
  take(organizationId: string): () => void {
    this.requireRoom(organizationId);
    this.open.set(organizationId, this.of(organizationId) + 1);
    this.total += 1;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.total -= 1;
      const left = this.of(organizationId) - 1;
      if (left > 0) this.open.set(organizationId, left);
      else this.open.delete(organizationId);
    };
  }

  private requireRoom(organizationId: string): void {
    const { limitStreams } = this.configuration;
    const open = this.of(organizationId);
    if (limitStreams > 0 && open >= limitStreams)
      throw limitReached('LIMIT_STREAMS', 'streams', limitStreams);
    this.shares.used(organizationId);
    if (open < this.shares.mostOf(CAPACITY, RESERVE, organizationId) && this.total < CAPACITY) return;
    throw new AppError(platformErrors.throttled, { headers: { 'Retry-After': String(RETRY_SECONDS) } });
  }
}
