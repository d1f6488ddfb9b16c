import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Counted } from '../../../kernel/metrics/labelled.js';
import { Metrics } from '../../../kernel/metrics/metrics.js';
import { ONEPASSWORD, type SealedVaultConnection } from './provider/vault-connection.js';
import { VaultFailure, type VaultFailureKind } from './provider/vault-provider.js';
import { VaultProviders } from './vault-providers.js';
import { VaultStore } from './vault-store.js';

/** 06 §10.4.4. */
const VALUE_MS = 60_000;
const PERMANENT_FAILURE_MS = 30_000;
const PAUSE_MS = 60_000;
/** Of what an inline secret may hold (02 §3.8). */
const MAX_VALUE_LENGTH = 10_000;
const MAX_PAUSES = 1_000;
const MAX_VALUES = 5_000;

/**
 * Plaintext behind the references of secrets (06 §10.4.4), in memory only. A value is trusted for 60 s, a reference
 * that names nothing for 30 s; a provider that cannot be reached is left alone for 60 s. Whoever disconnects, pairs
 * anew or writes anything in the workspace gives its snapshots another connection or epoch, which no remembered
 * value answers to.
 */
@Injectable()
export class VaultValues implements OnModuleDestroy {
  private readonly logger = new Logger(VaultValues.name);
  /** Null: a permanent failure. Values leave memory when their time is over, asked for or not. */
  private readonly known = new LRUCache<string, { value: string | null }>({
    max: MAX_VALUES,
    ttl: VALUE_MS,
    ttlAutopurge: true,
  });
  /** Connections whose provider could not be reached, by id: only pairing anew ends a pause early. */
  private readonly paused = new LRUCache<string, true>({ max: MAX_PAUSES, ttl: PAUSE_MS });
  private readonly running = new Map<string, Promise<string | null>>();
  private readonly lookups: Counted<{ outcome: 'resolved' | VaultFailureKind }>;

  constructor(
    private readonly providers: VaultProviders,
    private readonly store: VaultStore,
    metrics: Metrics,
  ) {
    this.lookups = metrics.counter({
      name: 'vault_lookups_total',
      help: 'Secret references looked up in a vault.',
      labelNames: ['outcome'],
    });
  }

  onModuleDestroy(): void {
    this.known.clear();
  }

  /** The value as it stands in the vault, trimmed like a stored one; null when it cannot be produced. */
  resolve(connection: SealedVaultConnection, reference: string): Promise<string | null> {
    const key = `${connection.id} ${connection.epoch} ${reference}`;
    const known = this.known.get(key);
    if (known !== undefined) return Promise.resolve(known.value);
    const running = this.running.get(key);
    if (running !== undefined) return running;
    if (this.paused.has(connection.id)) return Promise.resolve(null);
    const lookup = this.lookUp(connection, reference, key).finally(() => this.running.delete(key));
    this.running.set(key, lookup);
    return lookup;
  }

  private async lookUp(
    connection: SealedVaultConnection,
    reference: string,
    key: string,
  ): Promise<string | null> {
    try {
      const value = await this.ask(connection, reference);
      this.lookups.inc({ outcome: 'resolved' });
      this.known.set(key, { value });
      return value;
    } catch (error) {
      if (!(error instanceof VaultFailure)) throw error;
      const { kind } = error;
      this.lookups.inc({ outcome: kind });
      const { id: connectionId, workspaceId } = connection;
      this.logger.warn({ connectionId, workspaceId, kind }, 'vault reference could not be resolved');
      if (kind === 'unavailable') this.paused.set(connectionId, true);
      else this.known.set(key, { value: null }, { ttl: PERMANENT_FAILURE_MS });
      return null;
    }
  }

  private async ask(connection: SealedVaultConnection, reference: string): Promise<string> {
    const provider = this.providers.find(ONEPASSWORD);
    if (provider === null) throw new VaultFailure('unavailable');
    const value = (await provider.value(this.store.credentialsOf(connection), reference)).trim();
    if (value === '' || value.length > MAX_VALUE_LENGTH) throw new VaultFailure('missing');
    return value;
  }
}
