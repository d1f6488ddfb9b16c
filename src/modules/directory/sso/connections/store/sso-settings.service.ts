import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../../kernel/config/configuration.js';
import { randomHex } from '../../../../../kernel/crypto/tokens.js';
import type { Store } from '../../../../../kernel/database/database.js';
import { type ServiceProviderUrls, serviceProviderUrls } from './service-provider.js';
import { SsoSettingsEntity } from './sso-settings.entity.js';

/** 24 hexadecimal digits. */
const NAME_BYTES = 12;

/** What single sign-on is to an organization; made when it is first looked at, so that URLs stand before connections. */
@Injectable()
export class SsoSettings {
  private readonly baseUrl: string;

  constructor({ apiUrl }: Configuration) {
    this.baseUrl = `${apiUrl}/v1`;
  }

  async of(store: Store, organizationId: string): Promise<SsoSettingsEntity> {
    const rows = store.repository(SsoSettingsEntity);
    const known = await rows.findOneBy({ organizationId });
    if (known !== null) return known;
    await store.query(
      `INSERT INTO sso_settings (organization_id, provider_name) VALUES ($1, $2)
       ON CONFLICT (organization_id) DO NOTHING`,
      [organizationId, `org-${randomHex(NAME_BYTES)}`],
    );
    return rows.findOneByOrFail({ organizationId });
  }

  /** Under the configured address, whatever name the request was sent to. */
  urls(providerName: string): ServiceProviderUrls {
    return serviceProviderUrls(this.baseUrl, providerName);
  }
}
