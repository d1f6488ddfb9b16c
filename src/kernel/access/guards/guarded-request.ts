import type { ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessOf, type RouteAccess } from '../declaration/access.decorator.js';

/** What every guard of the chain works with. */
export interface GuardedRequest {
  rule: RouteAccess;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Declared {
  readonly handler: object;
  readonly controller: object;
  readonly guarded: GuardedRequest;
}

/** Of requests on their way through the chain, so that the first guard alone reads the declaration. */
const declared = new WeakMap<FastifyRequest, Declared>();

/** Throws for a handler about which nobody said who may call it: each guard fails closed by itself. */
export function guardedRequest(context: ExecutionContext): GuardedRequest {
  const [handler, controller] = [context.getHandler(), context.getClass()];
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const known = declared.get(request);
  if (known?.handler === handler && known.controller === controller) return known.guarded;
  const rule = accessOf(handler, controller);
  if (rule === undefined || context.getType() !== 'http')
    throw new Error('A handler without an access rule was called');
  const guarded = { rule, request, reply: http.getResponse<FastifyReply>() };
  declared.set(request, { handler, controller, guarded });
  return guarded;
}
