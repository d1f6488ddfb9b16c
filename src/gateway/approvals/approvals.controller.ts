import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../kernel/access/access.decorator.js';
import { LongPoll } from '../../kernel/http/long-poll.decorator.js';
import { answer, callOf } from '../control/management-call.js';
import { ApprovalRoutes } from './approval.routes.js';

/**
 * The same endpoints on the management origin, answered exactly as on the gateway's (01 §1): the routes
 * authenticate by themselves, so the guard lets everybody through. Described in `approvals.openapi.ts`.
 */
@Controller('v1')
@ApiExcludeController()
@Public()
export class ApprovalsController {
  constructor(private readonly routes: ApprovalRoutes) {}

  @Get('approvals/pending')
  @LongPoll()
  async pending(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await answer(reply, await this.routes.pending(callOf(request, reply)));
  }

  @Get('org/approvals/pending')
  @LongPoll()
  async pendingOfOrganization(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await answer(reply, await this.routes.pendingOfOrganization(callOf(request, reply)));
  }

  @Post('approvals/:id/decision')
  async decide(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    await answer(reply, await this.routes.decide(callOf(request, reply), id));
  }
}
