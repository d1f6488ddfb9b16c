import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { DeploymentKeys } from '../../../kernel/crypto/deployment-keys.js';
import { equalSecrets } from '../../../kernel/crypto/tokens.js';
import type { SessionClient } from '../identity/sessions/sessions.service.js';

/** Names what the key is used for, so that the same key says something else elsewhere. */
const PURPOSE = 'setup-token:first-account';
/** 128 bits in hexadecimal digits. */
const LENGTH = 32;

/**
 * What a request must carry to make the first account (01 §13.3, R47). Without `BOOTSTRAP_TOKEN` the token follows from the
 * session secret: every process of a deployment, and each after a restart, has the same one and stores nothing (ADR 128).
 */
@Injectable()
export class SetupToken {
  /** What is printed at the start; null where the operator has set one. */
  readonly generated: string | null;
  private readonly expected: string;

  constructor(
    private readonly configuration: Configuration,
    keys: DeploymentKeys,
  ) {
    const { bootstrapToken } = configuration;
    const derived = createHmac('sha256', keys.sessionSecret).update(PURPOSE).digest('hex').slice(0, LENGTH);
    this.generated = bootstrapToken === null ? derived : null;
    this.expected = bootstrapToken ?? derived;
  }

  isRequiredOf({ isLocal }: Pick<SessionClient, 'isLocal'>): boolean {
    return this.configuration.bootstrapToken !== null || !isLocal;
  }

  admits(given: string | undefined, client: Pick<SessionClient, 'isLocal'>): boolean {
    return !this.isRequiredOf(client) || equalSecrets(given ?? '', this.expected);
  }
}
