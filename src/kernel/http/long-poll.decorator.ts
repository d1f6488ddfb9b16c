import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

interface LongPollConfig {
  longPoll?: boolean;
}

/** The handler waits until there is something to tell: that an answer took long says nothing about the server. */
export const LongPoll = (): MethodDecorator => RouteConfig({ longPoll: true } satisfies LongPollConfig);

export function isLongPoll(request: FastifyRequest): boolean {
  return (request.routeOptions.config as LongPollConfig).longPoll === true;
}
