import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  isSelectable,
  type NamedModel,
  type ProviderModels,
} from '../../../../domain/protocols/llm/models/model-table.js';
import { hostPatternMatches } from '../../../../domain/decision/matching/host.js';
import { secretHostPatterns } from '../../../../domain/decision/policy/secret-hosts.js';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import { sha256 } from '../../../../kernel/crypto/tokens.js';
import { Database } from '../../../../kernel/database/database.js';
import { INLINE } from '../../../credentials/secret-sources/secret-source.js';
import type { SealedSecret } from '../../../credentials/secrets/sealed-secret.js';
import { SecretValues } from '../../../credentials/secrets/secret-values.js';
import { SecretsService } from '../../../credentials/secrets/secrets.service.js';
import type { AgentModelKey } from './agent-model-keys.js';
import { MODEL_SOURCES, ModelEndpoint } from './model-endpoint.js';

/** 02 §2.5.4. */
const FRESH_MS = 3_600_000;
const BACK_OFF_MS = 300_000;
const ENTRIES = 200;
const REMEMBERED_KEYS = 1_000;

export interface LiveModelList {
  readonly models: readonly NamedModel[];
  readonly fresh: boolean;
}

interface Remembered {
  models: NamedModel[] | null;
  readAt: number;
  retryAt: number;
}

/**
 * What providers say they offer to a key, remembered per value of a secret so that a replaced key is asked about
 * anew. A list that grew old is served while it is fetched again; a failure rests for five minutes.
 */
@Injectable()
export class LiveModels {
  private readonly logger = new Logger(LiveModels.name);
  private readonly remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_KEYS });
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly db: Database,
    private readonly secrets: SecretsService,
    private readonly values: SecretValues,
    private readonly endpoint: ModelEndpoint,
  ) {}

  /** Null when the key is never asked about or no list is known. Never throws for what a provider does. */
  async of(scope: WorkspaceScope, key: AgentModelKey, models: ProviderModels): Promise<LiveModelList | null> {
    if (!mayBeListed(key)) return null;
    const secret = await this.secrets.sealed(this.db, scope, key.id);
    if (secret?.valueCiphertext == null) return null;
    const place = `${key.id}:${sha256(secret.valueCiphertext).toString('hex')}`;
    const known = this.remembered.get(place);
    if (isFresh(known)) return { models: known.models, fresh: true };
    const refreshing = this.refresh(place, secret, key, models);
    // Whoever has an old list does not wait for the new one.
    if (known?.models == null) await refreshing;
    const now = this.remembered.get(place);
    return now?.models ? { models: now.models, fresh: isFresh(now) } : null;
  }

  private refresh(
    place: string,
    secret: SealedSecret,
    key: AgentModelKey,
    models: ProviderModels,
  ): Promise<void> {
    const running = this.running.get(place);
    if (running !== undefined) return running;
    const known = this.remembered.get(place);
    if (known !== undefined && Date.now() < known.retryAt) return Promise.resolve();
    const started = this.fetch(place, secret, key, models).finally(() => this.running.delete(place));
    this.running.set(place, started);
    return started;
  }

  private async fetch(
    place: string,
    secret: SealedSecret,
    { provider }: AgentModelKey,
    models: ProviderModels,
  ): Promise<void> {
    try {
      const value = await this.values.resolve(secret);
      if (value === null) throw new Error('the key has no value');
      const listed = await this.endpoint.list(provider, value);
      const selectable = listed.filter(({ id }) => isSelectable(models, id)).slice(0, ENTRIES);
      if (selectable.length === 0) throw new Error('the provider listed no selectable model');
      this.remembered.set(place, { models: selectable, readAt: Date.now(), retryAt: 0 });
    } catch (error) {
      this.logger.warn({ err: error, secretId: secret.id, provider }, 'models could not be listed');
      const { models: old = null, readAt = 0 } = this.remembered.get(place) ?? {};
      this.remembered.set(place, { models: old, readAt, retryAt: Date.now() + BACK_OFF_MS });
    }
  }
}

/**
 * Subscription tokens and references are never asked about (02 §2.5.4), nor is a key that its owner did not mean
 * for the host of the list: a key kept for somebody's own endpoint is not shown to another company.
 */
function mayBeListed(key: AgentModelKey): boolean {
  if (key.isOAuth || key.sourceKind !== INLINE) return false;
  const { host } = MODEL_SOURCES[key.provider];
  const patterns = secretHostPatterns({ type: key.provider, hostPattern: key.hostPattern });
  return patterns.some((pattern) => hostPatternMatches(pattern, host));
}

function isFresh(known: Remembered | undefined): known is Remembered & { models: NamedModel[] } {
  return known?.models != null && Date.now() - known.readAt < FRESH_MS;
}
