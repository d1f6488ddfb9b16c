import { Injectable } from '@nestjs/common';
import type { PolicyInput } from '../../../domain/decision/policy/compiled/compile.js';
import { Database, Prepared } from '../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type { AccessState, AgentAccess, AgentIdentity } from './agent-access.js';
import { type AccessRow, BY_ORGANIZATION, BY_TOKENS, BY_WORKSPACE } from './agent-access.query.js';
import { AgentView } from './agent-view.js';
import { OrganizationLayer } from './organization-layer.js';
import { PartnerLayer } from './partner-layer.js';
import { principalsOf, WorkspaceContent, WorkspaceLayer, type WorkspaceState } from './workspace-layer.js';

const KNOWS_TOKEN = new Prepared('SELECT 1 FROM agents WHERE token_hash = $1');

/** What is asked for in one round trip. */
export interface AccessRequest {
  /** SHA-256 of agent tokens. */
  readonly tokenHashes: readonly Buffer[];
  /** Workspaces besides those of the tokens' agents. */
  readonly workspaceIds: readonly string[];
  /** Of these only the epochs are wanted. */
  readonly known: {
    readonly partners: readonly string[];
    readonly organizations: readonly string[];
    readonly workspaces: readonly string[];
  };
}

/**
 * Loads what agents may do, for the gateway and for every view that explains it, so that what is explained and what
 * is enforced come from the same place.
 */
@Injectable()
export class AgentAccessLoader {
  constructor(
    private readonly db: Database,
    private readonly catalog: AppCatalog,
  ) {}

  /** A row for each workspace concerned; tokens without an agent are in none. */
  read({ tokenHashes, workspaceIds, known }: AccessRequest): Promise<AccessRow[]> {
    const { partners, organizations, workspaces } = known;
    const parameters = [tokenHashes, workspaceIds, organizations, workspaces, partners];
    return this.db.queryForTraffic<AccessRow>(BY_TOKENS, parameters);
  }

  /** The organization's part of a row that has it. Throws when it cannot be read (R22), as the next does. */
  organizationOf({ organizationId, organizationEpoch, organization }: AccessRow): OrganizationLayer {
    if (organization === null) throw new Error(`organization ${organizationId} was not read`);
    return new OrganizationLayer(organizationId, Number(organizationEpoch ?? 0), organization, this.catalog);
  }

  contentOf({ workspaceId, workspaceEpoch, workspace }: AccessRow): WorkspaceContent {
    return new WorkspaceContent(workspaceId, Number(workspaceEpoch ?? 0), workspace);
  }

  /** Null of an organization that is attached to no partner. */
  partnerOf({ partnerId, partnerEpoch, partner }: AccessRow): PartnerLayer | null {
    if (partnerId === null) return null;
    if (partner === null) throw new Error(`partner ${partnerId} was not read`);
    return new PartnerLayer(partnerId, Number(partnerEpoch ?? 0), partner);
  }

  /** Whether the token is an agent's, whatever else can be read of it. */
  async knows(tokenHash: Buffer): Promise<boolean> {
    return (await this.db.queryForTraffic(KNOWS_TOKEN, [tokenHash])).length > 0;
  }

  /** By id inside a workspace, whoever holds it. */
  async byAgent(scope: WorkspaceScope, agentId: string): Promise<AgentAccess | null> {
    const state = isUuid(agentId) ? await this.workspaceState(scope, agentId) : null;
    const agent = state?.agents[0];
    return state === null || agent === undefined ? null : this.accessOf(state, agent);
  }

  /** What all agents of a workspace, or one of them, are judged by; null when the workspace is gone. */
  async workspaceState(
    { workspaceId, organizationId }: WorkspaceScope,
    agentId: string | null = null,
  ): Promise<WorkspaceState | null> {
    const [row] = await this.db.query<AccessRow>(BY_WORKSPACE, [workspaceId, organizationId, agentId]);
    if (row === undefined) return null;
    const layer = this.layerOf(row);
    return { ...layer.state, workspaceId, agents: row.agents, layer };
  }

  /** The organization's part alone. */
  async organizationState(organizationId: string): Promise<AccessState | null> {
    const [row] = await this.db.query<AccessRow>(BY_ORGANIZATION, [organizationId]);
    return row === undefined ? null : this.layerOf(row).state;
  }

  /** One agent of a loaded workspace, exactly as the gateway sees it. */
  accessOf({ layer }: WorkspaceState, agent: AgentIdentity): AgentAccess {
    return new AgentView(layer, agent);
  }

  /** What decides about the agent, uncompiled; null for nobody in particular. */
  policyInput(state: AccessState, agent: AgentIdentity | null): PolicyInput {
    return {
      organization: state.organizationSet.rules,
      workspace: state.workspaceSet.rules,
      agent: agent && principalsOf(state, agent),
      secrets: state.secrets,
      connections: state.connections,
      apps: this.catalog.surfaces,
    };
  }

  private layerOf(row: AccessRow): WorkspaceLayer {
    return new WorkspaceLayer(this.organizationOf(row), this.contentOf(row), row, this.partnerOf(row));
  }
}
