import { Injectable } from '@nestjs/common';
import type { CatalogTool, ToolGroup } from '../../../domain/decision/catalog/model/model.js';
import {
  type EffectiveTool,
  effectiveTool,
  type ProbeSettings,
  sharedVerdict,
} from '../../../domain/decision/policy/evaluation/effective-tool.js';
import type { PublishedRule } from '../../../domain/decision/policy/model.js';
import type { OrganizationCaller, WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { AccessState, StoredConnection } from '../agent-snapshot/agent-access.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type {
  EffectiveAppPermissionsQuery,
  EffectiveAppPermissionsResponse,
} from './dto/effective-app-permissions.dto.js';
import { EffectiveResources } from './effective-resources.js';
import { type AgentLens, type Lens, PolicyLenses } from './policy-lens.js';
import { agentIn, connectionIn, PolicyStates } from './policy-states.js';
import { presentDecider, type PolicyViewer } from './model/redaction.js';
import { policyErrors } from '../../foundation/policy-sets/policy.errors.js';

type Groups = EffectiveAppPermissionsResponse['groups'];

const CATEGORIES: readonly ToolGroup[] = ['read', 'write'];

/** What may be done with each tool of an app (02 §8.1, §8.2). */
@Injectable()
export class EffectivePermissionsService {
  constructor(
    private readonly states: PolicyStates,
    private readonly lenses: PolicyLenses,
    private readonly resources: EffectiveResources,
    private readonly catalog: AppCatalog,
  ) {}

  async ofWorkspace(
    caller: WorkspaceCaller,
    { provider, agentId, connectionId }: EffectiveAppPermissionsQuery,
  ): Promise<EffectiveAppPermissionsResponse> {
    const tools = this.toolsOf(provider);
    const state = await this.states.ofWorkspace(caller);
    const agent = agentId === undefined ? null : agentIn(state, agentId);
    const connection = connectionId === undefined ? null : connectionIn(state, connectionId, provider);
    const agentLens = agent === null ? null : this.lenses.ofAgent(state, agent);
    const lens = agentLens ?? this.lenses.ofPool(state);
    const resources =
      agentLens !== null && connection !== null
        ? this.resources.of(state, agentLens.principals, connection)
        : { orgResources: null, effectiveResources: null };
    return {
      provider,
      basis: {
        agentId: agent?.id ?? null,
        credentialAttached: isAttached(state, lens, provider, connection),
        scope: 'workspace',
      },
      variesByIdentity: agent === null ? countBound(state, provider, connection, caller) : 0,
      ...resources,
      groups: groupsOf(tools, settingsOf(state, lens, provider, connection), caller),
    };
  }

  async ofOrganization(
    { organizationId }: OrganizationCaller,
    provider: string,
  ): Promise<EffectiveAppPermissionsResponse> {
    const tools = this.toolsOf(provider);
    const state = await this.states.ofOrganization(organizationId);
    const lens = this.lenses.ofPool(state);
    // Whoever may ask here passed the check that redaction is about.
    const viewer = { isAdmin: true };
    return {
      provider,
      basis: {
        agentId: null,
        credentialAttached: isAttached(state, lens, provider, null),
        scope: 'organization',
      },
      variesByIdentity: countBound(state, provider, null, viewer),
      orgResources: null,
      effectiveResources: null,
      groups: groupsOf(tools, settingsOf(state, lens, provider, null), viewer),
    };
  }

  private toolsOf(provider: string): readonly CatalogTool[] {
    const tools = this.catalog.concreteTools(provider);
    if (tools.length > 0) return tools;
    const known = this.catalog.find(provider) !== null;
    const message = known ? `This app has no separate tools: ${provider}` : `Unknown provider: ${provider}`;
    throw new AppError(policyErrors.unknown_provider, { message });
  }
}

function settingsOf(
  state: AccessState,
  lens: Lens,
  provider: string,
  connection: StoredConnection | null,
): ProbeSettings {
  return { ...lens, available: lens.apps.has(provider), winners: winnersIn(state, provider, connection) };
}

function groupsOf(tools: readonly CatalogTool[], settings: ProbeSettings, viewer: PolicyViewer): Groups {
  return CATEGORIES.flatMap((category) => {
    const members = tools
      .filter(({ group }) => group === category)
      .map(({ id, matches }) => ({ id, effective: effectiveTool(matches, settings) }));
    if (members.length === 0) return [];
    const verdict = sharedVerdict(members.map(({ effective }) => effective.verdict));
    return [
      { category, verdict, tools: members.map(({ id, effective }) => presentTool(id, effective, viewer)) },
    ];
  });
}

function presentTool(
  toolId: string,
  tool: EffectiveTool,
  viewer: PolicyViewer,
): Groups[number]['tools'][number] {
  const { verdict, rateLimit, rateLimitWindow, decidedBy, orgCeiling } = tool;
  return {
    toolId,
    verdict,
    rateLimit,
    rateLimitWindow,
    decidedBy: presentDecider(decidedBy, viewer),
    orgCeiling,
  };
}

/**
 * Without a named account each one of the app is tried, but only where some rule tells accounts apart; they would
 * all fare alike otherwise (02 §8.1 law 2).
 */
function winnersIn(
  state: AccessState,
  provider: string,
  connection: StoredConnection | null,
): readonly (string | null)[] {
  if (connection !== null) return [connection.id];
  const ids = new Set(state.connections.filter((each) => each.provider === provider).map(({ id }) => id));
  const toldApart = liveRules(state).some((rule) =>
    (rule.targets ?? []).some((target) => target.kind === 'connection' && ids.has(target.connectionId)),
  );
  return toldApart ? [...ids] : [null];
}

/** Rules about somebody in particular and this app, as far as the viewer may know of them. */
function countBound(
  state: AccessState,
  provider: string,
  connection: StoredConnection | null,
  viewer: PolicyViewer,
): number {
  const ids = new Set(
    (connection === null ? state.connections : [connection])
      .filter((each) => each.provider === provider)
      .map(({ id }) => id),
  );
  const visible = viewer.isAdmin ? liveRules(state) : state.workspaceSet.rules.filter(isLive);
  return visible.filter(
    (rule) =>
      (rule.identities ?? []).length > 0 &&
      (rule.targets ?? []).some(
        (target) =>
          (target.kind === 'app' && target.provider === provider) ||
          (target.kind === 'connection' && ids.has(target.connectionId)),
      ),
  ).length;
}

function isAttached(
  state: AccessState,
  lens: Lens | AgentLens,
  provider: string,
  connection: StoredConnection | null,
): boolean {
  const available =
    'access' in lens
      ? lens.access.connections.entries
      : state.connections.filter(({ status }) => status === 'connected');
  return available.some(
    (each) => each.provider === provider && (connection === null || each.id === connection.id),
  );
}

function liveRules({ organizationSet, workspaceSet }: AccessState): PublishedRule[] {
  return [...organizationSet.rules, ...workspaceSet.rules].filter(isLive);
}

function isLive(rule: PublishedRule): boolean {
  return rule.enabled && !rule.isDefault;
}
