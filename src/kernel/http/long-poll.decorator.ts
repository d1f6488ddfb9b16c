import type { FastifyRequest } from 'fastify';
import { RouteSetting } from '../routes/route-setting.decorator.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    longPoll?: true;
  }
}

/** The handler waits until there is something to tell: that an answer took long says nothing about the server. */
export const LongPoll = (): MethodDecorator => RouteSetting({ longPoll: true });

export function isLongPoll(request: FastifyRequest): boolean {
  return request.routeOptions.config.longPoll === true;
}
