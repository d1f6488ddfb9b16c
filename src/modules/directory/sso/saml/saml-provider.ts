import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import type { IdentityProvider } from '../connections/provider/identity-provider.js';
import { type ServiceProviderUrls, serviceProviderUrls } from '../connections/store/service-provider.js';
import { SsoConnections, type UsableConnection } from '../connections/store/sso-connections.service.js';
import { SsoRefused } from '../sign-in/refusals/sso-refused.js';

/** Both sides of a SAML connection. */
export interface SamlParties {
  usable: UsableConnection;
  provider: IdentityProvider;
  urls: ServiceProviderUrls;
}

@Injectable()
export class SamlProviders {
  private readonly baseUrl: string;
  private readonly selfHosted: boolean;

  constructor(
    { apiUrl, edition }: Configuration,
    private readonly connections: SsoConnections,
  ) {
    this.baseUrl = `${apiUrl}/v1`;
    this.selfHosted = edition === 'onprem';
  }

  urlsOf(providerName: string): ServiceProviderUrls {
    return serviceProviderUrls(this.baseUrl, providerName);
  }

  knows(providerName: string): Promise<boolean> {
    return this.connections.knows(providerName);
  }

  /** By the name in an address. Throws `SsoRefused`; on Cloud sessions are made by the operator's issuer (01 §3.4). */
  async byName(providerName: string): Promise<SamlParties> {
    const usable = this.selfHosted ? await this.connections.byProvider(providerName) : null;
    if (usable === null)
      throw new SsoRefused('sso_unavailable', 'The provider has no connection that is in use');
    return this.partiesOf(usable);
  }

  partiesOf(usable: UsableConnection): SamlParties {
    const { type, identityProvider: provider } = usable.connection;
    if (type !== 'saml' || provider === null)
      throw new SsoRefused('sso_unavailable', 'The connection is not a SAML one, or was not read yet');
    return { usable, provider, urls: this.urlsOf(usable.providerName) };
  }
}
