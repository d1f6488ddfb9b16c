import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';

/** Adds to what other decorators said of the route; Nest's `RouteConfig` alone would replace it. */
export function RouteSetting(setting: FastifyContextConfig): MethodDecorator {
  return (target, key, descriptor) => {
    const said = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as
      FastifyContextConfig | undefined;
    RouteConfig({ ...said, ...setting })(target, key, descriptor);
  };
}
