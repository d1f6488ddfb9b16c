import type { HostIndex } from '../../matching/host-index.js';
import type { CompiledDefault, HostView } from './compiled-rule.js';
import type { Principals } from '../identities.js';
import type { CredentialLevel } from '../model.js';
import type { RuleLayer } from './rule-layer.js';
import { merged, NO_RULES, RuleViews } from './rule-views.js';

export interface PolicyLayers {
  readonly organization: RuleLayer;
  readonly workspace: RuleLayer;
}

const LEVELS: readonly CredentialLevel[] = ['organization', 'workspace'];
/** Names are chosen by agents, so the views kept of each policy are bounded. */
const MAX_VIEWS = 128;

/** What the agents of a workspace have in common: rules about everyone and about the people they act for. */
export class SharedPolicy {
  private readonly views = new Map<string, HostView>();
  private readonly rules: RuleViews;

  constructor(
    readonly layers: PolicyLayers,
    people: Principals,
    private readonly secretHosts: Readonly<Record<CredentialLevel, HostIndex<true>>>,
  ) {
    const { organization, workspace } = layers;
    this.rules = new RuleViews(
      [organization.everyone, organization.aboutPeople(people)],
      [workspace.everyone, workspace.aboutPeople(people)],
    );
  }

  /** Null is nobody in particular: rules about agents and people are about somebody else. */
  ofAgent(agentId: string | null): CompiledPolicy {
    const { organization, workspace } = this.layers;
    const own =
      agentId === null
        ? NO_RULES
        : new RuleViews([organization.aboutAgent(agentId)], [workspace.aboutAgent(agentId)]);
    return new CompiledPolicy(this, own.empty ? NO_RULES : own);
  }

  /** What is said about the host by shared rules and the agent's own. */
  viewFor(host: string, own: RuleViews): HostView {
    const shared = this.views.get(host) ?? keep(this.views, host, this.rules.on(host, this.levelsOn(host)));
    return own.empty ? shared : merged(shared, own.on(host, this.levelsOn(host)));
  }

  private levelsOn(host: string): CredentialLevel[] {
    return LEVELS.filter((level) => this.secretHosts[level].collect(host).length > 0);
  }
}

/**
 * What one agent's requests are decided against: what it shares with others, and the rules that name it. Immutable but
 * for a bounded memo of host views, which changes no answer: in the steady state finding a host's rules is one map
 * access.
 */
export class CompiledPolicy {
  readonly organizationDefault: CompiledDefault;
  readonly workspaceDefault: CompiledDefault;
  private readonly views = new Map<string, HostView>();

  constructor(
    private readonly shared: SharedPolicy,
    private readonly own: RuleViews,
  ) {
    this.organizationDefault = shared.layers.organization.default;
    this.workspaceDefault = shared.layers.workspace.default;
  }

  viewFor(host: string): HostView {
    return this.views.get(host) ?? keep(this.views, host, this.shared.viewFor(host, this.own));
  }
}

function keep(views: Map<string, HostView>, host: string, view: HostView): HostView {
  if (views.size >= MAX_VIEWS) views.delete(views.keys().next().value!);
  views.set(host, view);
  return view;
}
