import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../kernel/access/access.decorator.js';
import type { WorkspaceCaller } from '../../kernel/access/caller.js';
import { CurrentCaller } from '../../kernel/access/current-caller.decorator.js';
import { Operation } from '../../kernel/http/operation.decorator.js';
import { CacheInvalidation } from './cache-invalidation.js';
import { InvalidatedResponse } from './cache.dto.js';

/** The management origin's door to the gateway's cache, so that a dashboard needs one origin. */
@Controller('v1/cache')
@ApiTags('Internal')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class CacheController {
  constructor(private readonly invalidation: CacheInvalidation) {}

  @Post('invalidate')
  @Operation({
    id: 'invalidateGatewayCache',
    summary: 'Drop what the gateway resolved for the workspace',
    response: InvalidatedResponse,
  })
  async invalidate(@CurrentCaller() caller: WorkspaceCaller): Promise<InvalidatedResponse> {
    await this.invalidation.invalidate(caller.workspaceId);
    return { invalidated: true };
  }
}
