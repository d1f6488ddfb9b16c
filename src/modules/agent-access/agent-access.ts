import type {
  InjectionConfig,
  SecretMetadata,
  SecretType,
  ValueSource,
} from '../../domain/injection/model.js';
import type { CompiledPolicy } from '../../domain/policy/compiled-policy.js';
import type { ConnectionEntry, ConnectionTable } from '../../domain/policy/connection-choice.js';
import type { CredentialLevel } from '../../domain/policy/model.js';
import type { SecretEntry, SecretTable } from '../../domain/policy/secret-choice.js';
import type { ResourceScope } from '../../domain/scopes/effective-scope.js';

/** A stored secret of the agent's workspace or organization. Its value stays sealed (`valueCiphertext`). */
export interface AccessibleSecret extends SecretEntry {
  readonly level: CredentialLevel;
  readonly name: string;
  readonly type: SecretType;
  readonly organizationId: string;
  readonly workspaceId: string | null;
  readonly valueSource: ValueSource;
  readonly valueCiphertext: string | null;
  readonly opRef: string | null;
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

/** All that decides one agent's requests, as of one moment (architecture §8.2). Immutable. */
export interface AgentAccess {
  readonly agent: AgentIdentity;
  readonly workspaceId: string;
  readonly organization: { readonly id: string; readonly plan: string; readonly claimed: boolean };
  readonly epochs: readonly ScopeEpoch[];
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
  /** What the agent reaches of its connections (02 §14.2); one that is absent is unrestricted. */
  readonly resourceScopes: ReadonlyMap<string, ResourceScope>;
}
