import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ChannelAdapterCaller } from '../../../../kernel/access/declaration/caller.js';
import {
  type Authenticated,
  CredentialVerifiers,
} from '../../../../kernel/access/credentials/credential-verifiers.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { equalSecrets, sha256 } from '../../../../kernel/crypto/tokens.js';
import { AdapterStore } from './adapter-store.js';

/**
 * Recognises the tokens of channel adapters (04 §7.1): those that are known, and the operator's, which may become known.
 * One that was revoked stays known, so that the setting cannot bring it back.
 */
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

  /** Whatever a known adapter asks is a sign of life (04 §7.2). */
  private async verify(token: string): Promise<Authenticated | null> {
    const tokenHash = sha256(token);
    const known = await this.store.seen(tokenHash);
    if (known?.revoked) return null;
    if (known !== null) return machine({ tokenHash, adapterId: known.id, bootId: known.bootId });
    const anchor = this.configuration.channelAdapterToken;
    const mayRegister = anchor !== null && equalSecrets(token, anchor);
    return mayRegister ? machine({ tokenHash, adapterId: null, bootId: null }) : null;
  }
}

function machine(adapter: Omit<ChannelAdapterCaller, 'credential'>): Authenticated {
  return { kind: 'machine', principal: { credential: 'channel-adapter', ...adapter } };
}
