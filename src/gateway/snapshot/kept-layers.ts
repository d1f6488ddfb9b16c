import { LRUCache } from 'lru-cache';
import type { OrganizationLayer } from '../../modules/policy/agent-snapshot/organization-layer.js';
import type {
  WorkspaceContent,
  WorkspaceLayer,
} from '../../modules/policy/agent-snapshot/workspace-layer.js';

/** Whatever the epochs say (06 §17.1.5). */
const MAX_AGE_MS = 60_000;
/** How often the clock is looked at; part of the age. */
const CLOCK_STEP_MS = 250;
/** An older organization is read again with the next workspace, so that none of its workspaces is short-lived. */
const YOUNG_MS = MAX_AGE_MS / 2;
const MAX_LAYERS = 5_000;
/** Characters of stored rules, secrets and connections; compiled they take about four bytes each. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** What was read of an organization or a workspace, when its statement began, and its size as it came. */
export interface Dated<T> {
  readonly value: T;
  readonly begun: number;
  readonly size: number;
  /** Of the statement; no two have the same. */
  readonly serial: number;
}

/** What is known by id, for a statement that need not read it again. */
export interface KnownLayers {
  readonly organizations: Map<string, Dated<OrganizationLayer>>;
  readonly workspaces: Map<string, Dated<WorkspaceContent>>;
}

export interface KeptWorkspace {
  readonly organizationId: string;
  readonly content: Dated<WorkspaceContent>;
  /** Null after a write to the organization: the content may be the same, who is behind it may not. */
  layer: WorkspaceLayer | null;
}

/**
 * The layers of ADR 37 that are proven current, bounded by number, size and age. A workspace's layer leaves with its
 * organization's, so that whatever a rise concerns is found here; `onLeave` hears of every workspace whose layer went.
 */
export class KeptLayers {
  private readonly organizations = new LRUCache<string, Dated<OrganizationLayer>>({
    max: MAX_LAYERS,
    maxSize: MAX_CHARACTERS,
    dispose: (_layer, id, reason) => {
      if (reason === 'evict') this.unjoin(id);
    },
  });
  private readonly workspaces = new LRUCache<string, KeptWorkspace>({
    max: MAX_LAYERS,
    maxSize: MAX_CHARACTERS,
    ttl: MAX_AGE_MS - CLOCK_STEP_MS,
    ttlResolution: CLOCK_STEP_MS,
    dispose: (kept, id) => this.left(kept, id),
  });
  private readonly byOrganization = new Map<string, Set<string>>();

  constructor(private readonly onLeave: (workspaceId: string) => void) {}

  get counts(): { organizations: number; workspaces: number } {
    return { organizations: this.organizations.size, workspaces: this.workspaces.size };
  }

  /** Counts as a use. */
  use(workspaceId: string): KeptWorkspace | undefined {
    return this.workspaces.get(workspaceId);
  }

  workspace(id: string): KeptWorkspace | undefined {
    return this.workspaces.peek(id);
  }

  /** Counts as a use of an organization that was read lately. */
  organization(id: string): Dated<OrganizationLayer> | undefined {
    const kept = this.organizations.get(id);
    return kept !== undefined && isYoung(kept) ? kept : undefined;
  }

  /** What was used most recently. */
  latest(limit: number): KnownLayers {
    const latest: KnownLayers = { organizations: new Map(), workspaces: new Map() };
    for (const [id, kept] of this.organizations.entries()) {
      if (latest.organizations.size === limit) break;
      if (isYoung(kept)) latest.organizations.set(id, kept);
    }
    for (const [id, { content }] of this.workspaces.entries()) {
      if (latest.workspaces.size === limit) break;
      latest.workspaces.set(id, content);
    }
    return latest;
  }

  /** Workspaces of the organization that wait for it. */
  *unjoined(organizationId: string): Iterable<string> {
    for (const id of this.byOrganization.get(organizationId) ?? []) {
      if (this.workspaces.peek(id)?.layer === null) yield id;
    }
  }

  /** False where a newer one is kept. */
  keepOrganization(id: string, layer: Dated<OrganizationLayer>): boolean {
    const kept = this.organizations.peek(id);
    const { epoch } = layer.value;
    if (kept !== undefined && kept.value.epoch > epoch) return false;
    this.unjoin(id, epoch);
    if (kept?.value.epoch !== epoch || kept.begun < layer.begun)
      this.organizations.set(id, layer, { size: layer.size });
    return true;
  }

  /** False where a newer one is kept. */
  keepWorkspace(layer: WorkspaceLayer, organizationBegun: number, content: Dated<WorkspaceContent>): boolean {
    const id = content.value.id!;
    const organizationId = layer.organization.organization.id;
    const kept = this.workspaces.peek(id);
    if (kept !== undefined && kept.content.value.epoch > content.value.epoch) return false;
    const start = Math.min(organizationBegun, content.begun);
    this.workspaces.set(id, { organizationId, content, layer }, { size: content.size, start });
    if (!this.workspaces.has(id)) return false;
    const others = this.byOrganization.get(organizationId) ?? new Set();
    this.byOrganization.set(organizationId, others.add(id));
    return true;
  }

  /** Drops what is older than the epoch, of an organization or a workspace by its scope key. */
  drop(scope: string, epoch: number): void {
    const id = scope.slice(scope.indexOf(':') + 1);
    if (scope.startsWith('ws:')) {
      const kept = this.workspaces.peek(id);
      if (kept !== undefined && kept.content.value.epoch < epoch) this.workspaces.delete(id);
    } else if (scope.startsWith('org:')) {
      const kept = this.organizations.peek(id);
      if (kept !== undefined && kept.value.epoch < epoch) this.organizations.delete(id);
      this.unjoin(id, epoch);
    }
  }

  clear(): void {
    this.organizations.clear();
    this.workspaces.clear();
  }

  /** Also where the organization itself has left: its workspaces may outlive it by what they share. */
  private unjoin(organizationId: string, before = Infinity): void {
    for (const id of this.byOrganization.get(organizationId) ?? []) {
      const kept = this.workspaces.peek(id);
      if (kept?.layer == null || kept.layer.organization.epoch >= before) continue;
      kept.layer = null;
      this.onLeave(id);
    }
  }

  private left({ organizationId }: KeptWorkspace, id: string): void {
    const others = this.byOrganization.get(organizationId);
    others?.delete(id);
    if (others?.size === 0) this.byOrganization.delete(organizationId);
    this.onLeave(id);
  }
}

function isYoung({ begun }: Dated<unknown>): boolean {
  return performance.now() - begun < YOUNG_MS;
}
