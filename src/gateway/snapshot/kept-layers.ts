import { LRUCache } from 'lru-cache';
import type { OrganizationLayer } from '../../modules/policy/agent-snapshot/organization-layer.js';
import type { PartnerLayer } from '../../modules/policy/agent-snapshot/partner-layer.js';
import type {
  WorkspaceContent,
  WorkspaceLayer,
} from '../../modules/policy/agent-snapshot/workspace-layer.js';
import type { AgentAccess, AgentIdentity } from '../../modules/policy/agent-snapshot/agent-access.js';
import { type Dated, MAX_AGE_MS, MAX_CHARACTERS, MAX_LAYERS, SharedLayers } from './shared-layers.js';

/** How often the clock is looked at; part of the age. */
const CLOCK_STEP_MS = 250;

/** What is known by id, for a statement that need not read it again. */
export interface KnownLayers {
  readonly partners: Map<string, Dated<PartnerLayer>>;
  readonly organizations: Map<string, Dated<OrganizationLayer>>;
  readonly workspaces: Map<string, Dated<WorkspaceContent>>;
}

export interface KeptWorkspace {
  readonly organizationId: string;
  readonly partnerId: string | null;
  readonly content: Dated<WorkspaceContent>;
  /** Null after a write to the organization or its partner: the content may be the same, what surrounds it may not. */
  layer: WorkspaceLayer | null;
}

/**
 * The layers of ADR 37 that are proven current, bounded by number, size and age. A workspace's layer leaves with its
 * organization's and its partner's, so that whatever a rise concerns is found here; `onLeave` hears of every workspace
 * whose layer went.
 */
export class KeptLayers {
  readonly organizations = new SharedLayers<OrganizationLayer>((workspaceId, before) =>
    this.unjoin(workspaceId, ({ organization }) => organization.epoch < before),
  );
  readonly partners = new SharedLayers<PartnerLayer>((workspaceId, before) =>
    this.unjoin(workspaceId, ({ partner }) => partner !== null && partner.epoch < before),
  );
  private readonly workspaces = new LRUCache<string, KeptWorkspace>({
    max: MAX_LAYERS,
    maxSize: MAX_CHARACTERS,
    ttl: MAX_AGE_MS - CLOCK_STEP_MS,
    ttlResolution: CLOCK_STEP_MS,
    dispose: (kept, id) => this.left(kept, id),
  });

  constructor(private readonly onLeave: (workspaceId: string) => void) {}

  get counts(): { partners: number; organizations: number; workspaces: number } {
    const { partners, organizations, workspaces } = this;
    return { partners: partners.count, organizations: organizations.count, workspaces: workspaces.size };
  }

  /** Counts as a use. */
  use(workspaceId: string): KeptWorkspace | undefined {
    return this.workspaces.get(workspaceId);
  }

  workspace(id: string): KeptWorkspace | undefined {
    return this.workspaces.peek(id);
  }

  /** What was used most recently. */
  latest(limit: number): KnownLayers {
    const workspaces = new Map<string, Dated<WorkspaceContent>>();
    for (const [id, { content }] of this.workspaces.entries()) {
      if (workspaces.size === limit) break;
      workspaces.set(id, content);
    }
    return {
      partners: this.partners.latest(limit),
      organizations: this.organizations.latest(limit),
      workspaces,
    };
  }

  /** Workspaces of the organization that wait for it. */
  *unjoined(organizationId: string): Iterable<string> {
    for (const id of this.organizations.workspacesOf(organizationId)) {
      if (this.workspaces.peek(id)?.layer === null) yield id;
    }
  }

  /** False where a newer one is kept. `sharedBegun`: when the older of what it shares was read. */
  keepWorkspace(layer: WorkspaceLayer, sharedBegun: number, content: Dated<WorkspaceContent>): boolean {
    const id = content.value.id!;
    const organizationId = layer.organization.organization.id;
    const partnerId = layer.partner?.id ?? null;
    const kept = this.workspaces.peek(id);
    if (kept !== undefined && kept.content.value.epoch > content.value.epoch) return false;
    const start = Math.min(sharedBegun, content.begun);
    this.workspaces.set(id, { organizationId, partnerId, content, layer }, { size: content.size, start });
    if (!this.workspaces.has(id)) return false;
    this.organizations.join(organizationId, id);
    if (partnerId !== null) this.partners.join(partnerId, id);
    return true;
  }

  /** Drops what is older than the epoch, by its scope key. */
  drop(scope: string, epoch: number): void {
    const id = scope.slice(scope.indexOf(':') + 1);
    if (scope.startsWith('ws:')) {
      const kept = this.workspaces.peek(id);
      if (kept !== undefined && kept.content.value.epoch < epoch) this.workspaces.delete(id);
    } else if (scope.startsWith('org:')) this.organizations.drop(id, epoch);
    else if (scope.startsWith('partner:')) this.partners.drop(id, epoch);
  }

  clear(): void {
    this.partners.clear();
    this.organizations.clear();
    this.workspaces.clear();
  }

  private unjoin(id: string, isOlder: (layer: WorkspaceLayer) => boolean): void {
    const kept = this.workspaces.peek(id);
    if (kept?.layer == null || !isOlder(kept.layer)) return;
    kept.layer = null;
    this.onLeave(id);
  }

  private left({ organizationId, partnerId }: KeptWorkspace, id: string): void {
    this.organizations.leave(organizationId, id);
    if (partnerId !== null) this.partners.leave(partnerId, id);
    this.onLeave(id);
  }
}

const MAX_AGENTS = 20_000;
/** 06 §3.1.7; dropped at once by any write that could make the token known. */
const UNKNOWN_TOKEN_AGE_MS = 5_000;
const MAX_UNKNOWN_TOKENS = 10_000;

/** Where an agent was found, and who it was. That it still is follows from its workspace's content alone. */
export interface KnownAgent {
  readonly key: string;
  readonly workspaceId: string;
  readonly organizationId: string;
  identity: AgentIdentity;
  /** Of the content that its identity goes with: read by the same statement, or later at the same epoch. */
  serial: number;
  /** Its view of the layer that is kept of its workspace, made when it is first asked for. */
  access: AgentAccess | null;
}

/** Agents by token hash, bounded by number, and tokens that are nobody's. */
export class KnownAgents {
  private readonly agents = new LRUCache<string, KnownAgent>({
    max: MAX_AGENTS,
    dispose: (agent) => this.leave(agent),
  });
  private readonly unknown = new LRUCache<string, true>({
    max: MAX_UNKNOWN_TOKENS,
    ttl: UNKNOWN_TOKEN_AGE_MS,
  });
  private readonly byWorkspace = new Map<string, Set<KnownAgent>>();

  get count(): number {
    return this.agents.size;
  }

  /** Counts as a use. */
  use(key: string): KnownAgent | undefined {
    return this.agents.get(key);
  }

  get(key: string): KnownAgent | undefined {
    return this.agents.peek(key);
  }

  in(workspaceId: string): Iterable<KnownAgent> {
    return this.byWorkspace.get(workspaceId) ?? [];
  }

  keep(
    key: string,
    identity: AgentIdentity,
    place: Pick<KnownAgent, 'workspaceId' | 'organizationId'>,
    { serial }: Dated<WorkspaceContent>,
    access: AgentAccess | null,
  ): void {
    const known = this.agents.peek(key);
    if (known?.workspaceId === place.workspaceId && known.organizationId === place.organizationId) {
      Object.assign(known, { identity, serial, access });
      return;
    }
    const agent = { key, ...place, identity, serial, access };
    this.agents.set(key, agent);
    const others = this.byWorkspace.get(agent.workspaceId) ?? new Set();
    this.byWorkspace.set(agent.workspaceId, others.add(agent));
  }

  forget(key: string): void {
    this.agents.delete(key);
  }

  /** Its agents' views go with a workspace's layer: what nobody asks for any more must not keep it. */
  withdraw(workspaceId: string): void {
    for (const agent of this.in(workspaceId)) agent.access = null;
  }

  isUnknown(key: string): boolean {
    return this.unknown.has(key);
  }

  rememberUnknown(key: string): void {
    this.unknown.set(key, true);
  }

  forgetUnknown(): void {
    this.unknown.clear();
  }

  private leave(agent: KnownAgent): void {
    const others = this.byWorkspace.get(agent.workspaceId);
    others?.delete(agent);
    if (others?.size === 0) this.byWorkspace.delete(agent.workspaceId);
  }
}
