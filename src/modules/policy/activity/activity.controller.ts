import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { ActivityService } from './activity.service.js';
import { ActivityResponse, ActivityQuery } from './dto/activity.dto.js';

@Controller('v1/activity')
@ApiTags('Internal')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Get()
  @Operation({
    summary: "List the requests of the workspace's agents, newest first",
    description:
      "Pages of the workspace's request log, each with a cursor for the next one. Everyone who can use " +
      'the workspace may read it. The name of an organization rule that decided a request is shown to ' +
      'administrators only.',
    response: ActivityResponse,
  })
  listActivity(
    @CurrentCaller() caller: WorkspaceCaller,
    @Query() query: ActivityQuery,
  ): Promise<ActivityResponse> {
    return this.activity.list(caller, query);
  }
}
