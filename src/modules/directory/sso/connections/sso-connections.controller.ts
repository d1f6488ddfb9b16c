import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { editionErrors } from '../../../foundation/editions/edition.errors.js';
import { RequiresPlan } from '../../../foundation/editions/plan.guard.js';
import { ConnectionAdministration } from './connection-administration.service.js';
import { ConnectionTest } from './connection-test.service.js';
import { SsoConnectionResponse, SsoTestResponse } from './dto/sso-connection.dto.js';
import { CreateSsoConnectionRequest, UpdateSsoConnectionRequest } from './dto/sso-connection-requests.dto.js';
import { BY_ADMINISTRATORS } from './sso.access.js';
import { ssoErrors } from './provider/sso.errors.js';
import { SSO_TEST } from './sso.throttles.js';

/** A key for one workspace must not change how a company signs in (05 §1.3.3): writes refuse it. */
@Controller('v1/org/sso/connections')
@ApiTags('SSO')
@Access({ as: ['org-key', 'session'], ...BY_ADMINISTRATORS })
export class SsoConnectionsController {
  constructor(
    private readonly connections: ConnectionAdministration,
    private readonly tests: ConnectionTest,
  ) {}

  @Get()
  @Access({ as: ['workspace-key', 'org-key', 'session'], ...BY_ADMINISTRATORS })
  @Operation({
    summary: 'List the connections of the organization to identity providers',
    description: 'Administrators only. An organization has at most one connection.',
    response: [SsoConnectionResponse],
  })
  listSsoConnections(@CurrentCaller() caller: OrganizationCaller): Promise<SsoConnectionResponse[]> {
    return this.connections.list(caller);
  }

  @Get(':connectionId')
  @Access({ as: ['workspace-key', 'org-key', 'session'], ...BY_ADMINISTRATORS })
  @Operation({
    summary: 'Get a connection',
    description: 'Administrators only. Includes all values that the identity provider needs.',
    response: SsoConnectionResponse,
    errors: [ssoErrors.sso_connection_not_found],
  })
  getSsoConnection(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('connectionId') connectionId: string,
  ): Promise<SsoConnectionResponse> {
    return this.connections.get(caller, connectionId);
  }

  @Post()
  @RequiresPlan('sso')
  @Operation({
    summary: 'Connect the identity provider of the organization',
    description:
      "Administrators only. The provider's published metadata is fetched and checked before anything " +
      'is stored. People of verified domains can sign in through the provider immediately. The first ' +
      'sign-in makes the connection active.',
    success: 201,
    response: SsoConnectionResponse,
    errors: [
      ssoErrors.identity_provider_unusable,
      ssoErrors.sso_connection_exists,
      editionErrors.plan_required,
    ],
  })
  createSsoConnection(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: CreateSsoConnectionRequest,
  ): Promise<SsoConnectionResponse> {
    return this.connections.create(caller, body);
  }

  @Patch(':connectionId')
  @Operation({
    summary: 'Change, enable or disable a connection',
    description:
      'Administrators only. A changed metadata source or issuer is checked as at creation. The ' +
      'connection cannot be disabled while single sign-on is required.',
    response: SsoConnectionResponse,
    errors: [
      ssoErrors.sso_connection_not_found,
      ssoErrors.wrong_sso_protocol,
      ssoErrors.identity_provider_unusable,
      ssoErrors.sso_secret_unreadable,
      ssoErrors.sso_connection_required,
      editionErrors.plan_required,
    ],
  })
  updateSsoConnection(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('connectionId') connectionId: string,
    @Body() body: UpdateSsoConnectionRequest,
  ): Promise<SsoConnectionResponse> {
    return this.connections.update(caller, connectionId, body);
  }

  @Delete(':connectionId')
  @Operation({
    summary: 'Disconnect the identity provider',
    description:
      'Administrators only. Links of people to their accounts at the provider are deleted. Existing ' +
      'sessions continue as ordinary sessions.',
    errors: [ssoErrors.sso_connection_not_found, ssoErrors.sso_connection_required],
  })
  deleteSsoConnection(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('connectionId') connectionId: string,
  ): Promise<void> {
    return this.connections.delete(caller, connectionId);
  }

  @Post(':connectionId/test')
  @RequiresPlan('sso')
  @Throttled(SSO_TEST)
  @Operation({
    summary: 'Test whether the identity provider can be used as configured',
    description: 'Administrators only. Changes nothing. Each failed check names the likely mistake.',
    success: 200,
    response: SsoTestResponse,
    errors: [ssoErrors.sso_connection_not_found, editionErrors.plan_required],
  })
  testSsoConnection(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('connectionId') connectionId: string,
  ): Promise<SsoTestResponse> {
    return this.tests.run(caller, connectionId);
  }
}
