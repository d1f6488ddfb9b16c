import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { Database } from '../../../kernel/database/database.js';
import { AgentsService } from '../../policy/agents/agents.service.js';
import { ConnectionsService } from '../../credentials/connections/connections.service.js';
import { SecretsService } from '../../credentials/secrets/secrets.service.js';
import type { CountsResponse } from './dto/utility.dto.js';

/** The numbers of the dashboard's overview (01 §19.1). */
@Injectable()
export class CountsService {
  constructor(
    private readonly db: Database,
    private readonly agents: AgentsService,
    private readonly secrets: SecretsService,
    private readonly connections: ConnectionsService,
  ) {}

  async of(scope: WorkspaceScope): Promise<CountsResponse> {
    const [agents, agentsWorkingInBackground, apps, { llms, generic }] = await Promise.all([
      this.agents.count(scope),
      this.agents.countWorkingInBackground(scope),
      this.connections.countConnected(scope),
      this.secrets.count(this.db, scope),
    ]);
    return { agents, apps, llms, secrets: generic, agentsWorkingInBackground };
  }
}
