export type VaultConnectionStatus = 'connected' | 'error';

/** The provider whose references feed secrets (02 §3.4). */
export const ONEPASSWORD = 'onepassword';

/** What a snapshot of the gateway reads of a connection. */
export interface StoredVaultConnection {
  readonly id: string;
  /** Sealed for `vault_connections:<id>`. */
  readonly credentialsCiphertext: string;
}

/**
 * The connection of a workspace as a snapshot of the gateway carries it. A write in the workspace raises `epoch`,
 * pairing anew changes `id`: values remembered for another pair of the two are not used.
 */
export interface SealedVaultConnection extends StoredVaultConnection {
  readonly workspaceId: string;
  readonly epoch: number;
}
