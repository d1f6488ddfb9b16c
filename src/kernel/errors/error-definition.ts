/** How an error leaves the server: `envelope` and `flat` per contract 01 §8.1, `auth` per 01 §11.2. */
export type ErrorSurface = 'envelope' | 'flat' | 'auth';

export interface ErrorDefinition {
  status: number;
  surface: ErrorSurface;
  /** Default message; a thrown error may word its own. */
  message: string;
  /** `error.type` of the envelope; by default the one of the status (01 §8.2). */
  type?: string;
  /**
   * Somebody else failed, a site or a provider, and this server only says so: no fault in the log. Callers can
   * bring it about at will.
   */
  external?: true;
  /** `error.code` of the envelope, or `code` of the auth surface. */
  wireCode?: string;
}

/** PostgreSQL constraint name → catalogue code, for violations that are a caller's mistake. */
export type ConstraintErrors<Code extends string = string> = Record<string, Code>;
