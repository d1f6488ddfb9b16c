import { LRUCache } from 'lru-cache';
import type { OrganizationLayer } from '../../modules/policy/agent-snapshot/organization-layer.js';
import type { PartnerLayer } from '../../modules/policy/agent-snapshot/partner-layer.js';
import type {
  WorkspaceContent,
  WorkspaceLayer,
} from '../../modules/policy/agent-snapshot/workspace-layer.js';
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
