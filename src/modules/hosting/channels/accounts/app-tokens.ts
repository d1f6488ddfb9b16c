import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { Jobs } from '../../../../kernel/jobs/jobs.js';
import { channelErrors } from './channel.errors.js';
import { type RotatedPair, SlackApps } from '../slack/slack-apps.js';
import { isFinal } from '../slack/slack-faults.js';
import { IntegrationCredentials, type StoredPair } from './integration-credentials.js';

const HOURLY = '23 * * * *';
/** 04 §6.2: what ends that soon is rotated before it is used. */
const ROTATED_BEFORE_END_MS = 10 * 60 * 1000;
/** How long another process that rotates is waited for: as long as its call and a little more. */
const OTHERS_MS = 15_000;
const LOOK_EVERY_MS = 250;
/** Few enough for Slack, enough that other jobs need not wait long. */
const SWEPT_AT_ONCE = 10;

/**
 * The token an organization makes apps with, kept alive (04 §6.2). A refresh token works once, so one process rotates at
 * a time: it holds a lease on the row, and what it got is stored only while nobody stored anything else.
 */
@Injectable()
export class AppTokens implements OnModuleInit {
  private readonly logger = new Logger(AppTokens.name);

  constructor(
    private readonly credentials: IntegrationCredentials,
    private readonly apps: SlackApps,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('channels.rotate-app-tokens', HOURLY, () => this.sweep());
  }

  /**
   * Null when the organization has none, or has none any more because Slack refused it. Throws a conflict when what
   * Slack gave is for another workspace, and what calling Slack throws.
   */
  async usable(integrationId: string): Promise<string | null> {
    const stored = await this.credentials.read(integrationId);
    if (stored === null) return null;
    const lasts = stored.expiresAt.getTime() - Date.now() > ROTATED_BEFORE_END_MS;
    return (lasts ? stored : await this.rotated(stored))?.pair.token ?? null;
  }

  private async sweep(): Promise<void> {
    const stale = await this.credentials.stale();
    while (stale.length > 0)
      await Promise.all(stale.splice(0, SWEPT_AT_ONCE).map((id) => this.rotatedInSweep(id)));
  }

  private async rotatedInSweep(integrationId: string): Promise<void> {
    try {
      const stored = await this.credentials.readStale(integrationId);
      if (stored !== null) await this.rotated(stored);
    } catch (err) {
      this.logger.warn({ integrationId, err }, 'token of a Slack workspace could not be rotated');
    }
  }

  private async rotated(stored: StoredPair): Promise<StoredPair | null> {
    if (!(await this.credentials.lease(stored))) return this.byAnother(stored);
    const pair = await this.asked(stored);
    if (pair === null) return this.credentials.read(stored.integrationId);
    if (pair.teamId !== stored.teamId) {
      await this.credentials.clear(stored);
      throw new AppError(channelErrors.other_slack_workspace);
    }
    return (await this.credentials.replace(stored, pair)) ?? this.credentials.read(stored.integrationId);
  }

  /** Null when Slack takes the pair no more. */
  private async asked(stored: StoredPair): Promise<RotatedPair | null> {
    try {
      return await this.apps.rotate(stored.pair.refreshToken);
    } catch (error) {
      if (!isFinal(error)) {
        await this.credentials.release(stored);
        throw error;
      }
      await this.credentials.clear(stored);
      return null;
    }
  }

  /** What another process stores instead of it. */
  private async byAnother(stored: StoredPair): Promise<StoredPair | null> {
    const until = Date.now() + OTHERS_MS;
    let current = await this.credentials.read(stored.integrationId);
    while (current?.pair.refreshToken === stored.pair.refreshToken && Date.now() < until) {
      await sleep(LOOK_EVERY_MS, undefined, { ref: false });
      current = await this.credentials.read(stored.integrationId);
    }
    return current;
  }
}
