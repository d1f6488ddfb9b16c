import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import { SecretListItemResponse } from '../../credentials/secrets/dto/secret-response.dto.js';
import { SecretsService } from '../../credentials/secrets/secrets.service.js';
import { attachmentErrors } from './attachment.errors.js';
import { AttachmentService } from './attachment.service.js';
import { PartnerStatusResponse } from './dto/partner-status.dto.js';

const ANY_MEMBER = { as: ['workspace-key', 'org-key', 'session'], level: 'organization' } as const;
const ADMINISTRATORS = { ...ANY_MEMBER, role: 'admin' } as const;

@Controller('v1/org/partner')
@ApiTags('Organization')
export class AttachmentController {
  constructor(
    private readonly attachment: AttachmentService,
    private readonly secrets: SecretsService,
  ) {}

  @Get('status')
  @Access(ADMINISTRATORS)
  @Operation({
    summary: 'Get whether a partner created the organization',
    description:
      'Administrators only. Names the partner, and whether it still lends secrets to the organization.',
    response: PartnerStatusResponse,
  })
  getPartnerStatus(@CurrentCaller() caller: OrganizationCaller): Promise<PartnerStatusResponse> {
    return this.attachment.status(caller);
  }

  @Get('inherited-secrets')
  @Access(ANY_MEMBER)
  @Operation({
    summary: 'List the secrets that the partner lends to the organization, newest first',
    description:
      'Used where the organization and its workspaces have no secret of their own. The organization ' +
      'cannot change them. Empty without a partner, after detaching, and while the partner is ' +
      'suspended.',
    response: [SecretListItemResponse],
  })
  listInheritedPartnerSecrets(
    @CurrentCaller() caller: OrganizationCaller,
  ): Promise<SecretListItemResponse[]> {
    return this.secrets.listLent(caller.organizationId);
  }

  @Post('detach')
  @Access(ADMINISTRATORS)
  @Operation({
    summary: 'Detach the organization from its partner',
    description:
      'Administrators only, after the organization is claimed. This cannot be undone. From the next ' +
      "request on, agents do not receive the partner's secrets. The partner still lists the " +
      'organization as detached.',
    response: SuccessResponse,
    errors: [attachmentErrors.no_partner, attachmentErrors.not_claimed_yet],
  })
  async detachFromPartner(@CurrentCaller() caller: OrganizationCaller): Promise<SuccessResponse> {
    await this.attachment.detach(caller);
    return { success: true };
  }
}
