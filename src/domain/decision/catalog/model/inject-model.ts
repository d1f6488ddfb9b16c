/** How the credential of an account is written into a request, as a host of the catalogue says it (03 §12.2). */

/** Templates are filled from what is stored of the account; `{token}` is its access token after refresh. */
export type InjectDescription =
  | {
      readonly type: 'header';
      readonly name: string;
      readonly format: string;
      /** Header → field of the connection's metadata, written where the account has it. */
      readonly metadataHeaders?: Readonly<Record<string, string>>;
    }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'headers'; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: 'query'; readonly params: Readonly<Record<string, string>> }
  | {
      readonly type: 'aws_sigv4';
      readonly accessKeyId?: string;
      readonly secretAccessKey?: string;
      readonly region?: string;
    }
  | {
      readonly type: 'aws_assume_role';
      readonly roleArn?: string;
      readonly externalId?: string;
      readonly region?: string;
    }
  /** Nothing is written: the gateway answers in the provider's place (03 §12.9). */
  | { readonly type: 'token_response'; readonly method?: string };

export type InjectType = InjectDescription['type'];

/** The description of one type. */
export type InjectOf<Type extends InjectType> = Extract<InjectDescription, { readonly type: Type }>;

/** One way in which an app writes on a host, as far as a path is concerned. */
export interface InjectRule {
  readonly inject: InjectDescription;
  /** Plain prefix of the path; null: every path. */
  readonly pathPrefix: string | null;
  /** Template of the one host the credential is for; null: every host the rule is on. */
  readonly onlyHost: string | null;
}
