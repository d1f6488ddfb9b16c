import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
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
    summary: 'The secrets shared by the organization, newest first',
    description: 'Administrators only; names, hosts and where a value goes, never the value.',
    response: [SecretListItemResponse],
  })
  listOrgSecrets(@CurrentCaller() caller: OrganizationCaller): Promise<SecretListItemResponse[]> {
    return this.secrets.list(organizationScope(caller));
  }

  @Post()
  @Operation({
    summary: 'Stores a secret that agents of every workspace can be granted',
    description:
      'Administrators only. Nobody gets it by that alone: agents need a grant in their workspace or ' +
      'a rule of the organization. Values out of 1Password are for workspaces.',
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
    summary: 'Changes a secret of the organization',
    description:
      'Administrators only. Only the fields that are given change, in force at once in every ' +
      'workspace that uses it.',
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
    summary: 'Deletes a secret of the organization with its grants in every workspace',
    description: 'Administrators only. The next request of every agent that had it goes out without it.',
    errors: [secretErrors.secret_not_found],
  })
  deleteOrgSecret(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('secretId') secretId: string,
  ): Promise<void> {
    return this.secrets.remove(organizationScope(caller), actorOf(caller), secretId);
  }
}
