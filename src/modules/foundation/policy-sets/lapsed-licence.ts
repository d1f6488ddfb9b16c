import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Database } from '../../../kernel/database/database.js';

/** Groups as identities, and resource scopes of rules and grants (02 §17). */
const LICENSED_RULE = `
  SELECT 1 FROM policy_rules
  WHERE identities @> '[{"type": "group"}]' OR jsonb_typeof(conditions) = 'object' LIMIT 1`;

/** Says at boot when a licence lapsed over rules that need one: they stay enforced (R2) and cannot be written. */
@Injectable()
export class LapsedLicence implements OnApplicationBootstrap {
  private readonly log = new Logger('Policy');

  constructor(
    private readonly configuration: Configuration,
    private readonly db: Database,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.configuration.entitled) return;
    const found = await this.db.query(LICENSED_RULE);
    if (found.length === 0) return;
    this.log.warn(
      'stored rules with groups or resource limits stay enforced; changing them requires an Enterprise license',
    );
  }
}
