import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { type TenantScope, workspaceScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { CONNECT } from '../connect-flow/connect-flow.throttles.js';
import { DirectConnectService } from '../connect-flow/direct-connect.service.js';
import { ConnectAppRequest, ConnectedResponse } from '../connect-flow/dto/connect-app.dto.js';
import { AUTHORIZE_REFUSALS, CONNECT_REFUSALS } from './connect-refusals.js';
import { ConsentStart } from './consent-start.js';
import { AuthorizeAppQuery } from './dto/authorize.dto.js';
import { TargetOrganization } from './target-organization.js';

/** Both take an organization in place of the workspace, so neither is asked for by the access rule (03 §2, §5). */
@Controller('v1/apps')
@ApiTags('Apps')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization' })
@Throttled(CONNECT)
export class ConnectController {
  constructor(
    private readonly direct: DirectConnectService,
    private readonly consent: ConsentStart,
    private readonly target: TargetOrganization,
  ) {}

  @Post(':provider/connect')
  @ApiBody({ type: ConnectAppRequest })
  @Operation({
    summary: 'Connect an account with credentials that a person entered',
    description:
      'The server checks the credentials at the provider before it stores them. A known account ' +
      'receives the new credentials and keeps its grants. With `X-Organization-Id` an administrator ' +
      'connects the account for that organization.',
    response: ConnectedResponse,
    errors: CONNECT_REFUSALS.workspace,
  })
  async connectApp(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
  ): Promise<ConnectedResponse> {
    const scope = await this.scopeOf(request, caller);
    const by = { ...actorOf(caller), userId: caller.userId };
    const { id, label, created } = await this.direct.connect(scope, by, provider, body);
    const shown = created && scope.workspaceId !== null;
    return { success: true, ...(shown && { connection: { id, label } }) };
  }

  @Get(':provider/authorize')
  @Operation({
    summary: 'Redirect the browser to the provider for consent',
    description:
      'A browser opens this endpoint and returns with a connected account. The scopes are those of the ' +
      'catalogue. `_token`, `_workspace` and `_org` replace the headers that a link cannot set.',
    success: 302,
    errors: AUTHORIZE_REFUSALS.workspace,
  })
  async authorizeApp(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Query() query: AuthorizeAppQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const scope = await this.scopeOf(request, caller);
    await this.consent.redirect({ request, reply }, caller, scope, { provider, query });
  }

  private async scopeOf(request: FastifyRequest, caller: OrganizationCaller): Promise<TenantScope> {
    const organization = await this.target.behindDoor(request, caller);
    if (organization !== null) return organization;
    const { organizationId, workspaceId } = caller;
    if (workspaceId === null) throw new AppError(platformErrors.workspace_header_required);
    return workspaceScope({ organizationId, workspaceId });
  }
}
