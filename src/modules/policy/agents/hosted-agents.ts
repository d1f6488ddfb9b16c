import { Injectable } from '@nestjs/common';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { AgentStore } from './records/agent-store.js';
import { agentErrors } from './records/agent.errors.js';
import type { AgentRow } from './records/agent.view.js';

/** The agents that this server runs, for whatever belongs to one of them (04 §0): `404` and `422` are said here. */
@Injectable()
export class HostedAgents {
  constructor(private readonly store: AgentStore) {}

  async get(q: Queryable, scope: WorkspaceScope, agentId: string): Promise<AgentRow> {
    return hosted(await this.store.get(q, scope, agentId));
  }

  /** Kept from being changed or deleted until the transaction ends, which also makes what is counted beside it exact. */
  async lock(tx: Tx, scope: WorkspaceScope, agentId: string): Promise<AgentRow> {
    return hosted(await this.store.lock(tx, scope, agentId));
  }
}

function hosted(agent: AgentRow): AgentRow {
  if (agent.kind !== 'hosted') throw new AppError(agentErrors.agent_brings_its_own_program);
  return agent;
}
