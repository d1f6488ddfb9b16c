import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../kernel/database/database.js';
import { Notifications } from '../../../../kernel/database/notifications.js';

/** An event with its place, as readers get it (04 §2.1). */
export interface TranscriptEvent {
  readonly seq: number;
  readonly turnId: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Listener {
  /** In the order of their numbers; some may have been heard before. */
  heard(events: readonly TranscriptEvent[]): void;
  /** Whatever is stored up to this number, or at all, is to be read. */
  behind(seq: number | null): void;
}

const CHANNEL = 'transcript';
/** PostgreSQL takes 8,000 bytes. */
const MAX_INLINE = 7_900;
const ID_LENGTH = 36;
const SENDER_BYTES = 6;
const SENDER_LENGTH = 2 * SENDER_BYTES;

/**
 * Who hears of an event while it is new (04 §8.7): readers in this process directly, those of others by NOTIFY, and by
 * Redis where there is one. It only shortens the wait: the rows are authoritative, so what is lost here is read later.
 */
@Injectable()
export class TranscriptBus {
  /** What this process announces its readers have heard already, pieces that are too long for a notification included. */
  private readonly sender = randomBytes(SENDER_BYTES).toString('hex');
  private readonly listeners = new Map<string, Set<Listener>>();

  constructor(private readonly notifications: Notifications) {
    notifications.subscribe(CHANNEL, (payload) => this.arrived(payload));
    notifications.onGap(() => {
      for (const readers of this.listeners.values()) for (const reader of readers) reader.behind(null);
    });
  }

  /** False: something may be missing, so that readers look for themselves every now and then. */
  alive(): boolean {
    return this.notifications.alive();
  }

  listen(conversationId: string, listener: Listener): () => void {
    const readers = this.listeners.get(conversationId) ?? new Set();
    this.listeners.set(conversationId, readers.add(listener));
    return () => {
      readers.delete(listener);
      if (readers.size === 0 && this.listeners.get(conversationId) === readers)
        this.listeners.delete(conversationId);
    };
  }

  /** With the commit; `events` are consecutive. */
  async publish(tx: Tx, conversationId: string, events: readonly TranscriptEvent[]): Promise<void> {
    const payloads = payloadsOf(this.sender + conversationId, events);
    await tx.query('SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said', [CHANNEL, payloads]);
    tx.afterCommit(() => {
      for (const reader of this.listeners.get(conversationId) ?? []) reader.heard(events);
      for (const payload of payloads) this.notifications.announced(CHANNEL, payload);
    });
  }

  /** Every process hears everything: what nobody here reads is not even parsed. */
  private arrived(payload: string): void {
    const prefix = SENDER_LENGTH + ID_LENGTH;
    const readers = this.listeners.get(payload.slice(SENDER_LENGTH, prefix));
    if (readers === undefined || payload.startsWith(this.sender)) return;
    const said = JSON.parse(payload.slice(prefix)) as TranscriptEvent[] | number;
    for (const reader of readers) {
      if (typeof said === 'number') reader.behind(said);
      else reader.heard(said);
    }
  }
}

/**
 * Sender and conversation, then events that follow each other, as many as fit together, or the number of one that does not
 * fit alone: a long one takes none of the others with it (04 §8.7.2).
 */
function payloadsOf(prefix: string, events: readonly TranscriptEvent[]): string[] {
  const payloads: string[] = [];
  let parts: string[] = [];
  let bytes = 0;
  const close = (): void => {
    if (parts.length > 0) payloads.push(`${prefix}[${parts.join(',')}]`);
    parts = [];
    bytes = prefix.length + 1;
  };
  close();
  for (const event of events) {
    const part = JSON.stringify(event);
    // With the comma or bracket behind it.
    const more = Buffer.byteLength(part) + 1;
    if (bytes + more > MAX_INLINE) close();
    if (bytes + more > MAX_INLINE) payloads.push(`${prefix}${event.seq}`);
    else {
      parts.push(part);
      bytes += more;
    }
  }
  close();
  return payloads;
}
