import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { UsageQuery, UsageResponse } from './dto/usage.dto.js';
import { readAskedLines } from './asked-lines.js';
import { LlmUsageService } from './llm-usage.service.js';
import { UsageService } from './usage.service.js';
import { LimitUsageService } from './limit-usage.service.js';

@Controller('v1/org/usage')
@ApiTags('Organization')
@Access({ as: ['org-key', 'session'], level: 'organization' })
export class UsageController {
  constructor(
    private readonly usage: UsageService,
    private readonly limitUsage: LimitUsageService,
    private readonly llmUsage: LlmUsageService,
  ) {}

  @Get()
  @Operation({
    summary: 'Get the usage and the plan limits of the organization',
    description:
      'Every member may read it. A limit of `null` means unlimited; on self-hosted servers all plan ' +
      'limits are `null`. `limits` are the limits of this server for one organization. With ' +
      '`include=llm` the response also has tokens and cost of models by agent, model and day, newest ' +
      'first and in pages, for the workspaces that you may use.',
    response: UsageResponse,
  })
  async getOrgUsage(
    @CurrentCaller() caller: OrganizationCaller,
    @Query() query: UsageQuery,
  ): Promise<UsageResponse> {
    const asked = readAskedLines(query);
    const [plan, limits] = await Promise.all([
      this.usage.of(caller.organizationId),
      this.limitUsage.of(caller),
    ]);
    const usage = { ...plan, limits };
    return query.include === 'llm' ? { ...usage, llm: await this.llmUsage.of(caller, asked) } : usage;
  }
}
