import { All, Controller, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../kernel/access/access.decorator.js';
import { unknownRoute } from '../../kernel/errors/error.filter.js';
import { answer, callOf } from '../control/management-call.js';
import { VaultRoutes } from './vault.routes.js';

/**
 * The same endpoints on the management origin, answered exactly as on the gateway's (01 §1): the routes
 * authenticate by themselves, so the guard lets everybody through. Described in `vaults.openapi.ts`.
 */
@Controller('v1/vault')
@ApiExcludeController()
@Public()
export class VaultsController {
  constructor(private readonly routes: VaultRoutes) {}

  @All('*')
  async handle(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const answered = await this.routes.handle(callOf(request, reply));
    if (answered === null) throw unknownRoute(request);
    await answer(reply, answered);
  }
}
