import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { workspaceScope } from '../../../kernel/database/scope.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { CreateSecretRequest, UpdateSecretRequest } from './dto/secret-request.dto.js';
import { CreatedSecretResponse, SecretListItemResponse } from './dto/secret-response.dto.js';
import { SecretsService } from './secrets.service.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import { secretErrors } from './secret.errors.js';

@Controller('v1/secrets')
@ApiTags('Secrets')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class SecretsController {
  constructor(private readonly secrets: SecretsService) {}

  @Get()
  @Operation({
    summary: 'List the secrets of the workspace and those it inherits, newest first',
    description:
      'Names, hosts and injection settings, never the value. The list includes secrets that the ' +
      'organization or a partner shares with the workspace; `scope` distinguishes them.',
    response: [SecretListItemResponse],
  })
  listSecrets(@CurrentCaller() caller: WorkspaceCaller): Promise<SecretListItemResponse[]> {
    return this.secrets.list(workspaceScope(caller));
  }

  @Post()
  @Operation({
    summary: 'Store a secret; a new LLM key is granted to agents that have none',
    description:
      'The value is stored encrypted. The response shows it once, masked, as `preview`. Agents receive ' +
      'the secret by a grant only, except that an LLM key is granted to every agent that has none.',
    success: 201,
    response: CreatedSecretResponse,
    errors: [editionErrors.quota_exhausted],
  })
  createSecret(
    @CurrentCaller() caller: WorkspaceCaller,
    @Body() body: CreateSecretRequest,
  ): Promise<CreatedSecretResponse> {
    return this.secrets.create(workspaceScope(caller), actorOf(caller), body);
  }

  @Patch(':secretId')
  @Operation({
    summary: 'Change a secret of the workspace',
    description:
      'Only the fields in the body change. The change applies to the next request of every agent that ' +
      'has the secret. Secrets of the organization are changed at `/v1/org/secrets`.',
    response: SuccessResponse,
    errors: [
      secretErrors.secret_injection_required,
      secretErrors.secret_path_value_unsafe,
      secretErrors.secret_not_found,
    ],
  })
  async updateSecret(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('secretId') secretId: string,
    @Body() body: UpdateSecretRequest,
  ): Promise<SuccessResponse> {
    await this.secrets.update(workspaceScope(caller), actorOf(caller), secretId, body);
    return { success: true };
  }

  @Delete(':secretId')
  @Operation({
    summary: 'Delete a secret of the workspace with its grants',
    description: 'Grants and rules for the secret are deleted too. The next request is sent without it.',
    errors: [secretErrors.secret_not_found],
  })
  deleteSecret(@CurrentCaller() caller: WorkspaceCaller, @Param('secretId') secretId: string): Promise<void> {
    return this.secrets.remove(workspaceScope(caller), actorOf(caller), secretId);
  }
}
