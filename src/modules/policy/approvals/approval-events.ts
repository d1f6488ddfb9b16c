import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import { Notifications } from '../../../kernel/database/notifications.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import type { Tx } from '../../../kernel/database/transaction.js';
import { boundedWait } from '../../../kernel/scheduling/bounded-wait.js';
import type { ApprovalScope } from './approval.js';

const ADDED = 'approval_added';
const OFFERED = 'approval_offered';
const SETTLED = 'approval_settled';
const BODY_ASKED = 'approval_body';
const GAP = 'gap';

/** Something to wait on that forgets nothing between two waits. */
export interface Wake {
  /** Resolves with the next event since the last call, when time is up, or when the signal aborts. */
  next(milliseconds: number, signal?: AbortSignal): Promise<void>;
  stop(): void;
}

/**
 * Wake-ups between the processes of a deployment (06 §17.2): by `NOTIFY` with the commit, by Redis where there is one,
 * and directly inside this process. They only say "look again"; the rows say what is true, so one too many does no harm. After a
 * gap in the channel everybody looks again.
 */
@Injectable()
export class ApprovalEvents {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  constructor(private readonly notifications: Notifications) {
    notifications.subscribe(ADDED, (payload) => this.emitAdded(payload));
    notifications.subscribe(OFFERED, (payload) => this.emitOffered(payload));
    notifications.subscribe(BODY_ASKED, (payload) => this.emitBodyAsked(payload));
    notifications.subscribe(SETTLED, (id) => this.emitSettled(id));
    notifications.onGap(() => void this.emitter.emit(GAP));
  }

  /** False: events may be missing, look for yourself every now and then. */
  alive(): boolean {
    return this.notifications.alive();
  }

  added(tx: Tx, { organizationId, workspaceId }: WorkspaceScope): Promise<void> {
    return this.announce(tx, ADDED, `${organizationId} ${workspaceId}`, (payload) => this.emitAdded(payload));
  }

  offered(tx: Tx, ownerId: string, approvalId: string): Promise<void> {
    return this.announce(tx, OFFERED, `${ownerId} ${approvalId}`, (payload) => this.emitOffered(payload));
  }

  bodyAsked(tx: Tx, ownerId: string, approvalId: string): Promise<void> {
    return this.announce(tx, BODY_ASKED, `${ownerId} ${approvalId}`, (payload) =>
      this.emitBodyAsked(payload),
    );
  }

  settled(tx: Tx, approvalId: string): Promise<void> {
    return this.announce(tx, SETTLED, approvalId, (id) => this.emitSettled(id));
  }

  /** Wakes when an approval is added in the scope. */
  additions({ organizationId, workspaceId }: ApprovalScope): Wake {
    return this.wakeOn(`${ADDED} ${workspaceId ?? organizationId}`);
  }

  /** Wakes when this approval is settled. */
  settlement(approvalId: string): Wake {
    return this.wakeOn(`${SETTLED} ${approvalId}`);
  }

  /** Calls with the id of each approval of this owner that was decided, and with null after a gap. */
  onOffer(ownerId: string, fn: (approvalId: string | null) => void): () => void {
    const event = `${OFFERED} ${ownerId}`;
    const afterGap = (): void => fn(null);
    this.emitter.on(event, fn).on(GAP, afterGap);
    return () => void this.emitter.off(event, fn).off(GAP, afterGap);
  }

  /** Calls with the id of each approval of this owner whose body somebody wants to see. */
  onBodyAsked(ownerId: string, fn: (approvalId: string) => void): () => void {
    const event = `${BODY_ASKED} ${ownerId}`;
    this.emitter.on(event, fn);
    return () => void this.emitter.off(event, fn);
  }

  private async announce(
    tx: Tx,
    channel: string,
    payload: string,
    here: (payload: string) => void,
  ): Promise<void> {
    await tx.query('SELECT pg_notify($1, $2)', [channel, payload]);
    tx.afterCommit(() => {
      here(payload);
      this.notifications.announced(channel, payload);
    });
  }

  private emitAdded(payload: string): void {
    for (const scope of payload.split(' ')) this.emitter.emit(`${ADDED} ${scope}`);
  }

  private emitOffered(payload: string): void {
    const [ownerId, approvalId] = payload.split(' ');
    this.emitter.emit(`${OFFERED} ${ownerId}`, approvalId);
  }

  private emitBodyAsked(payload: string): void {
    const [ownerId, approvalId] = payload.split(' ');
    this.emitter.emit(`${BODY_ASKED} ${ownerId}`, approvalId);
  }

  private emitSettled(approvalId: string): void {
    this.emitter.emit(`${SETTLED} ${approvalId}`);
  }

  private wakeOn(event: string): Wake {
    let happened = false;
    let wake: (() => void) | null = null;
    const listener = (): void => {
      happened = true;
      wake?.();
    };
    this.emitter.on(event, listener).on(GAP, listener);
    return {
      next: async (milliseconds, signal) => {
        if (!happened) await boundedWait(milliseconds, signal, (done) => (wake = done));
        happened = false;
        wake = null;
      },
      stop: () => void this.emitter.off(event, listener).off(GAP, listener),
    };
  }
}
