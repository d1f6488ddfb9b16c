import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { renamedManifest } from '../../../../domain/channels/slack-manifest.js';
import { Database } from '../../../../kernel/database/database.js';
import { Jobs } from '../../../../kernel/jobs/jobs.js';
import { AgentWatchers } from '../../../policy/agents/agent-watchers.js';
import { AppTokens } from '../integrations/app-tokens.js';
import { IntegrationStore } from '../integrations/integration-store.js';
import { SlackApps } from '../slack/slack-apps.js';
import { SlackBots } from '../slack/slack-bots.js';
import { type DoomedApp, DoomedApps } from './doomed-apps.js';

/** Also each minute, for apps whose agents went with something larger. */
export const TEARDOWN = 'channels.tear-down';
const EACH_MINUTE = '* * * * *';

/** 04 §6.1. */
const LOOKS = 10;
const LOOK_EVERY_MS = 1_000;

/**
 * Takes away the apps of agents that are gone or were detached for good (04 §6.1): renamed first, because the name stays
 * beside everything it ever posted, then uninstalled, then deleted if the rename was seen to hold. Each step as far as
 * Slack goes along; what it does not allow is left in Slack, and forgotten here all the same.
 */
@Injectable()
export class Teardown implements OnModuleInit {
  private readonly logger = new Logger(Teardown.name);

  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly doomed: DoomedApps,
    private readonly integrations: IntegrationStore,
    private readonly tokens: AppTokens,
    private readonly apps: SlackApps,
    private readonly bots: SlackBots,
    private readonly watchers: AgentWatchers,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic(TEARDOWN, EACH_MINUTE, () => this.run());
    this.watchers.register({ removing: (tx) => this.jobs.enqueue(tx, TEARDOWN, {}) });
  }

  private async run(): Promise<void> {
    for (let claimed = await this.doomed.claim(); claimed.length > 0; claimed = await this.doomed.claim()) {
      await Promise.all(claimed.map((app) => this.tearDown(app)));
    }
    await this.integrations.deleteReleased(this.db);
  }

  private async tearDown(app: DoomedApp): Promise<void> {
    const token = await this.step(app, () => this.tokens.usable(app.integrationId));
    const renamed = token !== null && (await this.renamed(app, token));
    await this.step(app, () => this.uninstall(app));
    if (renamed) await this.step(app, () => this.apps.delete(token, app.appId));
    await this.doomed.forget(app.presenceId);
  }

  /** Nobody ever saw the name of an app that was not installed. */
  private async renamed(app: DoomedApp, token: string): Promise<boolean> {
    if (app.botUserId === null) return true;
    const name = `deleted-app-${app.appId}`;
    const asked = await this.step(app, async () => {
      const manifest = await this.apps.manifestOf(token, app.appId);
      await this.apps.change(token, app.appId, renamedManifest(manifest, name));
      return true;
    });
    return asked === true && (await this.isShownAs(app, name));
  }

  private async isShownAs({ credentials, botUserId }: DoomedApp, name: string): Promise<boolean> {
    const { botToken } = credentials;
    if (botToken === undefined || botUserId === null) return false;
    for (let look = 1; look <= LOOKS; look++) {
      if ((await this.bots.shownName(botToken, botUserId).catch(() => null)) === name) return true;
      if (look < LOOKS) await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    }
    return false;
  }

  private async uninstall({ credentials }: DoomedApp): Promise<void> {
    const { botToken, clientId, clientSecret } = credentials;
    if (botToken === undefined || clientId === undefined || clientSecret === undefined) return;
    await this.apps.uninstall(botToken, { clientId, clientSecret });
  }

  /** Null where it failed: the next step is tried all the same. */
  private async step<T>({ presenceId, appId }: DoomedApp, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (err) {
      this.logger.warn({ presenceId, appId, err }, 'a Slack app could not be taken away altogether');
      return null;
    }
  }
}
