import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database } from '../../../../kernel/database/database.js';
import { SsoSettings } from '../connections/store/sso-settings.service.js';
import type { SsoLookupResponse } from './dto/sso-lookup.dto.js';

const OF_DOMAIN = `SELECT s.provider_name AS provider, s.required AS enforced
  FROM domains d
  JOIN sso_connections c ON c.organization_id = d.organization_id AND c.status <> 'disabled'
  JOIN sso_settings s ON s.organization_id = d.organization_id
  WHERE d.domain = split_part($1, '@', 2) AND d.verified_at IS NOT NULL`;

/** Whose identity provider an address belongs to. Looks at its domain alone: who has an account shows in nothing. */
@Injectable()
export class HomeRealm {
  private readonly enforcing: boolean;

  constructor(
    private readonly db: Database,
    private readonly settings: SsoSettings,
    { ssoEnforcementDisabled }: Configuration,
  ) {
    this.enforcing = !ssoEnforcementDisabled;
  }

  async find(email: string): Promise<SsoLookupResponse> {
    const [found] = await this.db.query<{ provider: string; enforced: boolean }>(OF_DOMAIN, [email]);
    if (found === undefined) return { sso: false };
    const { provider, enforced } = found;
    const { loginUrl } = this.settings.urls(provider);
    return { sso: true, provider, enforced: enforced && this.enforcing, loginUrl };
  }
}
