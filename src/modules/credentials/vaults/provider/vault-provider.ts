/**
 * What a password manager has to be able to do (06 §16.2). Credentials are whatever `readCredentials` made of the
 * pairing body, kept sealed between calls. Every method is bounded in time and fails with `VaultFailure`.
 */
export interface VaultProvider {
  /** As it stands in paths. */
  readonly id: string;
  /** Judges a pairing body by itself; throws the flat `400` of its first issue. Asks nobody. */
  readCredentials(body: unknown): string;
  /** Proves against the provider that the credentials work. `name` is for people. */
  check(credentials: string): Promise<{ name: string | null }>;
  /** The plaintext a reference of a secret points to. */
  value(credentials: string, reference: string): Promise<string>;
  vaults(credentials: string): Promise<VaultTitle[]>;
  items(credentials: string, vaultId: string): Promise<VaultItem[]>;
  /** Labels and types; a value never leaves the provider's adapter this way. */
  fields(credentials: string, vaultId: string, itemId: string): Promise<VaultItemFields>;
}

export interface VaultTitle {
  id: string;
  title: string;
}

export interface VaultItem extends VaultTitle {
  category: string;
}

export interface VaultItemFields {
  fields: (VaultTitle & { fieldType: string; sectionId?: string })[];
  sections: VaultTitle[];
}

/**
 * `rejected`: the credentials are not, or no longer, good for this. `missing`: they are, and there is no such thing.
 * `bad-reference`: it cannot name anything. `unavailable`: nobody could tell; asking again may help.
 */
export type VaultFailureKind = 'rejected' | 'missing' | 'bad-reference' | 'unavailable';

/** Says what kind of failure it was and nothing else: texts of a provider may quote what they were given. */
export class VaultFailure extends Error {
  override readonly name = 'VaultFailure';

  constructor(readonly kind: VaultFailureKind) {
    super(`The vault provider failed: ${kind}`);
  }
}
