import { All, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import { AppError } from '../../../kernel/errors/app-error.js';
import { mediaTypeOf } from '../../../kernel/errors/presenter.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { ScimEndpoint } from './protocol/scim-endpoint.js';
import { scimErrors } from './protocol/scim.errors.js';

const NOT_OFFERED = {
  success: 501,
  response: { mediaType: mediaTypeOf('scim'), schema: { $ref: '#/components/schemas/ScimError' } },
};

/** Everything else below the path: what RFC 7644 has and this service has not, and what does not exist. */
@Controller('scim/v2')
@ApiTags('SCIM')
@ScimEndpoint()
export class ScimElsewhereController {
  @Get('Me')
  @Operation({
    summary: 'Not supported: a directory is not a user',
    description: 'Always refused: a token belongs to a directory, not to a user.',
    ...NOT_OFFERED,
  })
  scimMe(): never {
    throw new AppError(scimErrors.scim_not_implemented);
  }

  @Post('Bulk')
  @Operation({
    summary: 'Not supported: one resource per request',
    description: 'Always refused: resources are written one at a time, each in its own transaction.',
    ...NOT_OFFERED,
  })
  scimBulk(): never {
    throw new AppError(scimErrors.scim_not_implemented);
  }

  /** A method that RFC 7644 §3.11 has for `/Me` is as little offered as another. */
  @All(['', '*'])
  @ApiExcludeEndpoint()
  unknown(@Param('*') path: string | undefined): never {
    throw new AppError(path === 'Me' ? scimErrors.scim_not_implemented : scimErrors.scim_unknown_endpoint);
  }
}
