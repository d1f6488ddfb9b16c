import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../kernel/access/declaration/caller.js';
import { Operation } from '../../kernel/http/openapi/operation.decorator.js';
import { SimulateRequest } from './dto/simulate-request.dto.js';
import { SimulationResponse } from './dto/simulation.dto.js';
import { readSimulatedRequest } from './simulated-request.js';
import { presentSimulation } from './simulation.view.js';
import { Simulator } from './simulator.js';
import { agentErrors } from '../../modules/policy/agents/records/agent.errors.js';

@Controller('v1/policy/simulate')
@ApiTags('Effective policy')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class SimulationController {
  constructor(private readonly simulator: Simulator) {}

  @Post()
  @Operation({
    summary: 'Simulate one request of an agent and explain the decision',
    description:
      'Runs the steps of the gateway for a request that is never sent. Nothing is counted, held, ' +
      'logged or injected, and no host is contacted. Rules that the caller may not see are redacted.',
    response: SimulationResponse,
    errors: [agentErrors.agent_not_found],
  })
  async simulatePolicy(
    @CurrentCaller() caller: WorkspaceCaller,
    @Body() body: SimulateRequest,
  ): Promise<SimulationResponse> {
    const request = readSimulatedRequest(body);
    const simulation = await this.simulator.run(caller, body.agentId, request);
    return presentSimulation(simulation, request, caller);
  }
}
