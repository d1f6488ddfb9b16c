import type {
  InjectionConfig,
  SecretMetadata,
  SecretType,
} from '../../../domain/decision/injection/request-edits/model.js';
import type { AppAvailability } from '../../../domain/decision/policy/app-availability.js';
import type { CompiledPolicy } from '../../../domain/decision/policy/compiled/compiled-policy.js';
import type {
  ConnectionEntry,
  ConnectionTable,
} from '../../../domain/decision/policy/choices/connection-choice.js';
import type { CredentialLevel, PublishedRule } from '../../../domain/decision/policy/model.js';
import type { SecretEntry, SecretTable } from '../../../domain/decision/policy/choices/secret-choice.js';
import type { ResourceScope } from '../../../domain/decision/resource-scopes/effective-scope.js';
import type { ConnectionStatus } from '../../credentials/connections/model/connection.js';
import type { SourceContext } from '../../credentials/secret-sources/secret-source.js';

/** A stored secret of the agent's workspace, organization or partner. Its value stays sealed (`valueCiphertext`). */
export interface AccessibleSecret extends SecretEntry {
  readonly name: string;
  readonly type: SecretType;
  readonly sourceKind: string;
  readonly valueCiphertext: string | null;
  readonly sourceReference: string | null;
  readonly injectionConfig: InjectionConfig | null;
  readonly metadata: SecretMetadata | null;
}

/** A connected account of the agent's workspace or organization, without its credentials. */
export interface AccessibleConnection extends ConnectionEntry {
  readonly level: CredentialLevel;
  readonly label: string | null;
}

export interface AgentIdentity {
  readonly id: string;
  readonly name: string;
  readonly identifier: string;
}

/** Epoch of each scope as of the load; newer ones make the load stale (06 §17.1.2). */
export interface ScopeEpoch {
  readonly scope: string;
  readonly epoch: number;
}

export interface AccessibleOrganization {
  readonly id: string;
  readonly plan: string;
  readonly claimed: boolean;
  /** What a claim link is made of, sealed; null once nothing is left to claim (07 A7.1). */
  readonly claim: { readonly id: string; readonly tokenCiphertext: string } | null;
}

/** All that decides one agent's requests, as of one moment (ADR 2). Immutable. */
export interface AgentAccess {
  readonly agent: AgentIdentity;
  readonly workspaceId: string;
  readonly organization: AccessibleOrganization;
  readonly epochs: readonly ScopeEpoch[];
  /** Which apps the people of the workspace may use. */
  readonly apps: AppAvailability;
  readonly policy: CompiledPolicy;
  /** Secrets the agent may receive (02 §11.1). */
  readonly secrets: readonly AccessibleSecret[];
  readonly granted: SecretTable<AccessibleSecret>;
  /** The other secrets of workspace and organization; what `access_restricted` speaks of (06 §12.1.4). */
  readonly unattached: SecretTable<AccessibleSecret>;
  /** Connections the agent may receive (02 §11.1), newest first. */
  readonly connections: ConnectionTable<AccessibleConnection>;
  /** The other connected accounts of workspace and organization. */
  readonly unattachedConnections: ConnectionTable<AccessibleConnection>;
  /** Accounts the agent would receive if their provider had not ended them (03 §12.3.6). */
  readonly endedConnections: ConnectionTable<AccessibleConnection>;
  /** What the agent reaches of its connections (02 §14.2); one that is absent is unrestricted. */
  readonly resourceScopes: ReadonlyMap<string, ResourceScope>;
  /** What references of secrets are resolved by; null without a workspace. */
  readonly sources: SourceContext | null;
}

/** One live set: its snapshot's number and rules, the Default Rule last. Generation 0 of a set never created. */
export interface LiveRuleSet {
  readonly generation: number;
  readonly rules: readonly PublishedRule[];
}

/** A connection whatever its status; only `connected` ones are in play. */
export interface StoredConnection extends AccessibleConnection {
  readonly status: ConnectionStatus;
  /** Seconds since 1970 when it was connected. */
  readonly age: number;
}

/**
 * What the agents of a workspace are judged by, as of one moment: the raw material of `AgentAccess`, for views that
 * explain a decision. Without a workspace it is the organization's alone.
 */
export interface AccessState {
  readonly workspaceId: string | null;
  readonly organization: AgentAccess['organization'];
  readonly epochs: readonly ScopeEpoch[];
  readonly apps: AppAvailability;
  readonly organizationSet: LiveRuleSet;
  readonly workspaceSet: LiveRuleSet;
  /** Users and groups every agent of the workspace acts for (02 §10). */
  readonly userIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly secrets: readonly AccessibleSecret[];
  /** Newest first. */
  readonly connections: readonly StoredConnection[];
  readonly sources: SourceContext | null;
}
