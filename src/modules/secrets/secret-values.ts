import { Injectable, Logger } from '@nestjs/common';
import type { SecretMetadata, SecretType, ValueSource } from '../../domain/injection/model.js';
import { readOpenAiTokens } from '../../domain/injection/openai-value.js';
import { SecretBox, UndecryptableError } from '../../kernel/crypto/secret-box.js';
import { OpenAiRefresh } from './openai-refresh.js';
import { bindingOf } from './secret-store.js';

/** A secret as the gateway's snapshot keeps it: sealed. */
export interface SealedSecret {
  id: string;
  organizationId: string;
  workspaceId: string | null;
  type: SecretType;
  valueSource: ValueSource;
  valueCiphertext: string | null;
  metadata: SecretMetadata | null;
}

/** Produces plaintext for one request (06 §11.3). Nothing is cached; the caller keeps it no longer than it injects. */
@Injectable()
export class SecretValues {
  private readonly logger = new Logger(SecretValues.name);

  constructor(
    private readonly box: SecretBox,
    private readonly refresh: OpenAiRefresh,
  ) {}

  /**
   * The value to plan with, OAuth tokens refreshed. Null when it cannot be produced: the secret then counts as
   * absent for this request (02 §3.4). Throws only when the deployment is broken, never for a bad value.
   */
  async resolve(secret: SealedSecret): Promise<string | null> {
    // No vault can be connected yet, so no reference resolves.
    if (secret.valueSource === 'onepassword' || secret.valueCiphertext === null) return null;
    const value = this.opened(secret, secret.valueCiphertext);
    if (value === null || secret.type !== 'openai' || secret.metadata?.authMode !== 'oauth') return value;
    if (readOpenAiTokens(value) === null) return this.absent(secret, 'the OAuth document cannot be read');
    return this.refresh.live(secret, value);
  }

  private opened(secret: SealedSecret, ciphertext: string): string | null {
    try {
      return this.box.open(ciphertext, bindingOf(secret.id));
    } catch (error) {
      if (error instanceof UndecryptableError) return this.absent(secret, error.reason);
      throw error;
    }
  }

  private absent(secret: SealedSecret, reason: string): null {
    this.logger.error({ secretId: secret.id, reason }, 'a secret value could not be produced');
    return null;
  }
}
