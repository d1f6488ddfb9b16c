import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Projection } from '../../../../domain/protocols/scim/projection.js';
import type { ScimCaller } from '../../../../kernel/access/declaration/caller.js';
import { readProjection } from './list-request.js';
import type { ScimMeta } from './scim-meta.js';
import { isObject } from '../../../../domain/protocols/scim/attribute-name.js';
import { ScimRefusal } from '../../../../domain/protocols/scim/refusal.js';
import { RefusedInput } from '../../../../kernel/http/body/refused-input.js';

const CREATED = 201;

declare module 'fastify' {
  interface FastifyRequest {
    /** Where SCIM is, for clients behind whatever stands in front of this server (05 §10.2.2); without trailing slash. */
    scimBase?: string;
  }
}

/** One request of a directory: who asks, what is to be shown, and how one resource is answered. */
export class ScimCall {
  constructor(
    readonly caller: ScimCaller,
    readonly projection: Projection,
    readonly base: string,
    private readonly reply: FastifyReply,
  ) {}

  /** The resource as it was asked for; says where it is (RFC 7644 §3.1). */
  answer(resource: { meta: ScimMeta }): object {
    announce(this.reply, resource);
    return this.projection.apply(resource);
  }
}

export function announce(reply: FastifyReply, { meta: { location } }: { meta: ScimMeta }): void {
  void reply.header('content-location', location);
  if (reply.statusCode === CREATED) void reply.header('location', location);
}

/** Refuses a projection that makes no sense, before anything is written. */
export const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): ScimCall => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const reply = context.switchToHttp().getResponse<FastifyReply>();
  return new ScimCall(
    request.principal as ScimCaller,
    readProjection(request.query as object),
    request.scimBase!,
    reply,
  );
});

export const ScimBase = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    context.switchToHttp().getRequest<FastifyRequest>().scimBase!,
);

/** The body, which is a JSON object. */
export const Message = createParamDecorator((_: unknown, context: ExecutionContext): object =>
  readMessage(context.switchToHttp().getRequest<FastifyRequest>().body),
);

/** The body of a write; whatever is not a JSON object is refused (R24.15). */
function readMessage(body: unknown): object {
  if (body instanceof RefusedInput) throw new ScimRefusal('invalidSyntax', body.reason);
  if (!isObject(body)) throw new ScimRefusal('invalidSyntax', 'The body is not a JSON object.');
  return body;
}
