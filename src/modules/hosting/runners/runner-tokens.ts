import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { RunnerCaller } from '../../../kernel/access/declaration/caller.js';
import {
  type Authenticated,
  CredentialVerifiers,
} from '../../../kernel/access/credentials/credential-verifiers.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { equalSecrets, sha256 } from '../../../kernel/crypto/tokens.js';
import { RunnerStore } from './runner-store.js';

/**
 * Recognises the tokens of runners (04 §7.1): those that are known, and the operator's, which may become known. One that
 * was revoked stays known, so that the setting cannot bring it back.
 */
@Injectable()
export class RunnerTokens implements OnModuleInit {
  constructor(
    private readonly verifiers: CredentialVerifiers,
    private readonly configuration: Configuration,
    private readonly store: RunnerStore,
  ) {}

  onModuleInit(): void {
    this.verifiers.register({ prefix: 'rnr_', kinds: ['runner'], verify: (token) => this.verify(token) });
  }

  /** Tells every known runner that it was seen: whatever it asks is a sign of life (04 §7.2). */
  private async verify(token: string): Promise<Authenticated | null> {
    const tokenHash = sha256(token);
    const known = await this.store.seen(tokenHash);
    if (known?.revoked) return null;
    if (known !== null) return machine({ tokenHash, runnerId: known.id, bootId: known.bootId });
    const anchor = this.configuration.runnerToken;
    const mayRegister = anchor !== null && equalSecrets(token, anchor);
    return mayRegister ? machine({ tokenHash, runnerId: null, bootId: null }) : null;
  }
}

function machine(runner: Omit<RunnerCaller, 'credential'>): Authenticated {
  return { kind: 'machine', principal: { credential: 'runner', ...runner } };
}
