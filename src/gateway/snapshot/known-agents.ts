import { LRUCache } from 'lru-cache';
import type { AgentAccess, AgentIdentity } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { WorkspaceContent } from '../../modules/policy/agent-snapshot/workspace-layer.js';
import type { Dated } from './shared-layers.js';

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
