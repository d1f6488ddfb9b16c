import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/access.decorator.js';
import type { OrganizationCaller } from '../../../kernel/access/caller.js';
import { CurrentCaller } from '../../../kernel/access/current-caller.decorator.js';
import { Operation } from '../../../kernel/http/operation.decorator.js';
import { UsageResponse } from './dto/usage.dto.js';
import { UsageService } from './usage.service.js';

@Controller('v1/org/usage')
@ApiTags('Organization')
@Access({ as: ['org-key', 'session'], level: 'organization' })
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @Operation({
    summary: 'What the organization has in use and what its plan allows',
    description:
      'Any member may look. A limit of `null` is unlimited, as everything is on self-hosted ' + 'servers.',
    response: UsageResponse,
  })
  getOrgUsage(@CurrentCaller() { organizationId }: OrganizationCaller): Promise<UsageResponse> {
    return this.usage.of(organizationId);
  }
}
