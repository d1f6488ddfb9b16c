import { All, Controller, type Type } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Access, Public } from '../../../kernel/access/declaration/access.decorator.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { Retirement } from './retirements.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

export interface RetiredHandler {
  answer(this: void): never;
}

const LIKE_ITS_NEIGHBOURS = Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' });

/** A controller that says `410` for every method of the paths; described by `retired.openapi.ts`. */
export function retiredController({ paths, authFirst, message }: Retirement): Type<RetiredHandler> {
  @Controller()
  @ApiExcludeController()
  class RetiredController implements RetiredHandler {
    @All([...paths])
    @(authFirst ? LIKE_ITS_NEIGHBOURS : Public())
    answer(): never {
      throw new AppError(platformErrors.retired, { message });
    }
  }
  return RetiredController;
}
