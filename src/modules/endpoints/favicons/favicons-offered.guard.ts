import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Configuration } from '../../../kernel/config/configuration.js';
import { unknownRoute } from '../../../kernel/http/server/error.filter.js';

/** Before the query is judged: where the operator switched it off, the endpoint is not there (01 §19.9). */
@Injectable()
export class FaviconsOfferedGuard implements CanActivate {
  constructor(private readonly configuration: Configuration) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.configuration.faviconProxy) {
      throw unknownRoute(context.switchToHttp().getRequest<FastifyRequest>());
    }
    return true;
  }
}
