import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { normalizeEmail } from '../identity/model/email-address.js';
import { FirstRunService } from './first-run.service.js';

/** Creates the first owner from `BOOTSTRAP_OWNER_EMAIL` and `BOOTSTRAP_OWNER_PASSWORD` (01 §13.3). */
@Injectable()
export class OwnerSeeding implements OnApplicationBootstrap {
  private readonly logger = new Logger('Bootstrap');

  constructor(
    private readonly configuration: Configuration,
    private readonly firstRun: FirstRunService,
  ) {}

  /** Ignored once any user exists; replicas that start together seed one owner. */
  async onApplicationBootstrap(): Promise<void> {
    const { edition, bootstrapOwnerEmail, bootstrapOwnerPassword: password } = this.configuration;
    if (edition === 'cloud' || bootstrapOwnerEmail === null || password === null) return;
    const email = normalizeEmail(bootstrapOwnerEmail);
    if (email === null) throw new Error('BOOTSTRAP_OWNER_EMAIL is not an email address');
    if (await this.firstRun.seed({ name: null, email, password })) {
      this.logger.log('first owner was created from BOOTSTRAP_OWNER_EMAIL');
    }
  }
}
