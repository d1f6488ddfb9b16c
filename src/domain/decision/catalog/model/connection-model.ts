/** How an app is connected, as its entry of the catalogue says it (03 §16). Templates: `template.ts`. */

/** What a person types in to connect an app without OAuth; `secret` ones are masked, of `group`s one is filled. */
export interface ConnectionField {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly required: boolean;
  readonly secret: boolean;
  readonly group?: string;
  readonly pattern?: string;
  readonly help?: string;
  readonly helpUrl?: string;
  readonly helpLabel?: string;
}

export type CatalogKind = 'oauth' | 'github_app' | 'fields' | 'import';

/** One way to connect. Which of the parts are there follows from the kind. */
export interface ConnectMethod {
  readonly kind: CatalogKind;
  /** Of `fields` and `import`. */
  readonly fields?: readonly ConnectionField[];
  /** Of `fields`: the one that is stored as `access_token`. */
  readonly tokenField?: string;
  /** Of `fields`: who the key belongs to. */
  readonly check?: IdentityCheck | null;
  /** Of `import`. */
  readonly exchange?: Exchange | ExchangeGroups;
  /** Which group of fields applies. */
  readonly groupWhen?: { readonly field: string; readonly given: string; readonly otherwise: string };
  readonly oauth?: OAuthDescription;
  readonly install?: InstallDescription;
}

export interface CatalogConnection extends ConnectMethod {
  /** Value of `connectionType`, and the name of this way as `method`. */
  readonly wireType: string;
  /** What a GitHub App should be allowed. */
  readonly appPermissions?: readonly string[];
  /** Other ways, chosen by the body's `method` (03 §5.1). */
  readonly alternatives?: readonly (ConnectMethod & { readonly method: string })[];
}

export interface ClientConfig {
  readonly fields: readonly ClientField[];
  /** Variables of the operator by field; null: there is no client but the customer's own. */
  readonly env: Readonly<Record<string, string>> | null;
  readonly hint?: string;
}

export interface ClientField {
  readonly name: string;
  readonly label: string;
  readonly secret: boolean;
  /** False: a client may be stored without it, and connects nothing until it is there. Absent: required. */
  readonly required?: boolean;
}

/** A value made of a submitted one: of `cases` the one it is, else with `pattern` replaced by `as`. */
export interface DerivedValue {
  readonly field: string;
  readonly cases?: Readonly<Record<string, string>>;
  readonly pattern?: string;
  readonly as?: string;
  readonly upperCase?: boolean;
}
export type DerivedValues = Readonly<Record<string, DerivedValue>>;

/** A call to the provider. `auth`: `bearer`, `bearer:…`, `basic:user:password`, `header:name=…`, `query:name=…`, `none`. */
export interface DescribedCall {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly auth?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bodyType?: 'json' | 'form';
  readonly body?: Readonly<Record<string, unknown>> | null;
}

/** Field of the metadata → where it stands in the answer (`answer-map.ts`). */
export type AnswerMap = Readonly<Record<string, string>>;

/** The entry of a list that belongs to the account, told by a value of the answer before. */
interface PickedEntry {
  readonly list: string;
  readonly where: string;
  readonly equals: string;
}

/** Entries of a list that are kept as a list of objects. */
interface CollectedEntries extends PickedEntry {
  readonly as: string;
  readonly newestFirst?: string;
  readonly map: AnswerMap;
}

/** Asks who the account is; whatever goes wrong, the connection is made without. */
export interface IdentityProbe extends DescribedCall {
  readonly map: AnswerMap;
  /** Not asked when this field of the metadata is known already. */
  readonly unless?: string;
  readonly pick?: PickedEntry;
  readonly collect?: CollectedEntries;
  /** Values that must look so before they may be part of an address: they come from an answer. */
  readonly origins?: Readonly<Record<string, string>>;
}

export interface IdentityCheck extends Partial<DescribedCall> {
  readonly values?: DerivedValues;
  readonly map?: AnswerMap;
  /** Nothing of the answer counts without this value. */
  readonly onlyWith?: string;
  /** Known without asking. */
  readonly always?: Readonly<Record<string, string | readonly string[]>>;
  /** Statuses that say that the key is wrong. */
  readonly rejectOn?: readonly number[];
}

/** Credentials that are traded for a token, or checked and kept. */
export interface Exchange {
  readonly kind: 'validate' | 'request' | 'client_credentials' | 'jwt_bearer' | 'refresh_token';
  readonly values?: DerivedValues;
  /** Not the caller's to say. */
  readonly serverFields?: Readonly<Record<string, 'aws_external_id'>>;
  readonly request?: DescribedCall;
  /** Of `jwt_bearer`: what the assertion says. */
  readonly jwt?: {
    readonly issuer: string;
    readonly audience: string;
    readonly scope: string;
    readonly key: string;
  };
  readonly store: Readonly<Record<string, string>>;
  /** Where the end of the token is told: seconds in the answer, or the token itself. */
  readonly expires?: 'expires_in' | 'jwt';
  readonly grantedScopes: readonly string[];
  readonly metadata?: Readonly<Record<string, string | readonly string[]>>;
  readonly identity?: IdentityProbe;
  /** Of `refresh_token`: how what it gave is kept alive. */
  readonly refresh?: RefreshDescription;
  /** The client in the fields becomes the scope's own (03 §6.5). */
  readonly alsoSavesClientConfig?: boolean;
}

export interface ExchangeGroups {
  readonly kind: 'groups';
  readonly groups: Readonly<Record<string, Exchange>>;
}

export interface TokenEndpoint {
  readonly url: string;
  readonly body: 'form' | 'json';
  readonly clientAuth: 'body' | 'basic';
  readonly sendGrantType: boolean;
  readonly sendRedirectUri: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Must be true, or the answer is a refusal whatever its status. */
  readonly okField?: string;
  readonly defaultExpiresIn?: number;
  /** Where the end may stand as a moment instead of seconds. */
  readonly expiresAtField?: string;
}

/** How a refresh token is spent (RFC 6749 §6). */
export interface RefreshDescription {
  readonly url: string;
  readonly body: 'form' | 'json';
  readonly clientAuth: 'body' | 'basic';
  /** The operator's variables of client id and secret; null: the operator has no client, only customers have. */
  readonly env: readonly [string, string] | null;
  /** What the provider calls it, besides `invalid_grant`, when the account has to be connected anew. */
  readonly endedBy?: readonly string[];
}

export interface OAuthDescription {
  readonly authorizeUrl: string;
  readonly authorizeParams: Readonly<Record<string, string>>;
  readonly scopes: readonly string[];
  /** Null: no scopes are sent. */
  readonly scopeSeparator: string | null;
  readonly pkce: 'S256' | null;
  /** The provider answers in the fragment, under this name (03 §5.3.1). */
  readonly fragmentToken?: string;
  /** A parameter of the callback that is part of the token endpoint's address. */
  readonly callbackParam?: { readonly name: string; readonly default: string; readonly allowed: string };
  readonly token: TokenEndpoint | null;
  /** Fields to keep: `name`, `name?` (only when present), `name=source`. */
  readonly store: readonly string[];
  readonly grantedScopes: readonly string[] | { readonly field: string; readonly split: string | null };
  readonly refresh: RefreshDescription | null;
  readonly identityFromToken?: AnswerMap;
  readonly identity: readonly IdentityProbe[];
  readonly adminConsentErrors?: readonly string[];
}

export interface InstallDescription {
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly callbackParam: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How the person's code proves that they may see the installation (R53); `{page}` counts from 1. */
  readonly proof: { readonly token: DescribedCall; readonly installations: DescribedCall };
  readonly token: DescribedCall;
  readonly account: DescribedCall;
  readonly repositories: DescribedCall;
  readonly store: Readonly<Record<string, string>>;
}
