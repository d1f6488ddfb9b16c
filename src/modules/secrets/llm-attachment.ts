import { Injectable, Logger } from '@nestjs/common';
import { agentsWithoutLlmKey } from '../../domain/injection/llm-reach.js';
import type { CredentialLevel } from '../../domain/policy/model.js';
import type { Tx } from '../../kernel/database/database.js';
import type { AuditActor } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import { PolicySetsService } from '../policy-sets/policy-sets.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import type { SecretScope } from './secret-scope.js';
import type { SecretRow } from './secret.view.js';

type WorkspaceSecretScope = Extract<SecretScope, { kind: 'workspace' }>;

interface NamedAgent {
  id: string;
  name: string;
}

/** Grants a new workspace LLM key to every agent that could reach none (02 §2.4.2). */
@Injectable()
export class LlmAttachment {
  private readonly logger = new Logger(LlmAttachment.name);

  constructor(
    private readonly policySets: PolicySetsService,
    private readonly workspaces: WorkspacesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Ids of the agents that got it; none for a generic or an organization secret. Behind a savepoint: a failure
   * is logged and never fails the request (02 §2.4.3).
   */
  async attach(tx: Tx, scope: SecretScope, secret: SecretRow, by: AuditActor): Promise<string[]> {
    if (scope.kind !== 'workspace' || secret.type === 'generic') return [];
    try {
      return await tx.savepoint(() => this.attachTo(tx, scope, secret, by));
    } catch (error) {
      this.logger.error({ err: error, secretId: secret.id }, 'a new LLM key was not attached to agents');
      return [];
    }
  }

  private async attachTo(
    tx: Tx,
    scope: WorkspaceSecretScope,
    secret: SecretRow,
    by: AuditActor,
  ): Promise<string[]> {
    const agents = await this.agentsInNeed(tx, scope);
    if (agents.length === 0) return [];
    await this.policySets.attachSecrets(
      tx,
      scope,
      agents.map((agent) => ({ agent, secret })),
    );
    const { organizationId, workspaceId } = scope;
    for (const agent of agents) {
      const metadata = { agentId: agent.id, secretId: secret.id, changed: true, auto: true };
      await this.audit.record(tx, {
        organizationId,
        workspaceId,
        by,
        action: 'update',
        service: 'grant',
        metadata,
      });
    }
    return agents.map((agent) => agent.id);
  }

  private async agentsInNeed(tx: Tx, scope: WorkspaceSecretScope): Promise<NamedAgent[]> {
    // Read here because the agents module stands beside this one and uses it; nothing is written to its table.
    const agents = await tx.query<NamedAgent>(
      'SELECT id, name FROM agents WHERE workspace_id = $1 ORDER BY created_at, id',
      [scope.workspaceId],
    );
    const llmSecrets = await tx.query<{ id: string; level: CredentialLevel }>(
      `SELECT id, CASE WHEN workspace_id IS NULL THEN 'organization' ELSE 'workspace' END AS level FROM secrets
       WHERE organization_id = $1 AND (workspace_id IS NULL OR workspace_id = $2) AND type <> 'generic'`,
      [scope.organizationId, scope.workspaceId],
    );
    const organization = await this.policySets.liveRules(tx, { organizationId: scope.organizationId });
    const workspace = await this.policySets.liveRules(tx, scope);
    const { userIds, groupIds } = await this.workspaces.principals(tx, scope);
    const inNeed = new Set(
      agentsWithoutLlmKey({
        agentIds: agents.map((agent) => agent.id),
        userIds,
        groupIds,
        rules: { organization, workspace },
        llmSecrets,
      }),
    );
    return agents.filter((agent) => inNeed.has(agent.id));
  }
}
