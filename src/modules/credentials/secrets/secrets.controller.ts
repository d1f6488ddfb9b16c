import { Controller, Delete, Get, Param, Patch, Post, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { CurrentCaller, type OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import {
  type Level,
  type LevelOperation,
  organizationLevel,
  workspaceLevel,
} from '../../../kernel/http/openapi/level.js';
import { TypedBody } from '../../../kernel/http/fields/typed-body.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import {
  CreateOrgSecretRequest,
  CreateSecretRequest,
  UpdateOrgSecretRequest,
  UpdateSecretRequest,
} from './dto/secret-request.dto.js';
import { CreatedSecretResponse, SecretListItemResponse } from './dto/secret-response.dto.js';
import { secretErrors } from './secret.errors.js';
import { SecretsService } from './secrets.service.js';

/** What the document says of the operations on one level; the answers are the same on both. */
interface SecretOperations {
  readonly list: LevelOperation;
  readonly create: LevelOperation & { readonly body: Type };
  readonly update: LevelOperation & { readonly body: Type };
  readonly remove: LevelOperation;
}

const UPDATE_ERRORS = [
  secretErrors.secret_injection_required,
  secretErrors.secret_path_value_unsafe,
  secretErrors.secret_not_found,
];

function secretsController<C extends OrganizationCaller>(
  level: Level<C>,
  operations: SecretOperations,
): Type {
  const { list, create, update, remove } = operations;

  @Controller(level.path)
  @ApiTags(level.tag)
  @Access(level.access)
  class LevelSecretsController {
    constructor(private readonly secrets: SecretsService) {}

    @Get()
    @Operation({ ...list, response: [SecretListItemResponse] })
    [list.id](@CurrentCaller() caller: C): Promise<SecretListItemResponse[]> {
      return this.secrets.list(level.scopeOf(caller));
    }

    @Post()
    @Operation({ ...create, success: 201, response: CreatedSecretResponse })
    [create.id](
      @CurrentCaller() caller: C,
      @TypedBody(create.body) body: CreateSecretRequest,
    ): Promise<CreatedSecretResponse> {
      return this.secrets.create(level.scopeOf(caller), actorOf(caller), body);
    }

    @Patch(':secretId')
    @Operation({ ...update, response: SuccessResponse, errors: UPDATE_ERRORS })
    async [update.id](
      @CurrentCaller() caller: C,
      @Param('secretId') secretId: string,
      @TypedBody(update.body) body: UpdateSecretRequest,
    ): Promise<SuccessResponse> {
      await this.secrets.update(level.scopeOf(caller), actorOf(caller), secretId, body);
      return { success: true };
    }

    @Delete(':secretId')
    @Operation({ ...remove, errors: [secretErrors.secret_not_found] })
    [remove.id](@CurrentCaller() caller: C, @Param('secretId') secretId: string): Promise<void> {
      return this.secrets.remove(level.scopeOf(caller), actorOf(caller), secretId);
    }
  }

  return LevelSecretsController;
}

export const SecretsController = secretsController(workspaceLevel({ path: 'v1/secrets', tag: 'Secrets' }), {
  list: {
    id: 'listSecrets',
    summary: 'List the secrets of the workspace and those it inherits, newest first',
    description:
      'Names, hosts and injection settings, never the value. The list includes secrets that the ' +
      'organization or a partner shares with the workspace; `scope` distinguishes them.',
  },
  create: {
    id: 'createSecret',
    body: CreateSecretRequest,
    summary: 'Store a secret; a new LLM key is granted to agents that have none',
    description:
      'The value is stored encrypted. The response shows it once, masked, as `preview`. Agents receive ' +
      'the secret by a grant only, except that an LLM key is granted to every agent that has none.',
    errors: [editionErrors.quota_exhausted],
  },
  update: {
    id: 'updateSecret',
    body: UpdateSecretRequest,
    summary: 'Change a secret of the workspace',
    description:
      'Only the fields in the body change. The change applies to the next request of every agent that ' +
      'has the secret. Secrets of the organization are changed at `/v1/org/secrets`.',
  },
  remove: {
    id: 'deleteSecret',
    summary: 'Delete a secret of the workspace with its grants',
    description: 'Grants and rules for the secret are deleted too. The next request is sent without it.',
  },
});

export const OrgSecretsController = secretsController(
  organizationLevel({ path: 'v1/org/secrets', tag: 'Organization secrets' }),
  {
    list: {
      id: 'listOrgSecrets',
      summary: 'List the secrets shared by the organization, newest first',
      description: 'Administrators only. Names, hosts and injection settings, never the value.',
    },
    create: {
      id: 'createOrgSecret',
      body: CreateOrgSecretRequest,
      summary: 'Store a secret that agents of every workspace can be granted',
      description:
        'Administrators only. No agent receives the secret until a grant in its workspace or a rule of ' +
        'the organization names it. Values from 1Password are available to workspaces only.',
    },
    update: {
      id: 'updateOrgSecret',
      body: UpdateOrgSecretRequest,
      summary: 'Change a secret of the organization',
      description:
        'Administrators only. Only the fields in the body change, with immediate effect in every ' +
        'workspace that uses the secret.',
    },
    remove: {
      id: 'deleteOrgSecret',
      summary: 'Delete a secret of the organization with its grants in every workspace',
      description:
        'Administrators only. The next request of every agent that had the secret is sent without it.',
    },
  },
);
