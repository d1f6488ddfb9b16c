import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../kernel/access/declaration/access.decorator.js';
import { OTHER_PATHS } from './built-in-pages.js';
import { PagesService } from './pages.service.js';

/** No part of the API, so in no description of it (01 §23.6). */
@Controller()
@ApiExcludeController()
@Public()
export class PagesController {
  constructor(private readonly pages: PagesService) {}

  @Get(OTHER_PATHS)
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.pages.answer(request, reply);
  }

  @Get('pages/:file')
  asset(@Param('file') file: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { type, body } = this.pages.asset(file, request);
    void reply.type(type).send(body);
  }
}
