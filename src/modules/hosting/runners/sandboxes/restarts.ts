import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import type { AgentRow } from '../../../policy/agents/records/agent.view.js';
import { HostedAgents } from '../../../policy/agents/hosted-agents.js';
import { RunRecovery } from '../../conversations/runs/run-recovery.js';
import { AgentSetups } from '../records/agent-setups.js';
import { type OutdatedSandbox, SandboxConfigurations } from './sandbox-configurations.js';

const AT_ONCE = 20;

/**
 * A sandbox that was made of another model, token or key than its agent has now is made anew (04 §1.7); runs in it follow
 * 04 §8.4. Asked for by whoever hands out its work, and before that, so that no run begins in the old one.
 */
@Injectable()
export class Restarts {
  constructor(
    private readonly db: Database,
    private readonly configurations: SandboxConfigurations,
    private readonly agents: HostedAgents,
    private readonly setups: AgentSetups,
    private readonly recovery: RunRecovery,
  ) {}

  async check(runnerId: string): Promise<void> {
    for (const sandbox of await this.configurations.outdated(runnerId, AT_ONCE))
      await this.look(runnerId, sandbox);
  }

  private async look(runnerId: string, { configHash, epoch, ...sandbox }: OutdatedSandbox): Promise<void> {
    const place = { runnerId, agentId: sandbox.agentId };
    const agent = await this.agents.get(this.db, sandbox, sandbox.agentId).catch(deleted);
    const setup = agent && (await this.setups.of(sandbox, agent));
    // Without an agent there is nothing to make, and without a certificate nothing to compare.
    if (setup === null || setup === 'agent_start_failed') return;
    if (typeof setup !== 'string' && setup.configHash === configHash)
      return this.configurations.isStill(place, configHash, epoch);
    // What is handed out from here on is made of the new.
    const held = await this.recovery.heldBy(this.db, place);
    if (await this.configurations.isOver(place, configHash)) await this.recovery.loseNow(held);
  }
}

function deleted(error: unknown): AgentRow | null {
  if (error instanceof AppError) return null;
  throw error;
}
