import type { HostIndex } from '../../../domain/decision/matching/host-index.js';
import { Resources, secretHosts } from '../../../domain/decision/policy/compiled/resources.js';
import { RuleLayer } from '../../../domain/decision/policy/compiled/rule-layer.js';
import { RankedSecrets } from '../../../domain/decision/policy/choices/secret-choice.js';
import { scopingRules } from '../../../domain/decision/resource-scopes/effective-scope.js';
import {
  type Availability,
  OPEN_AVAILABILITY,
} from '../../credentials/app-availability/model/availability.js';
import type { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type { AccessibleSecret, AgentAccess } from './agent-access.js';
import type { OrganizationPart } from './agent-access.query.js';
import { type OwnState, ownStateOf } from './own-part.js';

/** What an organization's rules, secrets and connections come to, once for all its workspaces (ADR 37). Immutable. */
export class OrganizationLayer {
  readonly organization: AgentAccess['organization'];
  /** Which apps whose agents may use. */
  readonly availability: Availability;
  readonly own: OwnState;
  readonly resources: Resources;
  readonly secretHosts: HostIndex<true>;
  readonly ranked: RankedSecrets<AccessibleSecret>;
  readonly scoping: ReturnType<typeof scopingRules>;
  private readonly shared: RuleLayer;

  /** `part` is JSON. Throws where it cannot be read. */
  constructor(
    id: string,
    readonly epoch: number,
    part: string,
    readonly catalog: AppCatalog,
  ) {
    const { plan, claimed, claim, availability, ...own } = JSON.parse(part) as OrganizationPart;
    this.organization = { id, plan, claimed, claim };
    this.availability = availability ?? OPEN_AVAILABILITY;
    this.own = ownStateOf(own);
    this.resources = new Resources(this.own.secrets, this.own.connections);
    this.secretHosts = secretHosts(this.own.secrets, 'organization');
    this.ranked = new RankedSecrets(this.own.secrets);
    this.scoping = scopingRules(this.own.set.rules);
    this.shared = this.compile(this.resources);
  }

  get scope(): string {
    return `org:${this.organization.id}`;
  }

  /** Its rules, for a workspace with these resources: compiled anew where one refers to the workspace's own. */
  rulesWithin(resources: Resources): RuleLayer {
    const { unresolved } = this.shared;
    return [...unresolved].some((id) => resources.has(id)) ? this.compile(resources) : this.shared;
  }

  private compile(resources: Resources): RuleLayer {
    return new RuleLayer(this.own.set.rules, 'organization', resources, this.catalog.surfaces);
  }
}
