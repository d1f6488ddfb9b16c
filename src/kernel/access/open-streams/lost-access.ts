import { Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Epochs } from '../../database/epochs.js';
import type { TenantScope } from '../../database/scope.js';
import { AppError } from '../../errors/app-error.js';
import { EndedSessions } from './ended-sessions.js';
import { OpenStreams } from './open-streams.js';
import { RenewedAccess } from './renewed-access.js';

/** A directory that is being imported raises the epoch hundreds of times a second; a poll or a stream asks again four times. */
const PAUSE_MS = 250;
/** A database that does not answer is not asked more often than that by each. */
const RETRY_MS = 1_000;
/** The longest time a timer can wait; sessions last longer. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

export interface Watch {
  /** Aborts when the caller would be refused by now; its reason is the refusal. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** Whoever loses their access or their session while a poll or a stream of theirs is open is refused (05 §2.8, R64). */
@Injectable()
export class LostAccess {
  private readonly log = new Logger(LostAccess.name);

  constructor(
    private readonly epochs: Epochs,
    private readonly sessions: EndedSessions,
    private readonly access: RenewedAccess,
    private readonly streams: OpenStreams,
  ) {}

  /**
   * Looks again whenever something of the organization or the workspace changed or a session of the caller ended, on any
   * process, and when the session's own time is over. To be stopped with the answer; it holds a place of the
   * organization's until then, and throws where there is none.
   */
  watch(scope: TenantScope, request: FastifyRequest): Watch {
    const giveBack = this.streams.take(scope.organizationId);
    const followed = this.follow(scope, request);
    return {
      signal: followed.signal,
      stop: () => {
        followed.stop();
        giveBack();
      },
    };
  }

  /** The same for what ends by itself and so holds no place: a download. */
  follow({ organizationId, workspaceId }: TenantScope, request: FastifyRequest): Watch {
    const scopes = [`org:${organizationId}`, `ws:${workspaceId}`];
    const look = new RepeatedLook(
      () => this.access.require(request),
      (error) => this.log.warn({ err: error }, 'held request could not be authorized again'),
    );
    const stops = [
      this.epochs.onRaise((scope) => {
        if (scopes.includes(scope)) look.soon();
      }),
      this.epochs.onGap(() => look.soon()),
    ];
    const { authenticated } = request;
    if (authenticated?.kind === 'session') {
      const { userId, expiresAt } = authenticated.session;
      stops.push(this.sessions.onEnd(userId, () => look.soon()));
      look.at(expiresAt);
    }
    // What ended between the guard's look and this one was announced before anybody here listened.
    look.soon();
    return {
      signal: look.refused,
      stop: () => {
        look.stop();
        for (const stop of stops) stop();
      },
    };
  }
}

/** Judges a held request again when told to, a pause later and once for all that was told meanwhile. */
class RepeatedLook {
  private readonly lost = new AbortController();
  private next: NodeJS.Timeout | undefined;
  private expiry: NodeJS.Timeout | undefined;
  private stopped = false;

  /** `judge` throws the refusal, and answers when the credential ends by itself. */
  constructor(
    private readonly judge: () => Promise<Date | null>,
    private readonly noteFault: (error: unknown) => void,
  ) {}

  get refused(): AbortSignal {
    return this.lost.signal;
  }

  soon(pauseMs = PAUSE_MS): void {
    if (!this.stopped) this.next ??= setTimeout(() => void this.look(), pauseMs).unref();
  }

  at(moment: Date | null): void {
    clearTimeout(this.expiry);
    if (moment === null || this.stopped) return;
    const wait = Math.min(Math.max(moment.getTime() - Date.now(), 0), LONGEST_WAIT_MS);
    this.expiry = setTimeout(() => this.soon(), wait).unref();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.next);
    clearTimeout(this.expiry);
  }

  private async look(): Promise<void> {
    this.next = undefined;
    try {
      this.at(await this.judge());
    } catch (error) {
      if (error instanceof AppError) return this.lost.abort(error);
      this.noteFault(error);
      this.soon(RETRY_MS);
    }
  }
}
