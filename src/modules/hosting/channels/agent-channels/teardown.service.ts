import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { renamedManifest } from '../../../../domain/protocols/slack/slack-manifest.js';
import { Database } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { Jobs } from '../../../../kernel/jobs/jobs.js';
import { AgentWatchers } from '../../../policy/agents/agent-watchers.js';
import { AppTokens } from '../accounts/app-tokens.js';
import { IntegrationStore } from '../accounts/integration-store.js';
import { SlackApps } from '../slack/slack-apps.js';
import { SlackBots } from '../slack/slack-bots.js';
import { isFinal, pauseAfterFault } from '../slack/slack-faults.js';
import { type AppToDelete, AppsToDelete } from './apps-to-delete.js';

/** Also each minute, for apps whose agents went with something larger. */
export const TEARDOWN = 'channels.tear-down';
const EACH_MINUTE = '* * * * *';

/** 04 §6.1. */
const LOOKS = 10;
const LOOK_EVERY_MS = 1_000;
/** Of a Slack that is busy or away; what it refuses is not asked again. */
const MAX_ATTEMPTS = 20;

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
    private readonly doomed: AppsToDelete,
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

  /** Some at a time: other jobs wait meanwhile, and Slack takes few such calls a minute. */
  private async run(): Promise<void> {
    await Promise.all((await this.doomed.claim()).map((app) => this.tearDown(app)));
    await this.integrations.deleteReleased(this.db);
  }

  private async tearDown(app: AppToDelete): Promise<void> {
    try {
      await this.takeAway(app);
      await this.doomed.forget(app.presenceId);
    } catch (err) {
      const seconds = pauseAfterFault(err);
      if (seconds === null) throw err;
      if (app.attempts >= MAX_ATTEMPTS) return this.giveUp(app, err);
      await this.doomed.postpone(app.presenceId, seconds);
    }
  }

  private async takeAway(app: AppToDelete): Promise<void> {
    const token = await this.step(app, () => this.tokens.usable(app.integrationId));
    const renamed = app.renamed || (token !== null && (await this.renamed(app, token)));
    await this.step(app, () => this.uninstall(app));
    if (renamed && token !== null) await this.step(app, () => this.apps.delete(token, app.appId));
  }

  /** Nobody ever saw the name of an app that was not installed. */
  private async renamed(app: AppToDelete, token: string): Promise<boolean> {
    if (app.botUserId === null) return true;
    const name = `deleted-app-${app.appId}`;
    const asked = await this.step(app, async () => {
      const manifest = await this.apps.manifestOf(token, app.appId);
      await this.apps.change(token, app.appId, renamedManifest(manifest, name));
      return true;
    });
    if (asked === null || !(await this.isShownAs(app, name))) return false;
    await this.doomed.noteRenamed(app.presenceId);
    return true;
  }

  private async isShownAs({ credentials, botUserId }: AppToDelete, name: string): Promise<boolean> {
    const { botToken } = credentials;
    if (botToken === undefined || botUserId === null) return false;
    for (let look = 1; look <= LOOKS; look++) {
      if ((await this.bots.shownName(botToken, botUserId).catch(() => null)) === name) return true;
      if (look < LOOKS) await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    }
    return false;
  }

  private async uninstall({ credentials }: AppToDelete): Promise<void> {
    const { botToken, clientId, clientSecret } = credentials;
    if (botToken === undefined || clientId === undefined || clientSecret === undefined) return;
    await this.apps.uninstall(botToken, { clientId, clientSecret });
  }

  /** Null where Slack refused: the next step is tried all the same. What may go better later is thrown. */
  private async step<T>({ presenceId, appId }: AppToDelete, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (err) {
      if (!isFinal(err) && !(err instanceof AppError)) throw err;
      this.logger.warn({ presenceId, appId, err }, 'Slack app could not be deleted completely');
      return null;
    }
  }

  private async giveUp({ presenceId, appId }: AppToDelete, err: unknown): Promise<void> {
    this.logger.warn({ presenceId, appId, err }, 'Slack app was not deleted in Slack');
    await this.doomed.forget(presenceId);
  }
}
