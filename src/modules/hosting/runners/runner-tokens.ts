import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type Authenticated,
  CredentialVerifiers,
} from '../../../kernel/access/credentials/credential-verifiers.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { holderOf } from '../daemons/known-token.js';
import { RunnerStore } from './runner-store.js';

/** Recognises the tokens of runners. */
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

  private async verify(token: string): Promise<Authenticated | null> {
    const anchor = this.configuration.runnerToken;
    const holder = await holderOf(token, anchor, (tokenHash) => this.store.seen(tokenHash));
    if (holder === null) return null;
    const { tokenHash, id: runnerId, bootId } = holder;
    return { kind: 'machine', principal: { credential: 'runner', tokenHash, runnerId, bootId } };
  }
}
