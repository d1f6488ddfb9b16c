import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Counted } from '../../../kernel/metrics/labelled.js';
import { Metrics } from '../../../kernel/metrics/metrics.js';
import { CredentialRows, type StoredCredentials } from '../connections/credential-rows.js';
import { RefreshStrategies } from './refresh-strategies.js';
import { PAUSE_SECONDS, type Renewal } from './refresh-strategy.js';

/** 03 §12.3.1. */
const DUE_WITHIN_MS = 60_000;
/** After a refresh that a refusal of the upstream caused: some answer 401 to every token. */
const PAUSE_AFTER_REFUSAL_SECONDS = 60;
/** Longer than a refresh takes: somebody else's is waited for as long as one's own. */
const WAIT_MS = 11_000;
const POLL_MS = 100;
/** What a provider gave is lost if it is not stored, so a database that is away for a moment is waited for. */
const STORE_AGAIN_AFTER_MS = [200, 800, 2_000];

/** Stored credentials and until when nobody has to look at them again. */
export interface LiveCredentials {
  readonly stored: StoredCredentials;
  /** Milliseconds since 1970. */
  readonly freshUntil: number;
  readonly renewable: boolean;
}

/**
 * Keeps the tokens of connections alive (03 §12.3, ADR 55). One refresh of an account at a time: in this process by
 * sharing the promise, over all processes by a lease on the row, because many refresh tokens are spent by their first
 * use. What a provider gave is stored before anybody uses it. Who does not get the lease waits for the holder's result.
 */
@Injectable()
export class TokenRefresher {
  private readonly logger = new Logger(TokenRefresher.name);
  private readonly running = new Map<string, Promise<LiveCredentials | null>>();
  private readonly outcomes: Counted<{ outcome: Renewal['kind'] }>;

  constructor(
    private readonly rows: CredentialRows,
    private readonly strategies: RefreshStrategies,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter({
      name: 'connection_refreshes_total',
      help: 'Token refreshes of connections.',
      labelNames: ['outcome'],
    });
  }

  /**
   * The account with a live token, refreshed if that was due; null when it is out of use. `refused`: a token that the
   * upstream did not take, which is therefore not alive. Throws when the account cannot be read, not for a refresh that
   * failed: then the token is the old one.
   */
  live(id: string, refused: string | null = null): Promise<LiveCredentials | null> {
    // Who looks because a token is due does not know that one was refused.
    const key = refused === null ? id : `${id} refused`;
    const running = this.running.get(key);
    if (running !== undefined) return running;
    const looking = this.look(id, refused).finally(() => this.running.delete(key));
    this.running.set(key, looking);
    return looking;
  }

  private async look(id: string, refused: string | null): Promise<LiveCredentials | null> {
    for (const deadline = Date.now() + WAIT_MS; ; await sleep(POLL_MS)) {
      const stored = await this.rows.read(id);
      if (stored === null) return null;
      const renew = this.strategies.of(stored);
      const isRefused = refused !== null && stored.values['access_token'] === refused;
      if (renew === null) return live(stored, Infinity, false);
      if (!isRefused && !isDue(stored)) return live(stored, dueAt(stored), true);
      const pausedUntil = stored.refreshNotBefore?.getTime() ?? 0;
      if (pausedUntil > Date.now()) return live(stored, pausedUntil, true);
      if (Date.now() > deadline) return live(stored, Date.now() + PAUSE_SECONDS * 1000, true);
      if (await this.rows.lease(stored)) return this.refresh(stored, renew, isRefused);
    }
  }

  private async refresh(
    stored: StoredCredentials,
    renew: (stored: StoredCredentials) => Promise<Renewal>,
    isRefused: boolean,
  ): Promise<LiveCredentials | null> {
    const pause = isRefused ? PAUSE_AFTER_REFUSAL_SECONDS : PAUSE_SECONDS;
    const asOf = (found: StoredCredentials): LiveCredentials =>
      live(found, Math.max(dueAt(found), Date.now() + pause * 1000), true);
    const renewal = await renew(stored).catch((cause: unknown): Renewal => ({
      kind: 'failed',
      cause: cause as Error,
    }));
    this.outcomes.inc({ outcome: renewal.kind });
    if (renewal.kind === 'renewed') {
      const replaced = await this.store(stored, renewal, pause);
      // Somebody connected the account anew: theirs is what counts.
      return replaced === null ? this.look(stored.id, null) : asOf(replaced);
    }
    if (renewal.kind === 'failed') {
      await this.rows.pause(stored, PAUSE_SECONDS);
      const told = { connectionId: stored.id, provider: stored.provider, err: renewal.cause };
      this.logger.warn(told, 'connection could not be refreshed');
    } else if (!(await this.rows.end(stored, renewal.cause))) return this.look(stored.id, null);
    return live(stored, Date.now() + PAUSE_SECONDS * 1000, true);
  }

  private async store(
    stored: StoredCredentials,
    renewal: Extract<Renewal, { kind: 'renewed' }>,
    pause: number,
  ): Promise<StoredCredentials | null> {
    for (const wait of STORE_AGAIN_AFTER_MS) {
      try {
        return await this.rows.replace(stored, renewal, pause);
      } catch (err) {
        this.logger.error({ err, connectionId: stored.id }, 'refreshed token could not be stored; retrying');
        await sleep(wait);
      }
    }
    return this.rows.replace(stored, renewal, pause);
  }
}

function live(stored: StoredCredentials, freshUntil: number, renewable: boolean): LiveCredentials {
  return { stored, freshUntil, renewable };
}

function dueAt({ expiresAt }: StoredCredentials): number {
  return expiresAt === null ? Infinity : expiresAt.getTime() - DUE_WITHIN_MS;
}

function isDue(stored: StoredCredentials): boolean {
  return dueAt(stored) < Date.now();
}
