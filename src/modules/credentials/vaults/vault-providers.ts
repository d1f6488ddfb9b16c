import { Injectable } from '@nestjs/common';
import { OnePasswordProvider } from './onepassword/onepassword.provider.js';
import type { VaultProvider } from './provider/vault-provider.js';

/**
 * The adapters of this build by the name paths have for them. Bitwarden is none of them: pairing it answers like an
 * unknown provider (06 §16.2).
 */
@Injectable()
export class VaultProviders {
  private readonly byId = new Map<string, VaultProvider>();

  constructor(onePassword: OnePasswordProvider) {
    this.register(onePassword);
  }

  /** Takes the place of one with the same id. */
  register(provider: VaultProvider): void {
    this.byId.set(provider.id, provider);
  }

  find(id: string): VaultProvider | null {
    return this.byId.get(id) ?? null;
  }
}
