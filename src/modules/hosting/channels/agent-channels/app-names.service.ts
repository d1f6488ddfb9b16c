import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { renamedManifest } from '../../../../domain/protocols/slack/slack-manifest.js';
import { Database } from '../../../../kernel/database/database.js';
import { Jobs } from '../../../../kernel/jobs/jobs.js';
import { AgentWatchers } from '../../../policy/agents/agent-watchers.js';
import { AppTokens } from '../accounts/app-tokens.js';
import { SlackApps } from '../slack/slack-apps.js';
import { pauseAfterFault } from '../slack/slack-faults.js';

/** Also each minute: an agent may be renamed while its app is still being set up. */
const RENAME = 'channels.rename-apps';
const EACH_MINUTE = '* * * * *';
const AT_ONCE = 20;

interface RenamedApp {
  presenceId: string;
  appId: string;
  integrationId: string;
  name: string;
  before: string;
}

/**
 * Tells Slack what agents are called now (04 §6.1). An app remembers the name it was told, so nothing is lost between a
 * rename and its telling. Each name is told once, best effort: what Slack refuses is left to people there; a Slack
 * that is busy or away is told in the next minute.
 */
@Injectable()
export class AppNames implements OnModuleInit {
  private readonly logger = new Logger(AppNames.name);

  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly tokens: AppTokens,
    private readonly apps: SlackApps,
    private readonly watchers: AgentWatchers,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic(RENAME, EACH_MINUTE, () => this.run());
    this.watchers.register({
      changed: async (tx, _scope, _agent, fields) => {
        if (fields.includes('name')) await this.jobs.enqueue(tx, RENAME, {});
      },
    });
  }

  private async run(): Promise<void> {
    await Promise.all((await this.claim()).map((app) => this.tell(app)));
  }

  private claim(): Promise<RenamedApp[]> {
    return this.db.query<RenamedApp>(
      `UPDATE channel_presences p SET app_name = n.name
       FROM (
         SELECT q.id, a.name, q.app_name AS before FROM channel_presences q JOIN agents a ON a.id = q.agent_id
         WHERE q.status IN ('active', 'needs_attention') AND q.app_name <> a.name
         ORDER BY q.id LIMIT ${AT_ONCE} FOR UPDATE OF q SKIP LOCKED) AS n
       WHERE p.id = n.id
       RETURNING p.id AS "presenceId", p.external_id AS "appId", p.integration_id AS "integrationId", n.name, n.before`,
    );
  }

  private async tell(app: RenamedApp): Promise<void> {
    const { presenceId, appId, integrationId, name } = app;
    try {
      const token = await this.tokens.usable(integrationId);
      if (token === null) return;
      const manifest = await this.apps.manifestOf(token, appId);
      await this.apps.change(token, appId, renamedManifest(manifest, name));
    } catch (err) {
      this.logger.warn({ presenceId, appId, err }, 'name of a Slack app could not be updated');
      if (pauseAfterFault(err) !== null) await this.putBack(app);
    }
  }

  /** For the next minute. */
  private async putBack({ presenceId, name, before }: RenamedApp): Promise<void> {
    await this.db.query('UPDATE channel_presences SET app_name = $3 WHERE id = $1 AND app_name = $2', [
      presenceId,
      name,
      before,
    ]);
  }
}
