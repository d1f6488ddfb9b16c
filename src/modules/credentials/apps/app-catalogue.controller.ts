import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import { AppClientsService } from '../app-clients/app-clients.service.js';
import { appErrors, requireApp } from './app.errors.js';
import { PermissionDefinitionResponse } from './dto/app.dto.js';

/** What is the same in every workspace, so that none has to be named (03 §4). */
@Controller('v1/apps')
@ApiTags('Apps')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization' })
export class AppCatalogueController {
  constructor(
    private readonly catalog: AppCatalog,
    private readonly clients: AppClientsService,
  ) {}

  @Get('env-defaults')
  @Operation({
    summary: 'List the apps that can be connected with an OAuth client of the operator',
    description:
      'Apps for which the operator registered an OAuth client, so that they can be connected without a ' +
      'client of your own. Needs no workspace.',
    response: { schema: { type: 'array', items: { type: 'string' } } },
  })
  listEnvDefaultApps(): string[] {
    return this.clients.offeredByOperator();
  }

  @Get('permission-definitions')
  @Operation({
    summary: 'List the tools of every app that has tools',
    description: 'Names and descriptions of the tools, without their hosts and paths.',
    response: [PermissionDefinitionResponse],
  })
  listPermissionDefinitions(): PermissionDefinitionResponse[] {
    return this.catalog.all
      .map(({ id }) => this.catalog.permissionDefinition(id))
      .filter((definition) => definition !== null);
  }

  @Get(':provider/permission-definition')
  @Operation({
    summary: 'List the tools of an app',
    description:
      'Names and descriptions, as organization rules and grants use them. Group wildcards are for ' +
      'rules only.',
    response: PermissionDefinitionResponse,
    errors: [appErrors.app_unknown, appErrors.app_without_tools],
  })
  getPermissionDefinition(@Param('provider') provider: string): PermissionDefinitionResponse {
    const { id } = requireApp(this.catalog, provider);
    const definition = this.catalog.permissionDefinition(id);
    if (definition === null) throw new AppError(appErrors.app_without_tools);
    return definition;
  }
}
