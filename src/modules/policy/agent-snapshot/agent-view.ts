import type { AppAvailability } from '../../../domain/decision/policy/app-availability.js';
import type { CompiledPolicy } from '../../../domain/decision/policy/compiled/compiled-policy.js';
import { ConnectionTable } from '../../../domain/decision/policy/choices/connection-choice.js';
import {
  credentialsOf,
  type InjectableCredentials,
  mayReceiveConnection,
  mayReceiveSecret,
} from '../../../domain/decision/policy/injectable.js';
import { SecretTable } from '../../../domain/decision/policy/choices/secret-choice.js';
import type { ResourceScope } from '../../../domain/decision/resource-scopes/effective-scope.js';
import type { ConnectionStatus } from '../../credentials/connections/model/connection.js';
import type { SourceContext } from '../../credentials/secret-sources/secret-source.js';
import type {
  AccessibleConnection,
  AccessibleSecret,
  AgentAccess,
  AgentIdentity,
  ScopeEpoch,
} from './agent-access.js';
import { newestFirst } from './own-part.js';
import type { WorkspaceLayer } from './workspace-layer.js';

const UNRESTRICTED: ReadonlyMap<string, ResourceScope> = new Map();

/** One agent's view of its workspace's layer: who it is, which of the rules name it, what it may receive. */
export class AgentView implements AgentAccess {
  readonly workspaceId: string;
  readonly organization: AgentAccess['organization'];
  readonly epochs: readonly ScopeEpoch[];
  readonly apps: AppAvailability;
  readonly sources: SourceContext | null;
  readonly policy: CompiledPolicy;
  readonly granted: SecretTable<AccessibleSecret>;
  readonly connections: ConnectionTable<AccessibleConnection>;
  readonly resourceScopes: ReadonlyMap<string, ResourceScope>;

  /** What it may receive by any of them. */
  private readonly rights: readonly InjectableCredentials[];

  constructor(
    readonly layer: WorkspaceLayer,
    readonly agent: AgentIdentity,
  ) {
    this.workspaceId = layer.content.id!;
    this.organization = layer.organization.organization;
    this.epochs = layer.epochs;
    this.apps = layer.apps;
    this.sources = layer.content.sources;
    const grants = Object.values(layer.policy.layers).flatMap((rules) => rules.grantsToAgent(agent.id));
    this.rights = grants.length === 0 ? [layer.rights] : [layer.rights, credentialsOf(grants)];
    this.policy = layer.policy.ofAgent(agent.id);
    this.granted = new SecretTable(layer.ranked, (secret) => this.holds(secret));
    this.connections = this.connectionsWhere((connection) => this.receives(connection));
    this.resourceScopes = this.scopes();
  }

  get secrets(): readonly AccessibleSecret[] {
    return this.granted.entries;
  }

  /** Asked for by hints only, where nobody is in a hurry; so is the next. */
  get unattached(): SecretTable<AccessibleSecret> {
    return new SecretTable(this.layer.ranked, (secret) => !this.holds(secret));
  }

  get unattachedConnections(): ConnectionTable<AccessibleConnection> {
    return this.connectionsWhere((connection) => !this.receives(connection));
  }

  get endedConnections(): ConnectionTable<AccessibleConnection> {
    return this.connectionsWhere((connection) => this.receives(connection), 'expired');
  }

  private holds(secret: AccessibleSecret): boolean {
    return this.rights.some((rights) => mayReceiveSecret(rights, secret));
  }

  private receives(connection: AccessibleConnection): boolean {
    return this.rights.some((rights) => mayReceiveConnection(rights, connection));
  }

  /** Only connected ones are in play: the others keep their rules, which match nothing (02 §16.4). */
  private connectionsWhere(
    wanted: (connection: AccessibleConnection) => boolean,
    status: ConnectionStatus = 'connected',
  ): ConnectionTable<AccessibleConnection> {
    const { content, organization } = this.layer;
    const found = [...content.own.connections, ...organization.own.connections].filter(
      (connection) => connection.status === status && wanted(connection),
    );
    return new ConnectionTable(newestFirst(found), organization.catalog.hosts);
  }

  private scopes(): ReadonlyMap<string, ResourceScope> {
    const scopes = new Map<string, ResourceScope>();
    for (const { id } of this.connections.entries) {
      const scope = this.layer.scopeOf(this.agent, id);
      if (scope !== null) scopes.set(id, scope);
    }
    return scopes.size === 0 ? UNRESTRICTED : scopes;
  }
}
