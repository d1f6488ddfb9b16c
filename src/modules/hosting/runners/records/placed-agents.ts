import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { Prepared } from '../../../../kernel/database/statements/prepared-run.js';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { runErrors } from '../../conversations/runs/run.errors.js';

export interface PlacedAgent {
  readonly runnerId: string;
  readonly agentId: string;
  readonly scope: WorkspaceScope;
}

const SELECT = new Prepared(`
  SELECT a.organization_id AS "organizationId", a.workspace_id AS "workspaceId"
  FROM agent_placements p JOIN agents a ON a.id = p.agent_id WHERE p.agent_id = $1 AND p.runner_id = $2`);

/** The agents of a runner; any other is as good as none, whatever a body says (04 §7.3). */
@Injectable()
export class PlacedAgents {
  constructor(private readonly db: Database) {}

  async get(runnerId: string, agentId: string): Promise<PlacedAgent> {
    const [scope] = isUuid(agentId) ? await this.db.query<WorkspaceScope>(SELECT, [agentId, runnerId]) : [];
    if (scope === undefined) throw new AppError(runErrors.run_not_found);
    return { runnerId, agentId, scope };
  }
}
