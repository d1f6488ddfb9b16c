import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../../kernel/access/declaration/caller.js';
import { Database } from '../../../../kernel/database/database.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { presentServiceProvider } from './store/connection.view.js';
import { ServiceProviderResponse } from './dto/service-provider.dto.js';
import { BY_ADMINISTRATORS } from './sso.access.js';
import { SsoSettings } from './store/sso-settings.service.js';

@Controller('v1/org/sso/service-provider')
@ApiTags('SSO')
@Access({ as: ['workspace-key', 'org-key', 'session'], ...BY_ADMINISTRATORS })
export class ServiceProviderController {
  constructor(
    private readonly db: Database,
    private readonly settings: SsoSettings,
  ) {}

  @Get()
  @Operation({
    summary: 'Get the values that an identity provider needs about this server',
    description:
      'Administrators only. The values are fixed for the organization, also before a connection exists ' +
      'and after it is deleted.',
    response: ServiceProviderResponse,
  })
  async getSsoServiceProvider(@CurrentCaller() caller: OrganizationCaller): Promise<ServiceProviderResponse> {
    const { providerName } = await this.settings.of(this.db, caller.organizationId);
    return presentServiceProvider(providerName, this.settings.urls(providerName));
  }
}
