import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import { RequiresPlan } from '../../foundation/editions/plan.guard.js';
import { CreatedScimTokenResponse, CreateScimTokenRequest, ScimTokenResponse } from './dto/scim-token.dto.js';
import { scimTokenErrors } from './scim-token.errors.js';
import { ScimTokensService } from './scim-tokens.service.js';

const BY_ADMINISTRATORS = {
  level: 'organization',
  role: 'admin',
  edition: 'enterprise',
  feature: 'Directory provisioning',
} as const;

/** A key for one workspace must not change who is in a company (05 §1.3.3): writes refuse it. */
@Controller('v1/org/scim/tokens')
@ApiTags('SCIM tokens')
@Access({ as: ['org-key', 'session'], ...BY_ADMINISTRATORS })
export class ScimTokensController {
  constructor(private readonly tokens: ScimTokensService) {}

  @Get()
  @Access({ as: ['workspace-key', 'org-key', 'session'], ...BY_ADMINISTRATORS })
  @Operation({
    summary: 'List the active SCIM tokens, oldest first',
    description: 'Administrators only. Token values are never shown again.',
    response: [ScimTokenResponse],
  })
  listScimTokens(@CurrentCaller() caller: OrganizationCaller): Promise<ScimTokenResponse[]> {
    return this.tokens.list(caller);
  }

  @Post()
  @RequiresPlan('provisioning')
  @Operation({
    summary: 'Create a SCIM token for an identity provider',
    description:
      'Administrators only, at most 20 at a time. The token does not expire and stays valid when its ' +
      'creator leaves. Only this response contains its value.',
    success: 201,
    response: CreatedScimTokenResponse,
    showsCredential: true,
    errors: [scimTokenErrors.too_many_scim_tokens, editionErrors.plan_required],
  })
  createScimToken(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: CreateScimTokenRequest,
  ): Promise<CreatedScimTokenResponse> {
    return this.tokens.create(caller, body.label);
  }

  @Delete(':tokenId')
  @Operation({
    summary: 'Revoke a SCIM token',
    description:
      'Administrators only. The token is refused immediately. Users and groups that it created are ' +
      'kept.',
    errors: [scimTokenErrors.scim_token_not_found],
  })
  revokeScimToken(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('tokenId') tokenId: string,
  ): Promise<void> {
    return this.tokens.revoke(caller, tokenId);
  }
}
