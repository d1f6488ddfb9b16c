import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import type { Store } from '../../../kernel/database/database.js';
import { ConnectionsService } from '../../credentials/connections/connections.service.js';
import { connectionGrantsIn } from '../../foundation/policy-sets/grants/connection-grants.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { grantedSecretId } from '../../foundation/policy-sets/grants/secret-grants.js';
import { SecretsService } from '../../credentials/secrets/secrets.service.js';
import type { AgentGrantsResponse } from './dto/grants.dto.js';

/** What is attached to an agent, read from the live rules: what is shown is what is enforced (02 §5.3). */
@Injectable()
export class AgentGrantsView {
  constructor(
    private readonly policySets: PolicySetsService,
    private readonly secrets: SecretsService,
    private readonly connections: ConnectionsService,
  ) {}

  /** In rule order. Rules about what is not in the attach pool contribute nothing (02 §11.1.3). */
  async of(q: Store, scope: WorkspaceScope, agentId: string): Promise<AgentGrantsResponse> {
    const rules = await this.policySets.liveRules(q, scope);
    const secrets = byId(await this.secrets.attachPool(q, scope));
    const connections = byId(await this.connections.attachPool(q, scope));
    return {
      agentId,
      mode: 'grants',
      connections: connectionGrantsIn(rules).flatMap(({ agentId: grantee, connectionId, ...grant }) => {
        const connection = connections.get(connectionId);
        if (grantee !== agentId || connection === undefined) return [];
        const { provider, label, scope: level } = connection;
        return [{ connectionId, provider, label, scope: level, ...grant }];
      }),
      secrets: rules.flatMap((rule) => {
        const secretId = grantedSecretId(rule, agentId);
        const secret = secretId === null ? undefined : secrets.get(secretId);
        return secret
          ? [{ secretId: secret.id, name: secret.name, type: secret.type, scope: secret.scope }]
          : [];
      }),
    };
  }
}

function byId<T extends { id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}
