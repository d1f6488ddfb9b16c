import type { CredentialOrigin } from './model/connection.js';

/** What connecting an account gave: everything that is stored of it. */
export interface NewCredentials {
  kind: CredentialOrigin;
  /** What the gateway writes into requests and refreshes with; sealed as JSON. */
  values: Readonly<Record<string, string>>;
  /** Null for credentials that do not end. */
  expiresAt: Date | null;
  /** Null: the provider did not say. */
  scopes: readonly string[] | null;
  metadata: Readonly<Record<string, unknown>> | null;
  /** The customer's OAuth client it was made with. */
  appConfigId: string | null;
}

export interface Account {
  provider: string;
  /** As the person calls it. */
  label: string | null;
  /** The connection that is made anew; null to look for it. */
  connectionId: string | null;
  /** Which one is taken when nothing tells accounts apart (03 §5.4.3, §5.4.4). */
  withoutIdentity: 'newest' | 'new';
}

export interface SavedConnection {
  id: string;
  label: string | null;
  created: boolean;
}
