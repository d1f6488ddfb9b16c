import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../../../kernel/jobs/jobs.js';
import { AccountClaims } from '../../people/identity/accounts/account-claims.js';
import { Seats } from '../../people/organizations/seats.js';
import { ProvisionTeardown } from './provision-teardown.service.js';

const HOURLY = '23 * * * *';

/**
 * Takes away what nobody claimed in time: every hour, and before anybody is refused a seat (05 §2.11.7, §11.6); and what
 * a stranger prepared in an organization that turned out to be somebody else's (ADR 29).
 */
@Injectable()
export class ProvisionCleanup implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly seats: Seats,
    private readonly claims: AccountClaims,
    private readonly teardown: ProvisionTeardown,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('provisions.remove-expired', HOURLY, () => this.teardown.reap(null));
    this.claims.register((tx, claim) => this.teardown.withdrawAll(tx, claim));
    this.seats.register((tx, organizationId) => this.teardown.reapWithin(tx, organizationId));
  }
}
