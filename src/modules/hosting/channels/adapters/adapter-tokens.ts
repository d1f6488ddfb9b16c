import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type Authenticated,
  CredentialVerifiers,
} from '../../../../kernel/access/credentials/credential-verifiers.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { holderOf } from '../../daemons/known-token.js';
import { AdapterStore } from './adapter-store.js';

/** Recognises the tokens of channel adapters. */
@Injectable()
export class AdapterTokens implements OnModuleInit {
  constructor(
    private readonly verifiers: CredentialVerifiers,
    private readonly configuration: Configuration,
    private readonly store: AdapterStore,
  ) {}

  onModuleInit(): void {
    this.verifiers.register({
      prefix: 'cha_',
      kinds: ['channel-adapter'],
      verify: (token) => this.verify(token),
    });
  }

  private async verify(token: string): Promise<Authenticated | null> {
    const anchor = this.configuration.channelAdapterToken;
    const holder = await holderOf(token, anchor, (tokenHash) => this.store.seen(tokenHash));
    if (holder === null) return null;
    const { tokenHash, id: adapterId, bootId } = holder;
    return { kind: 'machine', principal: { credential: 'channel-adapter', tokenHash, adapterId, bootId } };
  }
}
