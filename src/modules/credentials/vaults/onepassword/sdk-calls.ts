import type { EnvHttpProxyAgent } from 'undici';
import type { VaultItem, VaultItemFields, VaultTitle } from '../provider/vault-provider.js';

/** What the thread is asked, by name: arguments after the token, and the answer. */
export interface SdkCalls {
  vaults: { args: []; result: VaultTitle[] };
  items: { args: [vaultId: string]; result: VaultItem[] };
  fields: { args: [vaultId: string, itemId: string]; result: VaultItemFields };
  value: { args: [reference: string]; result: string };
}

export interface SdkSettings {
  egress: EnvHttpProxyAgent.Options;
  /** Requests to other hosts than these domains and what is below them are not made. */
  domains: readonly string[];
  requestTimeoutMs: number;
  integrationVersion: string;
}

export interface SdkRequest {
  id: number;
  token: string;
  call: keyof SdkCalls;
  args: readonly string[];
}

/** The session of this token may be why a call failed: the next one signs in anew. */
export interface SdkForget {
  forget: string;
}

/** `received` comes first, of every request: a thread that does not say so is stuck. */
export type SdkReply =
  { id: number; received: true } | { id: number; result: unknown } | { id: number; failure: string };
