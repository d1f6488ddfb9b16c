/**
 * The vocabulary of secrets and of what injecting them does to a request (02 §3.1, §3.2; 06 §11.2, §21).
 *
 * `Injection` carries plaintext: it lives in the memory of one request, is never logged, cached or
 * serialised (06 §21.1).
 */
export type SecretType = 'anthropic' | 'openai' | 'generic';
export type AuthMode = 'api-key' | 'oauth';

/** Words for people. */
export type SourceDisplay = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Built by the server from the value, never accepted from a client (02 §3.5), but for what a reference is called: its
 * source puts that beside it, for display only (02 §3.8).
 */
export interface SecretMetadata {
  authMode?: AuthMode;
  accountId?: string | null;
  [display: string]: SourceDisplay[string] | string | null | undefined;
}

/** Exactly one of four strict variants (02 §3.2). */
export type InjectionConfig =
  | { headerName: string; valueFormat?: string }
  | { paramName: string; paramFormat?: string }
  | { pathTemplate: string }
  | { pathRegex: string; pathReplacement: string };

/** What planning needs of a stored secret; the value comes separately and later. */
export interface InjectableSecret {
  type: SecretType;
  metadata: SecretMetadata | null;
  injectionConfig: InjectionConfig | null;
}

export type Injection =
  | { kind: 'set-header' | 'replace-header'; name: string; value: string }
  | { kind: 'remove-header'; name: string }
  /** `credential`: what the value was made of, where it is not the value. */
  | { kind: 'set-param'; name: string; value: string; credential?: string }
  | { kind: 'path-template'; template: string; value: string }
  | { kind: 'path-regex'; pattern: string; replacement: string; value: string };

/** The place an injection writes: `header:<lowercase name>`, `query:<name>` or `path` (02 §11.2). */
export type Slot = `header:${string}` | `query:${string}` | 'path';
