import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Drain } from '../../../../kernel/process/drain.js';
import { AdapterStore } from './adapter-store.js';
import { type LeasedItem, OutboxLeases, type OutboxReport } from '../posts/outbox-leases.js';
import { LiveChannelApps } from '../apps/live-channel-apps.js';
import { ChannelAppHealth } from '../apps/channel-app-health.js';
import { SlackRefused } from '../slack/slack-faults.js';
import { SlackPosting } from './slack-posting.js';
import { SocketLinks } from './socket-links.js';

const AT_ONCE = 20;
const WAIT_MS = 25_000;
const SEEN_EVERY_MS = 30_000;
const PAUSE_MS = 1_000;

/** The adapter of 04 §10 inside the server: by the same outbox and the same services as one that runs apart. */
@Injectable()
export class EmbeddedAdapter implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(EmbeddedAdapter.name);
  private readonly bootId = randomUUID();
  private readonly posting = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly over: AbortSignal;
  private working: Promise<unknown> = Promise.resolve();

  constructor(
    drain: Drain,
    private readonly configuration: Configuration,
    private readonly adapters: AdapterStore,
    private readonly leases: OutboxLeases,
    private readonly presences: LiveChannelApps,
    private readonly health: ChannelAppHealth,
    private readonly slack: SlackPosting,
    private readonly sockets: SocketLinks,
  ) {
    this.over = AbortSignal.any([drain.signal, this.stopping.signal]);
  }

  onApplicationBootstrap(): void {
    const { channelAdapter, serverRoles } = this.configuration;
    if (channelAdapter !== 'embedded' || !serverRoles.has('worker')) return;
    this.working = Promise.all([
      this.repeat(() => this.claimAndPost()),
      this.repeat(() => this.beSeen()),
      this.sockets.keep(this.over),
    ]);
  }

  /** What is being posted is waited for: nobody would know whether it arrived. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.working;
    await Promise.all(this.posting);
  }

  private async repeat(step: () => Promise<void>): Promise<void> {
    while (!this.over.aborted) {
      try {
        await step();
      } catch (err) {
        this.log.warn({ err }, 'channel adapter failed; retrying');
        await sleep(PAUSE_MS, undefined, { signal: this.over, ref: false }).catch(() => undefined);
      }
    }
  }

  private async beSeen(): Promise<void> {
    await this.adapters.embeddedSeen(this.bootId);
    await sleep(SEEN_EVERY_MS, undefined, { signal: this.over, ref: false }).catch(() => undefined);
  }

  private async claimAndPost(): Promise<void> {
    if (this.posting.size >= AT_ONCE) await Promise.race(this.posting);
    const items = await this.leases.claim(this.bootId, AT_ONCE - this.posting.size, WAIT_MS, this.over);
    for (const item of items) {
      const work = this.post(item).catch((err: unknown) =>
        this.log.error({ err, presenceId: item.presenceId }, 'post to Slack could not be sent or recorded'),
      );
      this.posting.add(work);
      void work.then(() => this.posting.delete(work));
    }
  }

  private async post(item: LeasedItem): Promise<void> {
    await this.leases.report(this.bootId, item.id, await this.deliver(item));
  }

  private async deliver(item: LeasedItem): Promise<OutboxReport> {
    const presence = await this.presences.working(item.presenceId);
    const token = presence?.credentials.botToken;
    if (token === undefined) return { result: 'rejected', errorCode: 'not_attached' };
    const report = await this.slack.deliver(item, token);
    if (report.result === 'sent' && presence?.status === 'needs_attention')
      await this.health.report(item.presenceId, true);
    if (report.result === 'rejected' && report.errorCode !== undefined)
      await this.health.failed(item.presenceId, new SlackRefused(item.kind, report.errorCode));
    return report;
  }
}
