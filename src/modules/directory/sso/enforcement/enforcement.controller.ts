import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { editionErrors } from '../../../foundation/editions/edition.errors.js';
import { BY_ADMINISTRATORS } from '../connections/sso.access.js';
import { ssoErrors } from '../connections/provider/sso.errors.js';
import { SsoEnforcementResponse, UpdateSsoEnforcementRequest } from './dto/sso-enforcement.dto.js';
import { Enforcement } from './enforcement.service.js';

@Controller('v1/org/sso/enforcement')
@ApiTags('SSO')
@Access({ as: ['org-key', 'session'], ...BY_ADMINISTRATORS })
export class EnforcementController {
  constructor(private readonly enforcement: Enforcement) {}

  @Get()
  @Access({ as: ['workspace-key', 'org-key', 'session'], ...BY_ADMINISTRATORS })
  @Operation({
    summary: 'Get whether single sign-on is required, and whether it can be',
    description:
      'Administrators only. Check `exemptMemberCount` before you require single sign-on: without an ' +
      'exempt member, all people of the verified domains are locked out if the provider fails.',
    response: SsoEnforcementResponse,
  })
  getSsoEnforcement(@CurrentCaller() caller: OrganizationCaller): Promise<SsoEnforcementResponse> {
    return this.enforcement.get(caller);
  }

  @Patch()
  @Operation({
    summary: 'Set whether single sign-on is required and whether people join by it',
    description:
      'Administrators only. Applies to the next request of every session of the verified domains, ' +
      'including your own, except those of exempt members. API keys, agent tokens and SCIM tokens are ' +
      'never affected, and the requirement can always be turned off.',
    response: SsoEnforcementResponse,
    errors: [ssoErrors.sso_cannot_be_required, editionErrors.plan_required],
  })
  updateSsoEnforcement(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: UpdateSsoEnforcementRequest,
  ): Promise<SsoEnforcementResponse> {
    return this.enforcement.update(caller, body);
  }
}
