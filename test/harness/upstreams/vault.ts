import {
  VaultFailure,
  type VaultFailureKind,
  type VaultItem,
  type VaultItemFields,
  type VaultProvider,
  type VaultTitle,
} from '../../../src/modules/credentials/vaults/provider/vault-provider.js';
import { VaultProviders } from '../../../src/modules/credentials/vaults/vault-providers.js';
import type { Owner } from '../people/accounts.js';
import type { TestServer } from '../server/server.js';

/** Plays 1Password behind the port of its adapter: what tokens it takes, what it holds, how it fails. */
export class StandInVault implements VaultProvider {
  readonly id = 'onepassword';
  /** Every call that reached it, as `call arguments`. */
  readonly asked: string[] = [];
  readonly values = new Map<string, string>();
  /** Tokens that are refused. */
  readonly revoked = new Set<string>();
  failing: VaultFailureKind | null = null;
  /** Every call takes so long. */
  delayMs = 0;

  readCredentials(body: unknown): string {
    return (body as { service_account_token: string }).service_account_token;
  }

  async check(token: string): Promise<{ name: string | null }> {
    await this.answer(token, 'check');
    return { name: 'my.1password.com' };
  }

  async value(token: string, reference: string): Promise<string> {
    await this.answer(token, `value ${reference}`);
    const value = this.values.get(reference);
    if (value === undefined) throw new VaultFailure('missing');
    return value;
  }

  async vaults(token: string): Promise<VaultTitle[]> {
    await this.answer(token, 'vaults');
    return [{ id: 'vault1', title: 'Engineering' }];
  }

  async items(token: string, vaultId: string): Promise<VaultItem[]> {
    await this.answer(token, `items ${vaultId}`);
    if (vaultId !== 'vault1') throw new VaultFailure('missing');
    return [{ id: 'item1', title: 'Stripe', category: 'ApiCredentials' }];
  }

  async fields(token: string, vaultId: string, itemId: string): Promise<VaultItemFields> {
    await this.answer(token, `fields ${vaultId} ${itemId}`);
    if (itemId !== 'item1') throw new VaultFailure('missing');
    return {
      fields: [
        { id: 'username', title: 'username', fieldType: 'Text' },
        { id: 'credential', title: 'credential', fieldType: 'Concealed', sectionId: 'keys' },
      ],
      sections: [{ id: 'keys', title: 'Keys' }],
    };
  }

  /** How often values were looked up. */
  get lookups(): number {
    return this.asked.filter((call) => call.startsWith('value ')).length;
  }

  reset(): void {
    this.asked.length = 0;
    this.values.clear();
    this.revoked.clear();
    this.failing = null;
    this.delayMs = 0;
  }

  private async answer(token: string, call: string): Promise<void> {
    this.asked.push(call);
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    if (this.failing !== null) throw new VaultFailure(this.failing);
    if (this.revoked.has(token)) throw new VaultFailure('rejected');
  }
}

/** Puts the stand-in where the server's own adapter is. */
export function useVault(server: Pick<TestServer, 'app'>, vault: StandInVault): void {
  server.app.get(VaultProviders, { strict: false }).register(vault);
}

export async function pairVault(owner: Pick<Owner, 'api'>, token = 'ops_token'): Promise<void> {
  const paired = await owner.api.post('/v1/vault/onepassword/pair', { service_account_token: token });
  if (paired.status !== 200) throw new Error(`Pairing: ${paired.status} ${paired.text}`);
}
