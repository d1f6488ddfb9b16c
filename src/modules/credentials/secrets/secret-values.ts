import { Injectable, Logger } from '@nestjs/common';
import { readOpenAiTokens } from '../../../domain/decision/injection/openai-value.js';
import { SecretBox, type UndecryptableError } from '../../../kernel/crypto/secret-box.js';
import type { Counted } from '../../../kernel/ops/labelled.js';
import { Metrics } from '../../../kernel/ops/metrics.js';
import type { SealedVaultConnection } from '../vaults/vault-connection.js';
import { VaultValues } from '../vaults/vault-values.js';
import { OpenAiRefresh } from './openai-refresh.js';
import { bindingOf, type SealedSecret } from './sealed-secret.js';

type SkipCause = 'undecryptable' | 'unreadable' | 'vault';

/**
 * Produces plaintext for one request (06 §11.3). Nothing is cached but what came from a vault; the caller keeps a
 * value no longer than it injects.
 */
@Injectable()
export class SecretValues {
  private readonly logger = new Logger(SecretValues.name);
  private readonly skips: Counted<{ cause: SkipCause }>;

  constructor(
    private readonly box: SecretBox,
    private readonly refresh: OpenAiRefresh,
    private readonly vaults: VaultValues,
    metrics: Metrics,
  ) {
    this.skips = metrics.counter({
      name: 'secret_values_unavailable_total',
      help: 'Secrets left out of a request because their value could not be produced.',
      labelNames: ['cause'],
    });
  }

  /**
   * The value to plan with, OAuth tokens refreshed. Null when it cannot be produced: the secret then counts as
   * absent for this request (02 §3.4). Throws only when the deployment is broken, never for a bad value. `vault` is
   * the connection of the workspace; without one no reference resolves.
   */
  async resolve(secret: SealedSecret, vault: SealedVaultConnection | null = null): Promise<string | null> {
    if (secret.valueSource === 'onepassword') return this.referenced(secret, vault);
    if (secret.valueCiphertext === null) return this.absent(secret, 'unreadable');
    const value = this.box.openOr(secret.valueCiphertext, bindingOf(secret.id), (error) =>
      this.absent(secret, 'undecryptable', error),
    );
    if (value === null || secret.type !== 'openai' || secret.metadata?.authMode !== 'oauth') return value;
    if (readOpenAiTokens(value) === null) return this.absent(secret, 'unreadable');
    return this.refresh.live(secret, value);
  }

  private async referenced(
    secret: SealedSecret,
    vault: SealedVaultConnection | null,
  ): Promise<string | null> {
    const value = vault && secret.opRef !== null ? await this.vaults.resolve(vault, secret.opRef) : null;
    return value ?? this.absent(secret, 'vault');
  }

  private absent(secret: SealedSecret, cause: SkipCause, error?: UndecryptableError): null {
    this.skips.inc({ cause });
    this.logger.warn({ secretId: secret.id, cause, err: error }, 'a secret value could not be produced');
    return null;
  }
}
