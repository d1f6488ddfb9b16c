import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, map, type Observable } from 'rxjs';
import { ScimRefusal } from '../../../../domain/protocols/scim/refusal.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { mediaTypeOf } from '../../../../kernel/errors/presenter.js';
import { PublicUrls } from '../../../../kernel/http/public-urls.js';
import { errorOfType } from './scim.errors.js';

/** The media type of every answer, and refusals of the domain in the error of their `scimType` (05 §10.2, §10.3). */
@Injectable()
export class ScimAnswers implements NestInterceptor {
  constructor(private readonly urls: PublicUrls) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    request.scimBase = `${this.urls.api(request)}/scim/v2`;
    return next.handle().pipe(
      map((body: unknown) => {
        if (body === undefined) return undefined;
        void reply.header('content-type', mediaTypeOf('scim'));
        // To text and objects the framework would add a charset, which this type has none of.
        return Buffer.from(JSON.stringify(body));
      }),
      catchError((error: unknown) => {
        throw error instanceof ScimRefusal
          ? new AppError(errorOfType(error.scimType), { message: error.message })
          : error;
      }),
    );
  }
}
