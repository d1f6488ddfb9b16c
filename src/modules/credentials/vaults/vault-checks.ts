import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../../kernel/database/database.js';
import { VaultFailure, type VaultFailureKind, type VaultProvider } from './provider/vault-provider.js';
import type { VaultConnectionEntity } from './vault-connection.entity.js';
import { VaultStore } from './vault-store.js';

/** 06 §16.1. */
const TRUSTED_MS = 30_000;
const REMEMBERED = 1_000;

/** Null: the provider takes the credentials. */
export type CheckOutcome = VaultFailureKind | null;

/** Whether a connection works, asked of the provider and trusted for 30 s. Callers of the same moment share it. */
@Injectable()
export class VaultChecks {
  private readonly known = new LRUCache<string, Promise<CheckOutcome>>({ max: REMEMBERED, ttl: TRUSTED_MS });

  constructor(
    private readonly db: Database,
    private readonly store: VaultStore,
  ) {}

  of(row: VaultConnectionEntity, provider: VaultProvider): Promise<CheckOutcome> {
    const known = this.known.get(row.id);
    if (known !== undefined) return known;
    const checking = this.check(row, provider);
    this.known.set(row.id, checking);
    // A fault of ours says nothing about the connection.
    checking.catch(() => this.known.delete(row.id));
    return checking;
  }

  /** Pairing has just asked. */
  passed(connectionId: string): void {
    this.known.set(connectionId, Promise.resolve(null));
  }

  private async check(row: VaultConnectionEntity, provider: VaultProvider): Promise<CheckOutcome> {
    const outcome = await this.ask(row, provider);
    await this.store
      .noteCheck(this.db, row.id, outcome === null ? 'connected' : 'error')
      .catch(() => undefined);
    return outcome;
  }

  private async ask(row: VaultConnectionEntity, provider: VaultProvider): Promise<CheckOutcome> {
    try {
      await provider.check(this.store.credentialsOf(row));
      return null;
    } catch (error) {
      if (error instanceof VaultFailure) return error.kind;
      throw error;
    }
  }
}
