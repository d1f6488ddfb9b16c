import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import {
  type OrganizationCaller,
  type WorkspaceCaller,
  CurrentCaller,
} from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import {
  EffectiveAppPermissionsQuery,
  EffectiveAppPermissionsResponse,
  OrgEffectiveAppPermissionsQuery,
} from './dto/effective-app-permissions.dto.js';
import { EffectiveAgentsResponse, EffectiveCredentialsResponse } from './dto/effective-credentials.dto.js';
import { EffectiveRulesQuery, EffectiveRulesResponse } from './dto/effective-rules.dto.js';
import { EffectiveCredentialsService } from './effective-credentials.service.js';
import { EffectivePermissionsService } from './effective-permissions.service.js';
import { EffectiveRulesService } from './effective-rules.service.js';
import { agentErrors } from '../agents/records/agent.errors.js';
import { policyErrors } from '../../foundation/policy-sets/policy.errors.js';
import { grantErrors } from '../grants/grant.errors.js';

@Controller('v1')
@ApiTags('Effective policy')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class EffectivePolicyController {
  constructor(
    private readonly rulesInForce: EffectiveRulesService,
    private readonly effectivePermissions: EffectivePermissionsService,
    private readonly effectiveCredentials: EffectiveCredentialsService,
  ) {}

  @Get('policy/effective-rules')
  @Operation({
    summary: 'List the rules in force in the workspace',
    description:
      'Everyone who can use the workspace sees its rules, including grants. Rules of the organization ' +
      'are shown to its administrators only.',
    response: EffectiveRulesResponse,
    errors: [agentErrors.agent_not_found],
  })
  getEffectiveRules(
    @CurrentCaller() caller: WorkspaceCaller,
    @Query() { agentId }: EffectiveRulesQuery,
  ): Promise<EffectiveRulesResponse> {
    return this.rulesInForce.rules(caller, agentId);
  }

  @Get('policy/effective-app-permissions')
  @Operation({
    summary: 'Get the effective permission of each tool of an app',
    description:
      'One decision per tool, from the rules of the organization, the rules of the workspace and the ' +
      'grants. For one agent or account the decision is exact; otherwise it may be `mixed`. Nothing is ' +
      'changed or counted.',
    response: EffectiveAppPermissionsResponse,
    errors: [policyErrors.unknown_provider, agentErrors.agent_not_found, grantErrors.connection_not_found],
  })
  getEffectiveAppPermissions(
    @CurrentCaller() caller: WorkspaceCaller,
    @Query() query: EffectiveAppPermissionsQuery,
  ): Promise<EffectiveAppPermissionsResponse> {
    return this.effectivePermissions.ofWorkspace(caller, query);
  }

  @Get('org/policy/effective-app-permissions')
  @Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization', role: 'admin' })
  @Operation({
    summary: "Get the organization's permission for each tool of an app",
    description:
      'Administrators only. Workspaces and grants are not considered, so this is the most any agent ' +
      'can be allowed.',
    response: EffectiveAppPermissionsResponse,
    errors: [policyErrors.unknown_provider],
  })
  getOrgEffectiveAppPermissions(
    @CurrentCaller() caller: OrganizationCaller,
    @Query() { provider }: OrgEffectiveAppPermissionsQuery,
  ): Promise<EffectiveAppPermissionsResponse> {
    return this.effectivePermissions.ofOrganization(caller, provider);
  }

  @Get('agents/:agentId/effective-credentials')
  @Operation({
    summary: 'List the credentials of an agent and the rules that grant them',
    description:
      'Each credential that the gateway would write for this agent, the rules that grant it, and ' +
      'whether other rules leave any use of it.',
    response: EffectiveCredentialsResponse,
    errors: [agentErrors.agent_not_found],
  })
  getAgentEffectiveCredentials(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
  ): Promise<EffectiveCredentialsResponse> {
    return this.effectiveCredentials.ofAgent(caller, agentId);
  }

  @Get('connections/:connectionId/effective-agents')
  @Operation({
    summary: 'List what each agent can do with a connection',
    description:
      "For every agent of the workspace: whether it has the account, and how many of the app's tools " +
      'it could use.',
    response: EffectiveAgentsResponse,
    errors: [grantErrors.connection_not_found],
  })
  getConnectionEffectiveAgents(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('connectionId') connectionId: string,
  ): Promise<EffectiveAgentsResponse> {
    return this.effectiveCredentials.ofConnection(caller, connectionId);
  }
}
