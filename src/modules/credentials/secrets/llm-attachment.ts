import { Injectable, Logger } from '@nestjs/common';
import { agentsWithoutLlmKey } from '../../../domain/decision/policy/llm-reach.js';
import type { SecretType } from '../../../domain/decision/injection/request-edits/model.js';
import type { CredentialLevel } from '../../../domain/decision/policy/model.js';
import { organizationScope, type WorkspaceScope } from '../../../kernel/database/scope.js';
import type { Tx } from '../../../kernel/database/database.js';
import type { WorkspaceOrigin } from '../../foundation/audit/model/audit-origin.js';
import { grantAudit } from '../../foundation/policy-sets/grants/grant.audit.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { WorkspacesService } from '../../people/workspaces/workspaces.service.js';

interface Named {
  id: string;
  name: string;
}

interface LlmSecret extends Named {
  level: CredentialLevel;
}

interface Grant {
  agent: Named;
  secret: Named;
}

/**
 * Gives LLM keys to agents by itself (02 §2.4), from both ends. Each end inserts its own row before it waits for
 * the workspace's lock and looks at the other kind after it, so that an agent and a key created at the same
 * moment do not miss each other.
 */
@Injectable()
export class LlmAttachment {
  private readonly logger = new Logger(LlmAttachment.name);

  constructor(
    private readonly policySets: PolicySetsService,
    private readonly workspaces: WorkspacesService,
  ) {}

  /** Grants a new agent every LLM secret of the attach pool, oldest first; returns their ids (02 §2.4.1). */
  async toNewAgent(tx: Tx, agent: Named, origin: WorkspaceOrigin): Promise<string[]> {
    const grants = await this.attach(tx, origin, async () => {
      const secrets = await llmSecretsOf(tx, origin);
      return secrets.map((secret) => ({ agent, secret }));
    });
    return grants.map(({ secret }) => secret.id);
  }

  /** Grants a new workspace LLM secret to every agent that could reach none; returns their ids (02 §2.4.2). */
  async ofNewSecret(
    tx: Tx,
    secret: Named & { type: SecretType },
    origin: WorkspaceOrigin,
  ): Promise<string[]> {
    if (secret.type === 'generic') return [];
    const grants = await this.attach(tx, origin, async () => {
      const agents = await this.agentsInNeed(tx, origin);
      return agents.map((agent) => ({ agent, secret }));
    });
    return grants.map(({ agent }) => agent.id);
  }

  /** Behind a savepoint: a failure is logged and never fails the request (02 §2.4.3). */
  private async attach(tx: Tx, origin: WorkspaceOrigin, find: () => Promise<Grant[]>): Promise<Grant[]> {
    const { workspaceId } = origin;
    try {
      return await tx.savepoint(async () => {
        await tx.lock(`llm-attachment:${workspaceId}`);
        const grants = await find();
        await this.policySets.attachSecrets(tx, origin, grants);
        await this.record(tx, origin, grants);
        return grants;
      });
    } catch (error) {
      this.logger.error({ err: error, workspaceId }, 'LLM keys could not be attached to an agent');
      return [];
    }
  }

  private async record(tx: Tx, origin: WorkspaceOrigin, grants: readonly Grant[]): Promise<void> {
    for (const { agent, secret } of grants) {
      const metadata = { agentId: agent.id, secretId: secret.id, changed: true, auto: true };
      await grantAudit.record(tx, origin, 'update', metadata);
    }
  }

  private async agentsInNeed(tx: Tx, scope: WorkspaceScope): Promise<Named[]> {
    // Read here because the agents module stands above this one and uses it; nothing is written to its table.
    const agents = await tx.query<Named>(
      'SELECT id, name FROM agents WHERE workspace_id = $1 ORDER BY created_at, id FOR SHARE',
      [scope.workspaceId],
    );
    const llmSecrets = await llmSecretsOf(tx, scope);
    const organization = await this.policySets.liveRules(tx, organizationScope(scope));
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

/** Held until the transaction ends: a key that is being deleted or renamed is not granted meanwhile. */
function llmSecretsOf(tx: Tx, scope: WorkspaceScope): Promise<LlmSecret[]> {
  return tx.query<LlmSecret>(
    `SELECT id, name, CASE WHEN workspace_id IS NULL THEN 'organization' ELSE 'workspace' END AS level FROM secrets
     WHERE organization_id = $1 AND (workspace_id IS NULL OR workspace_id = $2) AND type <> 'generic'
     ORDER BY created_at, id FOR SHARE`,
    [scope.organizationId, scope.workspaceId],
  );
}
