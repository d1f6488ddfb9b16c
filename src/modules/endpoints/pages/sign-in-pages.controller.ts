import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../kernel/access/declaration/access.decorator.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { SIGN_IN_PATHS } from './built-in-pages.js';
import { PagesService } from './pages.service.js';
import { AUTH } from '../../people/identity/identity.throttles.js';

/** Counted with the rest of `/auth/*` (01 §21); on Cloud not mounted, like the rest of it. */
@Controller()
@ApiExcludeController()
@Public()
@Throttled(AUTH)
export class SignInPagesController {
  constructor(private readonly pages: PagesService) {}

  @Get(SIGN_IN_PATHS)
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.pages.answer(request, reply);
  }
}
