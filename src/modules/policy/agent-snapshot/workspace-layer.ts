import { AppAvailability } from '../../../domain/decision/policy/app-availability.js';
import { SharedPolicy } from '../../../domain/decision/policy/compiled/compiled-policy.js';
import { Principals } from '../../../domain/decision/policy/identities.js';
import { credentialsOf, type InjectableCredentials } from '../../../domain/decision/policy/injectable.js';
import type { AgentPrincipals } from '../../../domain/decision/policy/model.js';
import { Resources, secretHosts } from '../../../domain/decision/policy/compiled/resources.js';
import { RuleLayer } from '../../../domain/decision/policy/compiled/rule-layer.js';
import { RankedSecrets } from '../../../domain/decision/policy/choices/secret-choice.js';
import {
  effectiveScope,
  type ResourceScope,
  scopingRules,
} from '../../../domain/decision/resource-scopes/effective-scope.js';
import { availableTo } from '../../credentials/app-availability/model/availability.js';
import type { SourceContext } from '../../credentials/secret-sources/secret-source.js';
import type { AccessibleSecret, AccessState, AgentIdentity, ScopeEpoch } from './agent-access.js';
import type { WorkspacePart } from './agent-access.query.js';
import type { OrganizationLayer } from './organization-layer.js';
import type { PartnerLayer } from './partner-layer.js';
import { newestFirst, NOTHING_OWN, type OwnState, ownStateOf } from './own-part.js';

/** A workspace's own rules, secrets and connections as of an epoch of it, whatever its organization's are. Immutable. */
export class WorkspaceContent {
  readonly own: OwnState;
  readonly sources: SourceContext | null;

  /** `part` is JSON; without it and an id nothing of a workspace. Throws where it cannot be read. */
  constructor(
    readonly id: string | null,
    readonly epoch: number,
    part: string | null,
  ) {
    const read = part === null ? null : (JSON.parse(part) as WorkspacePart);
    this.own = read === null ? NOTHING_OWN : ownStateOf(read);
    this.sources =
      id === null || read === null ? null : { workspaceId: id, epoch, connections: read.sources };
  }
}

/** Who is behind a workspace (02 §10, 05 §2.8). */
export interface People {
  readonly activeHolders: number;
  readonly suspendedHolders: number;
  readonly userIds: readonly string[];
  readonly groupIds: readonly string[];
}

/**
 * What all agents of a workspace have in common at one moment: its content, its organization and that one's partner, and
 * the people behind it (ADR 37). Immutable; what an agent sees of it is an `AgentView`.
 */
export class WorkspaceLayer {
  readonly people: People;
  readonly epochs: readonly ScopeEpoch[];
  readonly policy: SharedPolicy;
  readonly apps: AppAvailability;
  readonly ranked: RankedSecrets<AccessibleSecret>;
  private readonly scoping: ReturnType<typeof scopingRules>;
  /** What every agent may receive by the people it acts for. */
  readonly rights: InjectableCredentials;

  constructor(
    readonly organization: OrganizationLayer,
    readonly content: WorkspaceContent,
    people: People,
    /** Null of organizations that no partner lends anything to. */
    readonly partner: PartnerLayer | null,
  ) {
    const { activeHolders, suspendedHolders, userIds, groupIds } = people;
    this.people = { activeHolders, suspendedHolders, userIds, groupIds };
    const { secrets, connections, set } = content.own;
    const resources = new Resources(secrets, connections, organization.resources);
    const layers = {
      organization: organization.rulesWithin(resources),
      workspace: new RuleLayer(set.rules, 'workspace', resources, organization.catalog.surfaces),
    };
    const named = new Principals({ ...people, id: null });
    const hosts = { organization: organization.secretHosts, workspace: secretHosts(secrets, 'workspace') };
    const own = { scope: `ws:${content.id}`, epoch: content.epoch };
    this.epochs = [
      { scope: organization.scope, epoch: organization.epoch },
      ...(content.id === null ? [] : [own]),
      ...(partner === null ? [] : [{ scope: partner.scope, epoch: partner.epoch }]),
    ];
    this.policy = new SharedPolicy(layers, named, hosts);
    const { restricted, providers } = availableTo(organization.availability, people);
    // What an organization itself connects is not subject to its rules (03 §8.2).
    const bound = restricted && content.id !== null;
    this.apps = new AppAvailability(bound ? new Set(providers) : null, organization.catalog.hosts);
    this.ranked = new RankedSecrets(secrets, [
      organization.ranked,
      ...(partner === null ? [] : [partner.ranked]),
    ]);
    this.scoping = scopingRules(set.rules);
    this.rights = credentialsOf(Object.values(layers).flatMap((layer) => layer.grantsToPeople(named)));
  }

  /** All its holders are suspended: its agents are as good as unknown (R13). */
  get heldBySuspendedOnly(): boolean {
    return this.people.suspendedHolders > 0 && this.people.activeHolders === 0;
  }

  /** What an agent reaches of a connection; null where no rule narrows it. */
  scopeOf(agent: AgentIdentity, connectionId: string): ResourceScope | null {
    const organization = this.organization.scoping.get(connectionId) ?? [];
    const workspace = this.scoping.get(connectionId) ?? [];
    if (organization.length === 0 && workspace.length === 0) return null;
    return effectiveScope({ organization, workspace }, principalsOf(this.people, agent), connectionId);
  }

  /** The raw material, for views that explain. */
  get state(): AccessState {
    const { organization, content, people, epochs, apps } = this;
    return {
      workspaceId: content.id,
      organization: organization.organization,
      epochs,
      apps,
      organizationSet: organization.own.set,
      workspaceSet: content.own.set,
      userIds: people.userIds,
      groupIds: people.groupIds,
      secrets: this.ranked.entries,
      connections: newestFirst([...content.own.connections, ...organization.own.connections]),
      sources: content.sources,
    };
  }
}

export interface WorkspaceState extends AccessState {
  readonly workspaceId: string;
  /** Newest first. */
  readonly agents: readonly AgentIdentity[];
  /** The same, compiled. */
  readonly layer: WorkspaceLayer;
}

export function principalsOf(
  { userIds, groupIds }: Pick<AccessState, 'userIds' | 'groupIds'>,
  { id }: AgentIdentity,
): AgentPrincipals {
  return { id, userIds, groupIds };
}
