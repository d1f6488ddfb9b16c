import { All, Controller, NotFoundException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';

/**
 * Every path under `/v1/operator` that no other handler takes: the token is asked for before anybody learns
 * which paths exist (07 A3). Handlers of areas win over this one because their paths are more exact.
 */
@ApiExcludeController()
@Controller('v1/operator')
@Access({ as: ['operator'], level: 'none' })
export class OperatorFrameController {
  @All('*')
  unknown(): never {
    throw new NotFoundException();
  }
}
