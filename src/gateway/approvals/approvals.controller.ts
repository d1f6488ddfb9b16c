import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Caller,
  type CredentialKind,
  type WorkspaceCaller,
  CurrentCaller,
} from '../../kernel/access/declaration/caller.js';
import { ControlEndpoint } from '../../kernel/access/declaration/control-endpoint.decorator.js';
import { LostAccess } from '../../kernel/access/open-streams/lost-access.js';
import { RenewedAccess } from '../../kernel/access/open-streams/renewed-access.js';
import { Configuration } from '../../kernel/config/configuration.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { platformErrors } from '../../kernel/errors/platform-errors.js';
import { goneSignal } from '../../kernel/http/gone-signal.js';
import { LongPoll } from '../../kernel/http/long-poll.decorator.js';
import { Operation } from '../../kernel/http/openapi/operation.decorator.js';
import { actorOf } from '../../modules/foundation/audit/model/audit-origin.js';
import { approvalErrors } from '../../modules/policy/approvals/approval.errors.js';
import type { ApprovalScope } from '../../modules/policy/approvals/approval.js';
import { toPendingItem } from '../../modules/policy/approvals/approval.view.js';
import { ApprovalsService } from '../../modules/policy/approvals/approvals.service.js';
import { toSentBody } from './sent-body.js';
import {
  DecidedResponse,
  DecisionRequest,
  LONGEST_WAIT_SECONDS,
  PendingResponse,
  PollQuery,
  SentBodyResponse,
} from './dto/approvals.dto.js';

/** A chat channel decides with a service key of its workspace (05 §12.1). */
const DECIDERS = ['workspace-key', 'org-key', 'session', 'service-key'] as const satisfies CredentialKind[];
/** Service keys are minted for features of this product; nobody is given one. */
const DESCRIBED = ['workspaceKey', 'organizationKey', 'session'];

/** Polling and deciding (06 §15.4 to §15.6). */
@Controller('v1')
export class ApprovalsController {
  constructor(
    private readonly configuration: Configuration,
    private readonly access: RenewedAccess,
    private readonly approvals: ApprovalsService,
    private readonly lostAccess: LostAccess,
  ) {}

  @Get('approvals/pending')
  @ApiTags('Approvals')
  @ControlEndpoint({ as: DECIDERS })
  @LongPoll()
  @Operation({
    summary: 'List the requests of the workspace that wait for a decision',
    description:
      'Long polling: if no request is pending, the response waits up to 30 s. Everyone who can use the ' +
      'workspace sees the pending requests. Likely credentials are removed from headers and preview. ' +
      '`POST /v1/approvals/{id}/decision` decides.',
    security: DESCRIBED,
    response: PendingResponse,
  })
  listPendingApprovals(
    @CurrentCaller() caller: WorkspaceCaller,
    @Query() query: PollQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PendingResponse> {
    return this.poll(caller, query, request, reply);
  }

  /** Organization keys only; the licence is looked at last (06 §15.6). */
  @Get('org/approvals/pending')
  @ApiTags('Organization approvals')
  @ControlEndpoint({ as: DECIDERS, level: 'person', edition: 'enterprise', licensedByHandler: true })
  @LongPoll()
  @Operation({
    summary: 'List the requests of every workspace that wait for a decision',
    description:
      'Requires an organization key and a licence; otherwise the same as for one workspace. A request ' +
      'is decided in the workspace that it names, with `POST /v1/approvals/{id}/decision`.',
    security: ['organizationKey'],
    response: PendingResponse,
    errors: [approvalErrors.organization_scope_required],
  })
  async listOrgPendingApprovals(
    @CurrentCaller() { credential, organizationId }: Caller,
    @Query() query: PollQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PendingResponse> {
    if (credential !== 'org-key' || organizationId === null)
      throw new AppError(approvalErrors.organization_scope_required);
    if (!this.configuration.entitled) {
      const message = 'Organization approvals need an Enterprise license.';
      throw new AppError(platformErrors.enterprise_license_required, { message });
    }
    return this.poll({ organizationId, workspaceId: null }, query, request, reply);
  }

  @Get('approvals/:id/body')
  @ApiTags('Approvals')
  @ControlEndpoint({ as: DECIDERS })
  @Operation({
    summary: 'Get the body of a held request',
    description:
      'The body as it will be sent, up to `GATEWAY_CONDITION_BODY_BYTES`, before credentials are ' +
      'written. A summary with `incomplete` does not show the whole body.',
    security: DESCRIBED,
    response: SentBodyResponse,
    errors: [approvalErrors.approval_not_found],
  })
  async getApprovalBody(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<SentBodyResponse> {
    const sent = await this.approvals.sentBody(caller, id);
    // The holder may have taken seconds (05 §2.8).
    await this.access.require(request);
    return toSentBody(sent, this.configuration.gateway.conditionBodyBytes);
  }

  @Post('approvals/:id/decision')
  @ApiTags('Approvals')
  @ControlEndpoint({ as: DECIDERS })
  @Operation({
    summary: 'Approve or deny a held request',
    description:
      'Everyone who can use the workspace may decide. The first decision counts. With `approve` this ' +
      'one request is sent as it was shown. The next similar request is held again.',
    security: DESCRIBED,
    response: DecidedResponse,
    errors: [approvalErrors.approval_not_found, approvalErrors.approval_expired],
  })
  async submitApprovalDecision(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('id') id: string,
    @Body() { decision }: DecisionRequest,
  ): Promise<DecidedResponse> {
    const { organizationId, workspaceId, userId } = caller;
    const actor = { ...actorOf(caller), userId };
    await this.approvals.decide({ organizationId, workspaceId, actor, auditedAs: 'agent' }, id, decision);
    return { success: true };
  }

  /** A poll waits for half a minute: whoever lost their access meanwhile is refused and sees nothing any more (05 §2.8). */
  private async poll(
    { organizationId, workspaceId }: ApprovalScope,
    { exclude = '', wait: waitSeconds = LONGEST_WAIT_SECONDS }: PollQuery,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<PendingResponse> {
    const scope = { organizationId, workspaceId };
    const lost = this.lostAccess.watch(scope, request);
    const gone = AbortSignal.any([goneSignal(reply.raw), lost.signal]);
    const excluded = exclude.split(',').map((id) => id.trim());
    try {
      const poll = { exclude: excluded, waitSeconds, gone };
      const found = await this.approvals.pending(scope, poll);
      lost.signal.throwIfAborted();
      if (found.length > 0 && waitSeconds > 0) await this.access.require(request);
      return { requests: found.map(toPendingItem), timeoutSeconds: this.configuration.approvalTimeoutSecs };
    } finally {
      lost.stop();
    }
  }
}
