import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { ErrorDefinition } from '../../errors/error-definition.js';
import { RouteSetting } from '../../routes/route-setting.decorator.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `raw`: the bytes as they came; `none`: it is not even read. */
    body?: 'raw' | 'none';
    /** Bytes a body of this route may have; without it `BODY_LIMIT_BYTES`. */
    largestBody?: number;
    /** How a larger one is refused, where the contract asks for another shape than the envelope. */
    tooLarge?: ErrorDefinition;
  }
}

const FORM = 'application/x-www-form-urlencoded';

/** What a body may have, and how a larger one is refused. */
interface LargestBody {
  bytes: number;
  error: ErrorDefinition;
}

/** The handler takes the body's bytes as they are; `mediaTypes` is documentation, the header is not judged. */
export function TakesRawBody(mediaTypes: readonly string[], largest?: LargestBody): MethodDecorator {
  return takesBytes(mediaTypes, { type: 'string', format: 'binary' }, largest);
}

/** As above, of a form that a browser or a service posts; `fields` is documentation, each with its description. */
export function TakesRawForm(
  fields: Readonly<Record<string, string>>,
  largest?: LargestBody,
): MethodDecorator {
  const properties = Object.entries(fields).map(([name, description]) => [
    name,
    { type: 'string', description },
  ]);
  return takesBytes([FORM], { type: 'object', properties: Object.fromEntries(properties) }, largest);
}

function takesBytes(
  mediaTypes: readonly string[],
  schema: Record<string, unknown>,
  largest?: LargestBody,
): MethodDecorator {
  return applyDecorators(
    RouteSetting({
      body: 'raw',
      ...(largest && { largestBody: largest.bytes, tooLarge: largest.error }),
    }),
    ApiConsumes(...mediaTypes),
    ApiBody({ required: true, schema }),
  );
}

/** The bytes of a `@TakesRawBody` handler; empty when there was no body. */
export const RawBody = createParamDecorator((_data: unknown, context: ExecutionContext): Buffer => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
});

/** What a directory sends of a large group (05 §10.2.1). */
const LARGE_BODY_BYTES = 2_097_152;

export const TakesLargeBody = (): MethodDecorator => RouteSetting({ largestBody: LARGE_BODY_BYTES });

/** A body is nobody's business here, and stays in the socket. */
export const TakesNoBody = (): MethodDecorator => RouteSetting({ body: 'none' });
