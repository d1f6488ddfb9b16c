import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../kernel/access/access.decorator.js';
import { CallerRoutes } from './caller.routes.js';
import { answer, callOf } from './management-call.js';

/**
 * The same endpoint on the management origin, answered exactly as on the gateway's (01 §1): the route authenticates
 * by itself, so the guard lets everybody through. Described in `gateway.openapi.ts`.
 */
@Controller('v1/cache')
@ApiExcludeController()
@Public()
export class CacheController {
  constructor(private readonly routes: CallerRoutes) {}

  @Post('invalidate')
  async invalidate(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await answer(reply, await this.routes.invalidate(callOf(request, reply)));
  }
}
