import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { AgentsService } from '../agents/agents.service.js';
import { originOf } from '../../foundation/audit/model/audit-origin.js';
import { grantAudit } from '../../foundation/policy-sets/grants/grant.audit.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { SecretsService } from '../../credentials/secrets/secrets.service.js';
import { AgentGrantsView } from './agent-grants.view.js';
import type { AgentGrantsResponse } from './dto/grants.dto.js';
import { secretErrors } from '../../credentials/secrets/secret.errors.js';

/** Attaches secrets to agents (02 §5); every grant is a rule of the workspace set, in force at once. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly db: Database,
    private readonly agents: AgentsService,
    private readonly secrets: SecretsService,
    private readonly policySets: PolicySetsService,
    private readonly view: AgentGrantsView,
  ) {}

  async ofAgent(scope: WorkspaceScope, agentId: string): Promise<AgentGrantsResponse> {
    await this.agents.assertExists(this.db, scope, agentId);
    return this.view.of(this.db, scope, agentId);
  }

  /** Repeating a grant in force stores and publishes nothing (02 §5.4.1). */
  async attachSecret(
    caller: WorkspaceCaller,
    agentId: string,
    secretId: string,
  ): Promise<AgentGrantsResponse> {
    return this.db.tx(async (tx) => {
      const agent = await this.agents.lockShared(tx, caller, agentId);
      const [secret] = await this.secrets.lockShared(tx, caller, [secretId]);
      if (!secret) throw new AppError(secretErrors.secret_not_found);
      const changed = await this.policySets.attachSecret(tx, caller, agent, secret);
      const metadata = { agentId: agent.id, secretId: secret.id, changed };
      await grantAudit.record(tx, originOf(caller), 'update', metadata);
      return this.view.of(tx, caller, agent.id);
    });
  }

  /** Detaching what is not attached is a success too; only the agent must exist. */
  async detachSecret(caller: WorkspaceCaller, agentId: string, secretId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      const agent = await this.agents.lockShared(tx, caller, agentId);
      if (!(await this.policySets.detachSecret(tx, caller, agent.id, secretId))) return;
      const metadata = { agentId: agent.id, secretId };
      await grantAudit.record(tx, originOf(caller), 'delete', metadata);
    });
  }
}
