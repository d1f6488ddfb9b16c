import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../kernel/errors/app-error.js';
import { validateDto } from '../../../kernel/http/fields/validation.pipe.js';
import { identityErrors } from './model/identity.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

/** The body as the given DTO; a malformed one is `VALIDATION_ERROR` in the shape of `/auth/*` (01 §11.2). */
export const AuthBody = createParamDecorator((type: new () => object, context: ExecutionContext) => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  try {
    return validateDto(type, body);
  } catch (error) {
    if (error instanceof AppError && error.definition === platformErrors.invalid_request) {
      throw new AppError(identityErrors.auth_validation_error, { message: error.message });
    }
    throw error;
  }
});
