import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import type { ScimCaller } from '../../../../kernel/access/declaration/caller.js';
import { ScimTokensService } from '../../scim-tokens/scim-tokens.service.js';

/** Notes that a directory is alive; what cannot be noted fails no request (05 §7). */
@Injectable()
export class ScimTokenUse implements NestInterceptor {
  private readonly log = new Logger(ScimTokenUse.name);

  constructor(private readonly tokens: ScimTokensService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
    this.tokens.noteUse((principal as ScimCaller).credentialId).catch((error: unknown) => {
      this.log.warn({ err: error }, 'last use of a token could not be recorded');
    });
    return next.handle();
  }
}
