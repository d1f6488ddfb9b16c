import { Injectable } from '@nestjs/common';
import { type Read, Remembered } from '../../../../kernel/egress/remembered.js';
import { discoveryUrl } from '../connections/provider/discovery-document.js';
import { ProviderFetch } from '../connections/provider/provider-fetch.js';
import type { UsableConnection } from '../connections/store/sso-connections.service.js';
import { type OpenIdProvider, readOpenIdProvider } from './openid-provider.js';

const MAX_PROVIDERS = 1000;
/** A moved endpoint heals within that time. */
const LIFETIME_MS = 600_000;

/** Configurations of providers, read from themselves (OpenID Connect Discovery 1.0 §4). */
@Injectable()
export class OpenIdProviders {
  private readonly known = new Remembered<OpenIdProvider>(MAX_PROVIDERS);

  constructor(private readonly fetch: ProviderFetch) {}

  /** Throws when the provider gives none that is its own. */
  of({ connection: { issuer } }: UsableConnection): Promise<OpenIdProvider> {
    return this.known.get(issuer!, () => this.discover(issuer!));
  }

  private async discover(issuer: string): Promise<Read<OpenIdProvider>> {
    const { status, body } = await this.fetch.get(discoveryUrl(issuer), { accept: 'application/json' });
    if (status !== 200) throw new Error(`the discovery document was answered with status ${status}`);
    return { value: readOpenIdProvider(body, issuer), milliseconds: LIFETIME_MS };
  }
}
