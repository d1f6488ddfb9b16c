import type { StoredCredentials } from '../connections/credential-rows.js';

/** What a refresh came to. */
export type Renewal =
  | {
      readonly kind: 'renewed';
      /** All that is stored of the account from now on. */
      readonly values: Readonly<Record<string, string>>;
      readonly expiresAt: Date | null;
    }
  /** Refused for good: only a person can help, by connecting the account anew. */
  | { readonly kind: 'ended'; readonly cause: Error }
  /** No token this time. */
  | { readonly kind: 'failed'; readonly cause: Error };

/** How the tokens of one account are replaced (03 §12.3). Asked under the account's lease, so never twice at a time. */
export type RefreshStrategy = (stored: StoredCredentials) => Promise<Renewal>;

/** Between two attempts (03 §12.3.3); also after a success, or a provider whose tokens live for seconds would be asked for every request. */
export const PAUSE_SECONDS = 10;

/** 06 §11.4.6. */
export const REFRESH_TIMEOUT_MS = 10_000;
