import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type PartnerCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import {
  SecretListItemResponse,
  StoredSecretResponse,
} from '../../credentials/secrets/dto/secret-response.dto.js';
import { secretErrors } from '../../credentials/secrets/secret.errors.js';
import { CreatePartnerSecretRequest, UpdatePartnerSecretRequest } from './dto/partner-secret.dto.js';
import { PartnerSecretsService } from './partner-secrets.service.js';

@Controller('v1/partner/secrets')
@ApiTags('Partner Secrets')
@Access({ as: ['partner-key', 'session'], level: 'partner' })
export class PartnerSecretsController {
  constructor(private readonly secrets: PartnerSecretsService) {}

  @Get()
  @Operation({
    summary: 'List the secrets that the partner lends, newest first',
    description: 'Names, hosts and injection settings, never the value.',
    response: [SecretListItemResponse],
  })
  listPartnerSecrets(@CurrentCaller() caller: PartnerCaller): Promise<SecretListItemResponse[]> {
    return this.secrets.list(caller);
  }

  @Post()
  @Operation({
    summary: 'Store a secret that every attached organization inherits',
    description:
      'Applies immediately and without a grant to every agent of every attached organization, where ' +
      'the organization has no secret of its own. The value is stored encrypted. The response shows it ' +
      'once, masked, as `preview`.',
    success: 201,
    response: StoredSecretResponse,
  })
  createPartnerSecret(
    @CurrentCaller() caller: PartnerCaller,
    @Body() body: CreatePartnerSecretRequest,
  ): Promise<StoredSecretResponse> {
    return this.secrets.create(caller, body);
  }

  @Patch(':secretId')
  @Operation({
    summary: 'Change a secret of the partner',
    description:
      'Only the fields in the body change, with immediate effect in every organization that inherits ' +
      'the secret.',
    response: SuccessResponse,
    errors: [
      secretErrors.secret_injection_required,
      secretErrors.secret_path_value_unsafe,
      secretErrors.secret_not_found,
    ],
  })
  async updatePartnerSecret(
    @CurrentCaller() caller: PartnerCaller,
    @Param('secretId') secretId: string,
    @Body() body: UpdatePartnerSecretRequest,
  ): Promise<SuccessResponse> {
    await this.secrets.update(caller, secretId, body);
    return { success: true };
  }

  @Delete(':secretId')
  @Operation({
    summary: 'Delete a secret of the partner with its budgets and their spending',
    description: 'The next request of every agent that inherited the secret is sent without it.',
    errors: [secretErrors.secret_not_found],
  })
  deletePartnerSecret(
    @CurrentCaller() caller: PartnerCaller,
    @Param('secretId') secretId: string,
  ): Promise<void> {
    return this.secrets.remove(caller, secretId);
  }
}
