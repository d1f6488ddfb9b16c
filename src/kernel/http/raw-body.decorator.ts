import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

interface RawBodyConfig {
  rawBody?: boolean;
}

/** The handler takes the body's bytes as they are; `mediaTypes` is documentation, the header is not judged. */
export function TakesRawBody(mediaTypes: readonly string[]): MethodDecorator {
  return applyDecorators(
    RouteConfig({ rawBody: true } satisfies RawBodyConfig),
    ApiConsumes(...mediaTypes),
    ApiBody({ required: true, schema: { type: 'string', format: 'binary' } }),
  );
}

/** The bytes of a `@TakesRawBody` handler; empty when there was no body. */
export const RawBody = createParamDecorator((_data: unknown, context: ExecutionContext): Buffer => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
});

export function takesRawBody(request: FastifyRequest): boolean {
  return (request.routeOptions.config as RawBodyConfig).rawBody === true;
}
