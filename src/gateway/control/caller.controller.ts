import { Controller, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type WorkspaceCaller, CurrentCaller } from '../../kernel/access/declaration/caller.js';
import { ControlEndpoint } from '../../kernel/access/declaration/control-endpoint.decorator.js';
import { Field } from '../../kernel/http/fields/fields.js';
import { Operation } from '../../kernel/http/openapi/operation.decorator.js';
import { TakesNoBody } from '../../kernel/http/body/raw-body.decorator.js';
import { CacheInvalidation } from './cache-invalidation.js';

class InvalidatedResponse {
  @Field.boolean() invalidated: boolean;
}

/** 06 §16. */
@Controller()
@ApiTags('Internal')
export class CallerController {
  constructor(private readonly cache: CacheInvalidation) {}

  @Get('me')
  @ControlEndpoint({ gatewayOnly: true })
  @Header('content-type', 'text/plain; charset=utf-8')
  @Operation({
    summary: 'Id of the calling user',
    description:
      'Lets a client check whose credential it has before it uses the gateway. Nothing is changed.',
    response: { mediaType: 'text/plain' },
  })
  getGatewayCaller(@CurrentCaller() { userId }: WorkspaceCaller): string {
    return userId;
  }

  @Post('v1/cache/invalidate')
  @ControlEndpoint()
  @TakesNoBody()
  @Operation({
    summary: "Drop the gateway's cached state of the workspace",
    description:
      'Kept for older clients: every write does this automatically. All processes resolve the requests ' +
      'of the workspace again.',
    response: InvalidatedResponse,
  })
  async invalidateGatewayCache(
    @CurrentCaller() { workspaceId }: WorkspaceCaller,
  ): Promise<InvalidatedResponse> {
    await this.cache.invalidate(workspaceId);
    return { invalidated: true };
  }
}
