import { Injectable, Logger } from '@nestjs/common';
import { readOpenAiTokens } from '../../../domain/decision/injection/secret-values/openai-value.js';
import { SecretBox, type UndecryptableError } from '../../../kernel/crypto/secret-box.js';
import type { Counted } from '../../../kernel/metrics/labelled.js';
import { Metrics } from '../../../kernel/metrics/metrics.js';
import { INLINE, type SourceContext } from '../secret-sources/secret-source.js';
import { SourceValues } from '../secret-sources/source-values.js';
import { OpenAiRefresh } from './openai-refresh.js';
import { bindingOf, type SealedSecret } from './sealed-secret.js';

/** `vault`: of a source outside, of whatever kind. */
type SkipCause = 'undecryptable' | 'unreadable' | 'vault';

/**
 * Produces plaintext for one request (06 §11.3). Nothing is cached but what a source outside remembers; the caller keeps a
 * value no longer than it injects.
 */
@Injectable()
export class SecretValues {
  private readonly logger = new Logger(SecretValues.name);
  private readonly skips: Counted<{ cause: SkipCause }>;

  constructor(
    private readonly box: SecretBox,
    private readonly refresh: OpenAiRefresh,
    private readonly sources: SourceValues,
    metrics: Metrics,
  ) {
    this.skips = metrics.counter({
      name: 'secret_values_unavailable_total',
      help: 'Secrets that were not injected because their value could not be resolved.',
      labelNames: ['cause'],
    });
  }

  /**
   * The value to plan with, OAuth tokens refreshed. Null when it cannot be produced: the secret then counts as
   * absent for this request (02 §3.4). Throws only when the deployment is broken, never for a bad value. `context` is
   * that of the workspace; without one no reference resolves.
   */
  async resolve(secret: SealedSecret, context: SourceContext | null = null): Promise<string | null> {
    if (secret.sourceKind !== INLINE) return this.referenced(secret, context);
    if (secret.valueCiphertext === null) return this.absent(secret, 'unreadable');
    const value = this.box.openOr(secret.valueCiphertext, bindingOf(secret.id), (error) =>
      this.absent(secret, 'undecryptable', error),
    );
    if (value === null || secret.type !== 'openai' || secret.metadata?.authMode !== 'oauth') return value;
    if (readOpenAiTokens(value) === null) return this.absent(secret, 'unreadable');
    return this.refresh.live(secret, value);
  }

  private async referenced(secret: SealedSecret, context: SourceContext | null): Promise<string | null> {
    const { sourceKind: kind, sourceReference: reference } = secret;
    const value = context && (await this.sources.resolve({ kind, reference }, context));
    return value ?? this.absent(secret, 'vault');
  }

  private absent(secret: SealedSecret, cause: SkipCause, error?: UndecryptableError): null {
    this.skips.inc({ cause });
    this.logger.warn({ secretId: secret.id, cause, err: error }, 'secret value could not be resolved');
    return null;
  }
}
