import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { AgentsService } from '../agents/agents.service.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import { originOf } from '../../foundation/audit/model/audit-origin.js';
import { grantAudit } from '../../foundation/policy-sets/grants/grant.audit.js';
import type { AttachableConnection } from '../../credentials/connections/model/connection.js';
import { ConnectionsService } from '../../credentials/connections/connections.service.js';
import {
  type ConnectionGrant,
  connectionGrantsIn,
  granting,
} from '../../foundation/policy-sets/grants/connection-grants.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { AgentGrantsView } from './agent-grants.view.js';
import { readConnectionGrant, type WantedGrant } from './connection-grant-request.js';
import type { ConnectionGrantRequest, ConnectionGrantsResponse } from './dto/connection-grant.dto.js';
import type { AgentGrantsResponse } from './dto/grants.dto.js';
import { GrantResources } from './grant-resources.js';
import { grantErrors } from './grant.errors.js';
import { policyErrors } from '../../foundation/policy-sets/policy.errors.js';

/** Attaches connections to agents (02 §5); every grant is a stack of rules of the workspace set. */
@Injectable()
export class ConnectionGrantsService {
  constructor(
    private readonly db: Database,
    private readonly agents: AgentsService,
    private readonly connections: ConnectionsService,
    private readonly catalog: AppCatalog,
    private readonly resources: GrantResources,
    private readonly policySets: PolicySetsService,
    private readonly view: AgentGrantsView,
  ) {}

  /** The agents of this workspace that have the connection, in rule order. */
  async onConnection(scope: WorkspaceScope, connectionId: string): Promise<ConnectionGrantsResponse> {
    const connection = await this.connections.find(this.db, scope, connectionId);
    if (connection === null) throw new AppError(grantErrors.connection_not_found);
    const grants = connectionGrantsIn(await this.policySets.liveRules(this.db, scope));
    const agents = grants
      .filter((grant) => grant.connectionId === connection.id)
      .map(({ agentId, access, allow, ask }) => ({ agentId, access, allow, ask }));
    return { connectionId: connection.id, agents };
  }

  /** Repeating a grant in force stores and publishes nothing (02 §5.4.1). */
  attach(
    caller: WorkspaceCaller,
    agentId: string,
    connectionId: string,
    body: ConnectionGrantRequest,
  ): Promise<AgentGrantsResponse> {
    const wanted = readConnectionGrant(body);
    return this.db.tx(async (tx) => {
      const agent = await this.agents.lockShared(tx, caller, agentId);
      const [connection] = await this.connections.lockShared(tx, caller, [connectionId]);
      if (!connection) throw new AppError(grantErrors.connection_not_found);
      this.requireTools(connection, wanted);
      const changed = await this.write(tx, caller, agent, connection, wanted);
      const metadata = {
        agentId: agent.id,
        connectionId: connection.id,
        access: wanted.access,
        resources: markerOf(wanted),
        changed,
      };
      await grantAudit.record(tx, originOf(caller), 'update', metadata);
      return this.view.of(tx, caller, agent.id);
    });
  }

  /** Detaching what is not attached, or is gone, is a success too; only the agent must exist. */
  async detach(caller: WorkspaceCaller, agentId: string, connectionId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      const agent = await this.agents.lockShared(tx, caller, agentId);
      if (!(await this.policySets.detachConnection(tx, caller, agent.id, connectionId))) return;
      const metadata = { agentId: agent.id, connectionId };
      await grantAudit.record(tx, originOf(caller), 'delete', metadata);
    });
  }

  private async write(
    tx: Tx,
    scope: WorkspaceScope,
    agent: { id: string; name: string },
    connection: AttachableConnection,
    { access, allow, ask, resources }: WantedGrant,
  ): Promise<boolean> {
    const [agentId, connectionId] = [agent.id, connection.id];
    const set = await this.policySets.open(tx, scope);
    const stored = grantOf(connectionGrantsIn(set.draft), agentId, connectionId)?.resources ?? null;
    const kept = resources === undefined ? stored : resources;
    const change = granting(
      { agentId, connectionId, access, allow, ask, resources: kept },
      {
        agentName: agent.name,
        connectionName: connection.label ?? this.catalog.nameOf(connection.provider),
        tools: this.catalog.concreteTools(connection.provider).map(({ id }) => id),
      },
    );
    const after = change(set.draft);
    if (after === set.draft) return false;
    if (resources) await this.resources.require(tx, scope, { agentId, connection, stored }, resources);
    return this.policySets.save(tx, set, after);
  }

  /** `custom` names concrete tools of an app that has some (02 §5.2.2, §5.2.3). */
  private requireTools({ provider }: AttachableConnection, { access, tools }: WantedGrant): void {
    if (access === 'full') return;
    const known = new Set(this.catalog.concreteTools(provider).map(({ id }) => id));
    if (known.size === 0) throw new AppError(grantErrors.grant_tools_unavailable);
    const unknown = tools.find((tool) => !known.has(tool));
    if (unknown === undefined) return;
    throw new AppError(policyErrors.unknown_tool, { message: `Unknown tool: ${unknown}` });
  }
}

function grantOf(
  grants: readonly ConnectionGrant[],
  agentId: string,
  connectionId: string,
): ConnectionGrant | undefined {
  return grants.find((grant) => grant.agentId === agentId && grant.connectionId === connectionId);
}

/** What the write said about resources; the entries themselves stay out of the audit log (02 §18). */
function markerOf({ resources }: WantedGrant): 'preserved' | 'cleared' | 'set' {
  if (resources === undefined) return 'preserved';
  return resources === null ? 'cleared' : 'set';
}
