import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { UnauthenticatedEvent } from '../../domain/protocols/siem/events.js';
import { Configuration } from '../../kernel/config/configuration.js';
import { Database, Prepared } from '../../kernel/database/database.js';
import { MADE_EVENTS } from '../../modules/foundation/event-export/outbox.js';
import { sinkNames } from '../../modules/foundation/event-export/sinks/configured-sinks.js';
import type { GatewayMode } from '../exchange/exchange.js';

const FLUSH_INTERVAL_MS = 5_000;
/** Addresses and kinds counted between two flushes; the rest is one, without an address. */
const CAPACITY = 1_000;
const WRITE = new Prepared(MADE_EVENTS);

/** A tunnel or a request without a valid token. */
export interface TokenRefusal {
  readonly mode: GatewayMode | 'connect';
  /** Whether there was a token, which was wrong then. */
  readonly presented: boolean;
  /** Where the connection came from, where its socket still knows. */
  readonly clientAddress: string | null;
}

interface Counted extends TokenRefusal {
  readonly since: Date;
  count: number;
}

/**
 * What a SIEM is told of those nobody knows (ADR 84). They are counted by address and kind, so that a flood of them makes
 * a few rows; whoever is known is in the request log.
 */
@Injectable()
export class RefusedTokens implements OnModuleDestroy {
  private readonly logger = new Logger(RefusedTokens.name);
  private readonly timer: NodeJS.Timeout | null;
  private counted = new Map<string, Counted>();
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    configuration: Configuration,
  ) {
    const exporting = sinkNames(configuration).length > 0;
    this.timer = exporting ? setInterval(() => void this.flush(), FLUSH_INTERVAL_MS).unref() : null;
  }

  /** Never waits and never throws. */
  note(refusal: TokenRefusal): void {
    if (this.timer === null) return;
    const known = this.counted.get(keyOf(refusal)) ?? this.room(refusal);
    known.count += 1;
  }

  /** What could not be written is added to the next time. */
  flush(): Promise<void> {
    this.flushing = this.flushing.then(() => this.write());
    return this.flushing;
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer === null) return;
    clearInterval(this.timer);
    await this.flush();
  }

  private room(refusal: TokenRefusal): Counted {
    const placed = this.counted.size < CAPACITY ? refusal : { ...refusal, clientAddress: null };
    const key = keyOf(placed);
    const counted = this.counted.get(key) ?? { ...placed, since: new Date(), count: 0 };
    this.counted.set(key, counted);
    return counted;
  }

  private async write(): Promise<void> {
    if (this.counted.size === 0) return;
    const taken = this.counted;
    this.counted = new Map();
    const now = new Date().toISOString();
    try {
      await this.db.query(WRITE, [JSON.stringify([...taken.values()].map((each) => eventOf(each, now)))]);
    } catch (error) {
      this.logger.error({ err: error, kinds: taken.size }, 'refused tokens could not be exported');
      for (const [key, each] of taken) this.putBack(key, each);
    }
  }

  private putBack(key: string, each: Counted): void {
    const newer = this.counted.get(key);
    this.counted.set(key, { ...each, count: each.count + (newer?.count ?? 0) });
  }
}

function keyOf({ mode, presented, clientAddress }: TokenRefusal): string {
  return `${mode} ${presented} ${clientAddress}`;
}

function eventOf({ since, ...told }: Counted, time: string): UnauthenticatedEvent {
  const known = { stream: 'gateway', kind: 'unauthenticated', id: randomUUID(), time } as const;
  return { ...known, since: since.toISOString(), ...told };
}
