import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Principal } from './caller.js';

/**
 * The authenticated caller. Its static type is the handler's promise: `WorkspaceCaller` on level `workspace`,
 * `OrganizationCaller` on level `organization`, `Caller` on level `person`.
 */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const principal = context.switchToHttp().getRequest<FastifyRequest>().principal;
  if (principal === undefined) throw new Error(`${context.getHandler().name} is public and has no caller`);
  return principal;
});
