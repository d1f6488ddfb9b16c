import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { organizationScope } from '../../../kernel/database/scope.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { CreateOrgSecretRequest, UpdateOrgSecretRequest } from './dto/secret-request.dto.js';
import { CreatedSecretResponse, SecretListItemResponse } from './dto/secret-response.dto.js';
import { SecretsService } from './secrets.service.js';
import { secretErrors } from './secret.errors.js';

@Controller('v1/org/secrets')
@ApiTags('Organization secrets')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization', role: 'admin' })
export class OrgSecretsController {
  constructor(private readonly secrets: SecretsService) {}

  @Get()
  @Operation({
    summary: 'List the secrets shared by the organization, newest first',
    description: 'Administrators only. Names, hosts and injection settings, never the value.',
    response: [SecretListItemResponse],
  })
  listOrgSecrets(@CurrentCaller() caller: OrganizationCaller): Promise<SecretListItemResponse[]> {
    return this.secrets.list(organizationScope(caller));
  }

  @Post()
  @Operation({
    summary: 'Store a secret that agents of every workspace can be granted',
    description:
      'Administrators only. No agent receives the secret until a grant in its workspace or a rule of ' +
      'the organization names it. Values from 1Password are available to workspaces only.',
    success: 201,
    response: CreatedSecretResponse,
  })
  createOrgSecret(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: CreateOrgSecretRequest,
  ): Promise<CreatedSecretResponse> {
    return this.secrets.create(organizationScope(caller), actorOf(caller), body);
  }

  @Patch(':secretId')
  @Operation({
    summary: 'Change a secret of the organization',
    description:
      'Administrators only. Only the fields in the body change, with immediate effect in every ' +
      'workspace that uses the secret.',
    response: SuccessResponse,
    errors: [
      secretErrors.secret_injection_required,
      secretErrors.secret_path_value_unsafe,
      secretErrors.secret_not_found,
    ],
  })
  async updateOrgSecret(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('secretId') secretId: string,
    @Body() body: UpdateOrgSecretRequest,
  ): Promise<SuccessResponse> {
    await this.secrets.update(organizationScope(caller), actorOf(caller), secretId, body);
    return { success: true };
  }

  @Delete(':secretId')
  @Operation({
    summary: 'Delete a secret of the organization with its grants in every workspace',
    description:
      'Administrators only. The next request of every agent that had the secret is sent without it.',
    errors: [secretErrors.secret_not_found],
  })
  deleteOrgSecret(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('secretId') secretId: string,
  ): Promise<void> {
    return this.secrets.remove(organizationScope(caller), actorOf(caller), secretId);
  }
}
