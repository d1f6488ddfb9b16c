import type {
  InjectionConfig,
  SecretMetadata,
  SecretType,
  ValueSource,
} from '../../domain/injection/model.js';
import type { CompiledPolicy } from '../../domain/policy/compiled-policy.js';
import type { CredentialLevel } from '../../domain/policy/model.js';
import type { SecretEntry, SecretTable } from '../../domain/policy/secret-choice.js';

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
}
