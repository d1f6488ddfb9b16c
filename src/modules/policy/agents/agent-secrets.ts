import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { originOf } from '../../foundation/audit/model/audit-origin.js';
import { grantAudit } from '../../foundation/policy-sets/grants/grant.audit.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { SecretsService } from '../../credentials/secrets/secrets.service.js';
import { AgentsService } from './agents.service.js';
import { agentErrors } from './records/agent.errors.js';

/** The list form of secret grants, for deployed command lines (02 §2.3). */
@Injectable()
export class AgentSecrets {
  constructor(
    private readonly db: Database,
    private readonly agents: AgentsService,
    private readonly secrets: SecretsService,
    private readonly policySets: PolicySetsService,
  ) {}

  /** Ids of the secrets the agent has a secret grant for. */
  async granted(scope: WorkspaceScope, agentId: string): Promise<string[]> {
    await this.agents.assertExists(this.db, scope, agentId);
    return this.policySets.secretGrantsOf(this.db, scope, agentId);
  }

  /** Makes the agent's secret grants exactly these, in one publish; nothing changes when one is unknown. */
  async replace(caller: WorkspaceCaller, agentId: string, secretIds: readonly string[]): Promise<void> {
    const wanted = [...new Set(secretIds)];
    await this.db.tx(async (tx) => {
      const agent = await this.agents.lockShared(tx, caller, agentId);
      const locked = new Map(
        (await this.secrets.lockShared(tx, caller, wanted)).map((secret) => [secret.id, secret]),
      );
      const secrets = wanted.map((id) => {
        const secret = locked.get(id);
        if (!secret) throw new AppError(agentErrors.agent_secrets_not_found);
        return secret;
      });
      const changed = await this.policySets.replaceSecretGrants(tx, caller, agent, secrets);
      const metadata = { agentId: agent.id, secretIds: wanted, changed };
      await grantAudit.record(tx, originOf(caller), 'update', metadata);
    });
  }
}
