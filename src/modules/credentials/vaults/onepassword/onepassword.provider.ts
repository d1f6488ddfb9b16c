import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { providerEgress } from '../../../../kernel/egress/provider-dispatcher.js';
import { invalidRequest } from '../../../../kernel/errors/app-error.js';
import { ONEPASSWORD } from '../provider/vault-connection.js';
import {
  VaultFailure,
  type VaultItem,
  type VaultItemFields,
  type VaultProvider,
  type VaultTitle,
} from '../provider/vault-provider.js';
import { SdkThread } from './sdk-thread.js';
import { SIGN_IN_DOMAINS, signInHostOf } from './service-account-token.js';

/** 1Password over its official SDK; the credentials are a service account token. */
@Injectable()
export class OnePasswordProvider implements VaultProvider, OnModuleDestroy {
  readonly id = ONEPASSWORD;
  private readonly thread: SdkThread;

  constructor(configuration: Configuration) {
    this.thread = new SdkThread(() => ({
      egress: providerEgress(configuration),
      domains: SIGN_IN_DOMAINS,
      integrationVersion: configuration.appVersion,
    }));
  }

  async onModuleDestroy(): Promise<void> {
    await this.thread.close();
  }

  readCredentials(body: unknown): string {
    const token = (body as { service_account_token?: unknown } | null)?.service_account_token;
    if (typeof token !== 'string' || token.trim() === '')
      throw invalidRequest('service_account_token is required');
    if (signInHostOf(token.trim()) === null)
      throw invalidRequest('service_account_token must be a 1Password service account token');
    return token.trim();
  }

  /** The host the account signs in at is its name: a service account's e-mail says nothing to people. */
  async check(token: string): Promise<{ name: string | null }> {
    const name = signInHostOf(token);
    if (name === null) throw new VaultFailure('rejected');
    await this.thread.call('vaults', token);
    return { name };
  }

  value(token: string, reference: string): Promise<string> {
    return this.thread.call('value', token, reference);
  }

  vaults(token: string): Promise<VaultTitle[]> {
    return this.thread.call('vaults', token);
  }

  items(token: string, vaultId: string): Promise<VaultItem[]> {
    return this.thread.call('items', token, vaultId);
  }

  fields(token: string, vaultId: string, itemId: string): Promise<VaultItemFields> {
    return this.thread.call('fields', token, vaultId, itemId);
  }
}
