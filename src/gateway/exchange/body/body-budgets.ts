import { OrganizationShares } from '../../../kernel/scheduling/fair-turns.js';
import { Traffic } from '../transport/traffic.js';

/**
 * What the bodies of agents may occupy while something keeps them from being passed on: conditions that look at them,
 * a person who is asked, an upstream that does not read. Without it one agent fills the memory of the process with
 * bodies that it sends slowly, or towards an upstream of its own. Whoever holds too much loses its oldest body first.
 */
export interface BodyBudgetSettings {
  /** Bytes held of one agent. */
  agentBytes: number;
  /** Bytes held of all agents together; of one organization half of it where others use it, too. */
  processBytes: number;
  /** For the bytes that are read before anything is decided. */
  patienceMs: number;
}

export const BODY_BUDGET_DEFAULTS: BodyBudgetSettings = {
  agentBytes: 16_777_216,
  processBytes: 100_663_296,
  patienceMs: 60_000,
};

export type BodyRefusal = 'crowded' | 'slow';

/** Thrown to whoever waits for a body that is not waited for, or not held, any longer. */
export class BodyRefused extends Error {
  constructor(readonly reason: BodyRefusal) {
    super(reason === 'slow' ? 'The agent sends its body too slowly' : 'Too many bodies are held');
  }
}

/** Whose a body is; an `AgentAccess` says it. */
export interface BodyOwner {
  readonly organization: { readonly id: string };
  readonly workspaceId: string;
  readonly agent: { readonly id: string };
}

/** What an organization, a workspace or an agent holds; the nodes of a tree. */
interface Holder {
  bytes: number;
}

interface AgentHolder extends Holder {
  readonly id: string;
  readonly workspace: WorkspaceHolder;
  /** Oldest first. */
  readonly needed: Set<BodyShare>;
  /** Kept in case they have to be sent again; the first to go. */
  readonly spare: Set<BodyShare>;
}

interface WorkspaceHolder extends Holder {
  readonly id: string;
  readonly organization: OrganizationHolder;
  readonly agents: Map<string, AgentHolder>;
}

interface OrganizationHolder extends Holder {
  readonly id: string;
  readonly workspaces: Map<string, WorkspaceHolder>;
}

/** What one body occupies of its agent's budget. */
export class BodyShare {
  bytes = 0;

  constructor(
    readonly owner: AgentHolder,
    /** Lets go of the bytes; the share is closed when it is called. */
    readonly giveUp: () => void,
  ) {}
}

/**
 * Shares are counted by organization first, then workspace, then agent (R62): an organization with many agents loses its
 * own oldest bodies before a body of another one goes.
 */
export class BodyBudgets {
  /** What passed, whether or not it was held. */
  readonly traffic = new Traffic();
  private readonly organizations = new Map<string, OrganizationHolder>();
  private readonly shares = new OrganizationShares();
  private total = 0;
  private readonly refused: Record<BodyRefusal, number> = { crowded: 0, slow: 0 };

  constructor(readonly settings: BodyBudgetSettings = BODY_BUDGET_DEFAULTS) {}

  get heldBytes(): number {
    return this.total;
  }

  get refusals(): Readonly<Record<BodyRefusal, number>> {
    return this.refused;
  }

  countRefusal(reason: BodyRefusal): void {
    this.refused[reason] += 1;
  }

  open(owner: BodyOwner, giveUp: () => void): BodyShare {
    const share = new BodyShare(this.holderOf(owner), giveUp);
    share.owner.needed.add(share);
    this.shares.used(owner.organization.id);
    return share;
  }

  /** Says what the body occupies now. May give up this body or older ones before it returns. */
  hold(share: BodyShare, bytes: number): void {
    const { owner } = share;
    if (!owner.needed.has(share) && !owner.spare.has(share)) return;
    this.add(owner, bytes - share.bytes);
    share.bytes = bytes;
    const { organization } = owner.workspace;
    const { agentBytes, processBytes } = this.settings;
    const most = this.shares.mostOf(processBytes, Math.min(agentBytes, processBytes / 2), organization.id);
    while (owner.bytes > agentBytes) this.giveUpOldest(owner);
    while (organization.bytes > most) this.giveUpOldest(heaviestAgent(organization));
    while (this.total > processBytes) this.giveUpOldest(heaviestAgent(heaviest(this.organizations.values())));
  }

  /** Its bytes were passed on; nothing is lost that matters when they go. */
  spare(share: BodyShare): void {
    if (share.owner.needed.delete(share)) share.owner.spare.add(share);
  }

  close(share: BodyShare): void {
    const { owner } = share;
    if (!owner.needed.delete(share) && !owner.spare.delete(share)) return;
    this.add(owner, -share.bytes);
    if (owner.needed.size + owner.spare.size > 0) return;
    const { workspace } = owner;
    const { organization } = workspace;
    workspace.agents.delete(owner.id);
    if (workspace.agents.size === 0) organization.workspaces.delete(workspace.id);
    if (organization.workspaces.size === 0) this.organizations.delete(organization.id);
  }

  private holderOf({ organization: { id: organizationId }, workspaceId, agent }: BodyOwner): AgentHolder {
    let organization = this.organizations.get(organizationId);
    if (organization === undefined) {
      organization = { id: organizationId, bytes: 0, workspaces: new Map() };
      this.organizations.set(organizationId, organization);
    }
    let workspace = organization.workspaces.get(workspaceId);
    if (workspace === undefined) {
      workspace = { id: workspaceId, bytes: 0, organization, agents: new Map() };
      organization.workspaces.set(workspaceId, workspace);
    }
    let holder = workspace.agents.get(agent.id);
    if (holder === undefined) {
      holder = { id: agent.id, bytes: 0, workspace, needed: new Set(), spare: new Set() };
      workspace.agents.set(agent.id, holder);
    }
    return holder;
  }

  private add(owner: AgentHolder, bytes: number): void {
    owner.bytes += bytes;
    owner.workspace.bytes += bytes;
    owner.workspace.organization.bytes += bytes;
    this.total += bytes;
  }

  private giveUpOldest({ spare, needed }: AgentHolder): void {
    const [oldest] = spare.size > 0 ? spare : needed;
    this.close(oldest!);
    oldest!.giveUp();
  }
}

/** Only looked for when too much is held, so that whoever holds little is never paid for by others. */
function heaviestAgent({ workspaces }: OrganizationHolder): AgentHolder {
  return heaviest(heaviest(workspaces.values()).agents.values());
}

function heaviest<H extends Holder>(holders: Iterable<H>): H {
  let found: H | null = null;
  for (const holder of holders) if (found === null || holder.bytes > found.bytes) found = holder;
  return found!;
}
