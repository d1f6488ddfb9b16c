import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { RunnerListResponse } from './dto/runner-list.dto.js';
import { KnownRunners } from './placement/known-runners.js';

/** Who runs hosted agents here (04 §9.5). */
@Controller('v1/runners')
@ApiTags('Internal')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization', role: 'admin' })
export class RunnersController {
  constructor(private readonly runners: KnownRunners) {}

  @Get()
  @Operation({
    summary: 'List the runners of this deployment, oldest first',
    description: 'Administrators only. Runners belong to the deployment, not to an organization.',
    response: RunnerListResponse,
  })
  async listRunners(): Promise<RunnerListResponse> {
    return { runners: await this.runners.list() };
  }
}
