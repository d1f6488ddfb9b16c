import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
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
    summary: 'What the agents of the workspace asked for, newest first',
    description:
      'The request log of the workspace in pages, each with a cursor for the next one; everybody ' +
      'who can use the workspace may read it. Who is no administrator does not learn the name of an ' +
      'organization rule that decided.',
    response: ActivityResponse,
  })
  listActivity(
    @CurrentCaller() caller: WorkspaceCaller,
    @Query() query: ActivityQuery,
  ): Promise<ActivityResponse> {
    return this.activity.list(caller, query);
  }
}
