import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RouteSetting } from './route-setting.decorator.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `raw`: the bytes as they came; `none`: it is not even read. */
    body?: 'raw' | 'none';
  }
}

/** The handler takes the body's bytes as they are; `mediaTypes` is documentation, the header is not judged. */
export function TakesRawBody(mediaTypes: readonly string[]): MethodDecorator {
  return applyDecorators(
    RouteSetting({ body: 'raw' }),
    ApiConsumes(...mediaTypes),
    ApiBody({ required: true, schema: { type: 'string', format: 'binary' } }),
  );
}

/** The bytes of a `@TakesRawBody` handler; empty when there was no body. */
export const RawBody = createParamDecorator((_data: unknown, context: ExecutionContext): Buffer => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
});

/** A body is nobody's business here, and stays in the socket. */
export const TakesNoBody = (): MethodDecorator => RouteSetting({ body: 'none' });
