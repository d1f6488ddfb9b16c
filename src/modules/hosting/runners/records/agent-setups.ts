import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { TurnErrorCode } from '../../../../domain/agents/conversations/turn-failure.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import { AgentEnvironment } from '../../../policy/agent-environment/agent-environment.js';
import type { AgentRow } from '../../../policy/agents/records/agent.view.js';
import { AgentModels } from '../../../policy/agents/models/agent-models.service.js';

/** What a sandbox of an agent is made of (04 §9.3). Another hash means another sandbox. */
export interface AgentSetup {
  readonly harness: string | null;
  readonly model: string;
  readonly effort: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly { path: string; content: string }[];
  readonly warnings: readonly string[];
  readonly configHash: string;
}

@Injectable()
export class AgentSetups {
  constructor(
    private readonly configuration: Configuration,
    private readonly models: AgentModels,
    private readonly environment: AgentEnvironment,
  ) {}

  /** As of now. A code tells why the agent cannot run: no key, or no certificate of this server yet. */
  async of(scope: WorkspaceScope, agent: AgentRow): Promise<AgentSetup | TurnErrorCode> {
    const selected = await this.models.nextTurn(scope, agent);
    if (selected === null) return 'no_model_key';
    const found = await this.environment.of(scope, agent, this.configuration.appUrl);
    if (typeof found === 'string') return 'agent_start_failed';
    const { env, stubs, warnings, caCertificate, caCertificateContainerPath } = found;
    const files = [
      { path: caCertificateContainerPath, content: caCertificate },
      ...stubs.map(({ containerPath, content }) => ({ path: containerPath, content })),
    ];
    const { harness } = agent;
    const { model, effort } = selected;
    const configHash = hashOf([env, files.map(({ path }) => path), harness, selected]);
    return { harness, model, effort, env, files, warnings, configHash };
  }
}

/** What tells the time is left out of it. */
function hashOf(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts));
}
