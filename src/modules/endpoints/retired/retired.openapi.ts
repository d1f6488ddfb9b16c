import type { Type } from '@nestjs/common';
import { describeAccess } from '../../../kernel/access/declaration/openapi-access.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { addErrors } from '../../../kernel/http/openapi/openapi-errors.js';
import type { OpenApiContributions } from '../../../kernel/http/openapi/openapi-contributions.js';
import type { OperationObject } from '../../../kernel/http/openapi/openapi-transform.js';
import type { RetiredHandler } from './retired.controller.js';
import type { Retirement } from './retirements.js';

type Paths = Parameters<OpenApiContributions['register']>[0];

/** The operations clients may still call, each under its own method and answered only with refusals. */
export function retiredPaths(
  { operations, message, was }: Retirement,
  controller: Type<RetiredHandler>,
): Paths {
  const paths: Record<string, Paths[string]> = {};
  const prototype = controller.prototype as RetiredHandler;
  const access = describeAccess(prototype.answer, controller);
  for (const [operationId, route] of Object.entries(operations)) {
    const [method = '', path = ''] = route.split(' ');
    const operation: OperationObject = {
      operationId,
      summary: message,
      description: `${was} All methods are refused.`,
      tags: ['Internal'],
      deprecated: true,
      parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      security: access.security,
      'x-availability': access.availability,
      responses: {},
    };
    addErrors(operation, [{ ...platformErrors.retired, message }, ...access.errors]);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return paths;
}
