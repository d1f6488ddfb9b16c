import type { ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessOf, type RouteAccess } from '../declaration/access.decorator.js';

/** What every guard of the chain works with. */
export interface GuardedRequest {
  rule: RouteAccess;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Throws for a handler about which nobody said who may call it: each guard fails closed by itself. */
export function guardedRequest(context: ExecutionContext): GuardedRequest {
  const rule = accessOf(context.getHandler(), context.getClass());
  if (rule === undefined || context.getType() !== 'http')
    throw new Error('A handler without an access rule was called');
  const http = context.switchToHttp();
  return { rule, request: http.getRequest<FastifyRequest>(), reply: http.getResponse<FastifyReply>() };
}
