import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  readOpenAiTokens,
  rotateOpenAiTokens,
} from '../../../domain/decision/injection/secret-values/openai-value.js';
import { unverifiedExpiry } from '../../../domain/protocols/jwt/unverified-expiry.js';
import { SecretBox } from '../../../kernel/crypto/secret-box.js';
import { Database } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { epochOf, scopeOf } from '../../../kernel/database/scope.js';
import type { Counted } from '../../../kernel/metrics/labelled.js';
import { Metrics } from '../../../kernel/metrics/metrics.js';
import { OpenAiTokenEndpoint } from './openai-token-endpoint.js';
import { bindingOf } from './sealed-secret.js';
import { SecretEntity } from './secret.entity.js';

/** 02 §3.5. */
const REFRESH_WITHIN_SECONDS = 300;
/** Longer than one call may take, shorter than a person waits for a crashed process. */
const LEASE_SECONDS = 15;
const POLL_MS = 100;
const WAIT_MS = 11_000;
const BACK_OFF_MS = 30_000;
const REMEMBERED = 1000;

type SealedValue = Pick<SecretEntity, 'valueCiphertext'>;

export type OAuthSecret = Pick<SecretEntity, 'id'>;

/**
 * Keeps the tokens of OpenAI OAuth secrets alive (02 §3.5). One refresh per secret at a time: inside this
 * process by sharing the promise, across replicas by a lease on the row, because a refresh token is spent by
 * its first use. Who does not get the lease waits for the holder's result.
 */
@Injectable()
export class OpenAiRefresh {
  private readonly logger = new Logger(OpenAiRefresh.name);
  private readonly running = new Map<string, Promise<string>>();
  /** Values whose refresh failed lately; without it a revoked token would cost every request a call. */
  private readonly refused = new LRUCache<string, string>({ max: REMEMBERED, ttl: BACK_OFF_MS });
  private readonly outcomes: Counted<{ outcome: 'refreshed' | 'failed' }>;

  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
    private readonly epochs: Epochs,
    private readonly endpoint: OpenAiTokenEndpoint,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter({
      name: 'openai_token_refreshes_total',
      help: 'Refreshes of OpenAI OAuth secrets.',
      labelNames: ['outcome'],
    });
  }

  /** The OAuth document with a live access token; the given one when it cannot be refreshed. Never throws. */
  async live(secret: OAuthSecret, document: string): Promise<string> {
    if (!isExpiring(document) || this.refused.get(secret.id) === document) return document;
    const known = this.running.get(secret.id);
    if (known !== undefined) return known;
    const refreshing = this.refresh(secret, document).finally(() => this.running.delete(secret.id));
    this.running.set(secret.id, refreshing);
    return refreshing;
  }

  private async refresh(secret: OAuthSecret, document: string): Promise<string> {
    try {
      const deadline = Date.now() + WAIT_MS;
      while (Date.now() < deadline) {
        const leased = await this.lease(secret);
        if (leased !== null) return await this.refreshLeased(secret, leased);
        await sleep(POLL_MS);
        const current = await this.current(secret);
        if (current === null || !isExpiring(current)) return current ?? document;
      }
      return document;
    } catch (error) {
      this.logger.warn({ err: error, secretId: secret.id }, 'OpenAI tokens could not be refreshed');
      this.outcomes.inc({ outcome: 'failed' });
      this.refused.set(secret.id, document);
      return document;
    }
  }

  /** The document has been read under the lease: what another process stored meanwhile is taken as it is. */
  private async refreshLeased(secret: OAuthSecret, document: string): Promise<string> {
    try {
      const tokens = isExpiring(document) ? readOpenAiTokens(document) : null;
      if (tokens === null) return document;
      const rotated = rotateOpenAiTokens(document, await this.endpoint.refresh(tokens.refreshToken));
      this.outcomes.inc({ outcome: 'refreshed' });
      await this.persist(secret, document, rotated);
      return rotated;
    } finally {
      await this.db.repository(SecretEntity).update({ id: secret.id }, { refreshLeasedUntil: null });
    }
  }

  /** Claims the row and reads it in one statement; null while another process holds it, or when it is gone. */
  private async lease(secret: OAuthSecret): Promise<string | null> {
    const [row] = await this.db.query<SealedValue>(
      `UPDATE secrets SET refresh_leased_until = now() + interval '${LEASE_SECONDS} seconds'
       WHERE id = $1 AND (refresh_leased_until IS NULL OR refresh_leased_until < now())
       RETURNING ${selection(SecretEntity, ['valueCiphertext'])}`,
      [secret.id],
    );
    return this.opened(secret, row);
  }

  private async current(secret: OAuthSecret): Promise<string | null> {
    return this.opened(secret, await this.db.repository(SecretEntity).findOneBy({ id: secret.id }));
  }

  /**
   * Stored before use: a rotated refresh token that is lost cannot be asked for again. A value that somebody
   * replaced since the lease is theirs and stays.
   */
  private async persist(secret: OAuthSecret, from: string, rotated: string): Promise<void> {
    await this.db.tx(async (tx) => {
      const secrets = tx.repository(SecretEntity);
      const { id } = secret;
      const row = await secrets.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (row === null || this.opened(secret, row) !== from) return;
      await secrets.update({ id }, { valueCiphertext: this.box.seal(rotated, bindingOf(id)) });
      await this.epochs.raise(tx, epochOf(scopeOf(row)));
    });
  }

  private opened(secret: OAuthSecret, row: SealedValue | null | undefined): string | null {
    return row?.valueCiphertext ? this.box.open(row.valueCiphertext, bindingOf(secret.id)) : null;
  }
}

function isExpiring(document: string): boolean {
  const tokens = readOpenAiTokens(document);
  const expiry = tokens === null ? null : unverifiedExpiry(tokens.accessToken);
  return expiry !== null && expiry - Date.now() / 1000 < REFRESH_WITHIN_SECONDS;
}
