import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../kernel/access/access.decorator.js';
import type { WorkspaceCaller } from '../../kernel/access/caller.js';
import { CurrentCaller } from '../../kernel/access/current-caller.decorator.js';
import { Operation } from '../../kernel/http/operation.decorator.js';
import { EffectiveRulesQuery, EffectiveRulesResponse } from './dto/effective-rules.dto.js';
import { EffectiveRulesService } from './effective-rules.service.js';

@Controller('v1')
@ApiTags('Effective policy')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class EffectivePolicyController {
  constructor(private readonly rulesInForce: EffectiveRulesService) {}

  @Get('policy/effective-rules')
  @Operation({
    id: 'getEffectiveRules',
    summary: 'The rules in force in the workspace',
    response: EffectiveRulesResponse,
    errors: ['invalid_request', 'agent_not_found'],
  })
  rules(
    @CurrentCaller() caller: WorkspaceCaller,
    @Query() { agentId }: EffectiveRulesQuery,
  ): Promise<EffectiveRulesResponse> {
    return this.rulesInForce.rules(caller, agentId);
  }
}
