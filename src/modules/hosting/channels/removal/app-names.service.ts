import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { renamedManifest } from '../../../../domain/channels/slack-manifest.js';
import { Database } from '../../../../kernel/database/database.js';
import { Jobs } from '../../../../kernel/jobs/jobs.js';
import { AppTokens } from '../integrations/app-tokens.js';
import { SlackApps } from '../slack/slack-apps.js';

const EACH_MINUTE = '* * * * *';
const AT_ONCE = 20;

interface RenamedApp {
  presenceId: string;
  appId: string;
  integrationId: string;
  name: string;
}

/**
 * Tells Slack what agents are called now (04 §6.1). An app remembers the name it was told, so whoever renames agents
 * knows nothing of channels. Each name is told once: what Slack refuses once, a person put right there meanwhile.
 */
@Injectable()
export class AppNames implements OnModuleInit {
  private readonly logger = new Logger(AppNames.name);

  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly tokens: AppTokens,
    private readonly apps: SlackApps,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('channels.rename-apps', EACH_MINUTE, () => this.run());
  }

  private async run(): Promise<void> {
    for (let renamed = await this.claim(); renamed.length > 0; renamed = await this.claim()) {
      await Promise.all(renamed.map((app) => this.tell(app)));
    }
  }

  private claim(): Promise<RenamedApp[]> {
    return this.db.query<RenamedApp>(
      `UPDATE channel_presences p SET app_name = n.name
       FROM (
         SELECT q.id, a.name FROM channel_presences q JOIN agents a ON a.id = q.agent_id
         WHERE q.status IN ('active', 'needs_attention') AND q.app_name <> a.name
         ORDER BY q.id LIMIT ${AT_ONCE} FOR UPDATE OF q SKIP LOCKED) AS n
       WHERE p.id = n.id
       RETURNING p.id AS "presenceId", p.external_id AS "appId", p.integration_id AS "integrationId", n.name`,
    );
  }

  private async tell({ presenceId, appId, integrationId, name }: RenamedApp): Promise<void> {
    try {
      const token = await this.tokens.usable(integrationId);
      if (token === null) return;
      const manifest = await this.apps.manifestOf(token, appId);
      await this.apps.change(token, appId, renamedManifest(manifest, name));
    } catch (err) {
      this.logger.warn({ presenceId, appId, err }, 'Slack was not told the new name of an agent');
    }
  }
}
