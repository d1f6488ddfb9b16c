import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { AppClientsService } from '../app-clients/app-clients.service.js';
import { CONNECT } from '../connect-flow/connect-flow.throttles.js';
import { DirectConnectService } from '../connect-flow/direct-connect.service.js';
import { ConnectAppRequest } from '../connect-flow/dto/connect-app.dto.js';
import { AUTHORIZE_REFUSALS, CONNECT_REFUSALS } from './connect-refusals.js';
import { ConsentStart } from './consent-start.js';
import { AwsExternalIdResponse } from './dto/app-config.dto.js';
import { AuthorizeOrgAppQuery } from './dto/authorize.dto.js';
import { TargetOrganization } from './target-organization.js';

@Controller('v1/org/apps')
@ApiTags('Organization apps')
@Access({ as: ['org-key', 'session'], level: 'organization' })
export class OrgConnectController {
  constructor(
    private readonly clients: AppClientsService,
    private readonly direct: DirectConnectService,
    private readonly consent: ConsentStart,
    private readonly target: TargetOrganization,
  ) {}

  @Get('aws-external-id')
  @Access({ as: ['org-key', 'session'], level: 'organization', role: 'admin' })
  @Operation({
    summary: 'Get the external id that AWS roles shared by the organization must trust',
    description:
      'Administrators only. The first call creates the id, and it never changes. Roles that a ' +
      'workspace connects trust the id of that workspace: `GET /v1/apps/aws-external-id`.',
    response: AwsExternalIdResponse,
  })
  async getOrgAwsExternalId(
    @CurrentCaller() { organizationId }: OrganizationCaller,
  ): Promise<AwsExternalIdResponse> {
    return { externalId: await this.clients.awsExternalId({ organizationId, workspaceId: null }) };
  }

  /** The role is asked for by the handler, whose refusal is flat (03 §8). */
  @Post(':provider/connect')
  @Throttled(CONNECT)
  @ApiBody({ type: ConnectAppRequest })
  @Operation({
    summary: 'Connect an account that agents of every workspace can be granted',
    description:
      'Administrators only. The server checks the credentials at the provider before it stores them. A ' +
      'known account receives the new credentials.',
    response: SuccessResponse,
    errors: CONNECT_REFUSALS.organization,
  })
  async connectOrgApp(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Body() body: unknown,
  ): Promise<SuccessResponse> {
    const scope = await this.target.named(caller);
    await this.direct.connect(scope, { ...actorOf(caller), userId: caller.userId }, provider, body);
    return { success: true };
  }

  @Get(':provider/authorize')
  @Throttled(CONNECT)
  @Operation({
    summary: 'Redirect the browser to the provider for consent on behalf of the organization',
    description:
      'Administrators only. The flow ends at the same pages as `GET /v1/apps/{provider}/authorize`.',
    success: 302,
    errors: AUTHORIZE_REFUSALS.organization,
  })
  async authorizeOrgApp(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Query() query: AuthorizeOrgAppQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const scope = await this.target.named(caller, query.org || undefined);
    await this.consent.redirect({ request, reply }, caller, scope, { provider, query });
  }
}
