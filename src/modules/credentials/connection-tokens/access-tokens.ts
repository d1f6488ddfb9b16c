/**
 * A connection as a snapshot holds it. The object itself is what credentials are remembered by: a write to anything of
 * its scope gives the next snapshot another one.
 */
export interface ConnectionHandle {
  readonly id: string;
  readonly provider: string;
}

/** What is stored of an account, with an access token that was alive when it was handed out. Plaintext. */
export interface ConnectionToken {
  /** By the names of the catalogue; `access_token` is what `{token}` stands for. */
  readonly values: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970 until which nobody has to ask again whether it is still good. */
  readonly freshUntil: number;
  /** Whether a refusal by the upstream can be answered with a new token (06 §11.4.3). */
  readonly renewable: boolean;
}

export type StoredValues = ConnectionToken['values'];

/**
 * Live tokens of connections (06 §11.4). An answer that is at hand is not a promise: a request whose token is fresh
 * waits for nobody.
 */
export abstract class AccessTokens {
  /**
   * Null when the account has nothing to give: it is gone, or what is stored cannot be opened. Throws when it cannot be
   * read. A token that cannot be refreshed is handed out as it is (03 §12.3.3).
   */
  abstract tokenFor(connection: ConnectionHandle): ConnectionToken | null | Promise<ConnectionToken | null>;

  /** What is stored, whatever its token is worth; nobody is asked. Null as above. */
  abstract valuesOf(connection: ConnectionHandle): Promise<StoredValues | null>;

  /**
   * Asked after the upstream refused `used` (06 §11.4.3): another token of the account, refreshed if nobody has done so
   * since. Null when there is none.
   */
  abstract renew(connection: ConnectionHandle, used: ConnectionToken): Promise<ConnectionToken | null>;

  /**
   * A token of a GitHub App's installation that reaches these repositories (`owner/name`) alone; never stored. Remembered
   * by the list itself, so the same object stands for the same repositories. Throws when none can be had: the account's
   * own token is no substitute (06 §11.4.5).
   */
  abstract installationToken(
    connection: ConnectionHandle,
    repositories: readonly string[],
  ): ConnectionToken | Promise<ConnectionToken>;
}
