import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../../../kernel/access/declaration/access.decorator.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { FaviconQuery } from './dto/favicon.dto.js';
import { faviconErrors } from './favicon.errors.js';
import { FaviconsOfferedGuard } from './favicons-offered.guard.js';
import { FaviconsService } from './favicons.service.js';

/** A picture opened on its own must not be a page of this origin. */
const INERT = "default-src 'none'; sandbox";

/** Icons of sites, outside the public API (01 §19.9). */
@Controller('v1')
@ApiTags('Internal')
@Public()
export class FaviconsController {
  constructor(private readonly favicons: FaviconsService) {}

  @Get('favicon')
  @UseGuards(FaviconsOfferedGuard)
  @Operation({
    summary: 'Get the icon of a site',
    description:
      'Public, if the operator enables it. The server fetches the icon over the public internet, never ' +
      'from private addresses, and caches it for a while.',
    response: { mediaType: 'image/*' },
    errors: [platformErrors.unknown_route, faviconErrors.favicon_unavailable],
  })
  async getFavicon(
    @Query() query: FaviconQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const { contentType, bytes } = await this.favicons.of(query.domain);
    void reply.headers({
      'content-type': contentType,
      'cache-control': 'public, max-age=86400, immutable',
      'content-security-policy': INERT,
    });
    return bytes;
  }
}
