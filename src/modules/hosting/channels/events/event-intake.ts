import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { OrganizationShares } from '../../../../kernel/scheduling/fair-turns.js';
import { Turns } from '../../../../kernel/scheduling/turns.js';
import { adapterErrors } from '../accounts/adapter.errors.js';
import type { ChannelEvents, ReceivedEvent } from './inbound-ports.js';
import { ChannelIngest, type HeardEvent, type IngestOutcome } from './channel-ingest.js';

/** Events that wait in this process; Slack tells again what was not taken. */
const MAX_UNDER_WAY = 1_000;
const RESERVE = 50;
const NEVER = (): boolean => false;

/** Takes events one after another in each channel, so that what was said first is answered first. */
@Injectable()
export class EventIntake implements ChannelEvents, OnModuleDestroy {
  private readonly log = new Logger(EventIntake.name);
  private readonly lines = new Turns(1);
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly underWayOf = new Map<string, number>();
  private readonly shares = new OrganizationShares();

  constructor(private readonly ingest: ChannelIngest) {}

  /** Resolves once it is written down as heard; the rest follows. */
  async receive(event: ReceivedEvent): Promise<void> {
    const heard = await this.hear(event);
    if (heard === null || typeof heard === 'string') return;
    void this.carryOut(heard).catch((err: unknown) =>
      this.log.error({ err, presenceId: event.presenceId }, 'Slack event could not be processed'),
    );
  }

  /** What came of it; null where there is no such presence. */
  async take(event: ReceivedEvent): Promise<IngestOutcome | null> {
    const heard = await this.hear(event);
    return heard === null || typeof heard === 'string' ? heard : this.carryOut(heard);
  }

  /** What was written down as heard is not told again. */
  async onModuleDestroy(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  private async hear(event: ReceivedEvent): Promise<HeardEvent | 'ignored' | 'duplicate' | null> {
    if (this.underWay.size >= MAX_UNDER_WAY) throw new AppError(adapterErrors.too_many_events);
    return this.ingest.hear(event, (organizationId) => this.requireShare(organizationId));
  }

  /** Whoever sends more than their share is told to come again, before anything is written down (R62). */
  private requireShare(organizationId: string): void {
    this.shares.used(organizationId);
    const own = this.underWayOf.get(organizationId) ?? 0;
    if (own >= this.shares.mostOf(MAX_UNDER_WAY, RESERVE, organizationId))
      throw new AppError(adapterErrors.too_many_events);
  }

  private carryOut(heard: HeardEvent): Promise<IngestOutcome> {
    const { event, presence } = heard;
    const channel = event.kind === 'invite' ? event.channel : event.said.channel;
    const work = this.lines.run(`${presence.id} ${channel}`, () => this.ingest.carryOut(heard), NEVER);
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    this.underWay.add(settled);
    const { organizationId } = presence;
    this.underWayOf.set(organizationId, (this.underWayOf.get(organizationId) ?? 0) + 1);
    void settled.then(() => this.end(settled, organizationId));
    return work;
  }

  private end(settled: Promise<unknown>, organizationId: string): void {
    this.underWay.delete(settled);
    const left = this.underWayOf.get(organizationId)! - 1;
    if (left > 0) this.underWayOf.set(organizationId, left);
    else this.underWayOf.delete(organizationId);
  }
}
