/** The parts of a catalogue entry (contract 03 §16) that recognise requests and name tools. */
export type ToolGroup = 'read' | 'write';
export type ResourceAxis = 'repositories' | 'folders' | 'driveFolders';

/** `method` null: any. `host` may hold one `*`; `path` is a pattern of 02 §9.3. */
export interface ToolMatch {
  readonly method: string | null;
  readonly host: string;
  readonly path: string;
}

export interface CatalogTool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly group: ToolGroup;
  /** All reads or all writes of the app: organization rules take it, grants do not (03 §11.1.8). */
  readonly wildcard?: boolean;
  readonly wildcardComplete?: boolean;
  readonly matches: readonly ToolMatch[];
}

/** A host the app's credential is written on; `suffix` hosts begin with `*` (03 §12.1.1). */
export interface CatalogHost {
  readonly host: string;
  readonly match: 'exact' | 'suffix';
  /** Plain prefix of the path; absent: every path. */
  readonly pathPrefix?: string;
  /** How the credential is written; `token_response`: not at all, the gateway answers in the provider's place. */
  readonly inject?: { readonly type: string };
}

/** What a person types in to connect an app without OAuth; `secret` ones are masked, of `group`s one is filled. */
export interface ConnectionField {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly required: boolean;
  readonly secret: boolean;
  readonly group?: string;
  readonly help?: string;
  readonly helpUrl?: string;
  readonly helpLabel?: string;
}

/** `{...}` in an address stands for what an account says. */
export interface TokenExchange {
  readonly url: string;
}

export interface CatalogConnection {
  readonly kind: 'oauth' | 'github_app' | 'fields' | 'import';
  readonly oauth?: { readonly token?: TokenExchange; readonly refresh?: TokenExchange | null };
  /** Of `fields` and `import`. */
  readonly fields?: readonly ConnectionField[];
  /** Other ways, chosen by the body's `method` (03 §5.1). */
  readonly alternatives?: readonly (Pick<CatalogConnection, 'kind' | 'fields'> & {
    readonly method: string;
  })[];
}

export interface CatalogApp {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly summary: string;
  /** Place in `GET /apps`. */
  readonly listOrder: number;
  /** Place in host recognition; lower is asked first. */
  readonly detectOrder: number;
  readonly connection: CatalogConnection;
  readonly hosts: readonly CatalogHost[];
  /** What a connection's reach can be narrowed by (02 §14.1); most apps have nothing. */
  readonly resources?: { readonly key: ResourceAxis };
  /** Read group first. */
  readonly tools: readonly CatalogTool[];
}

/** The public view of an app's tools (03 §3.5): no host, path or method ever leaves the server. */
export interface PermissionDefinition {
  provider: string;
  groups: PermissionGroup[];
}

interface PermissionGroup {
  category: ToolGroup;
  tools: PublicTool[];
  wildcard?: PublicTool;
  wildcardComplete?: boolean;
}

interface PublicTool {
  id: string;
  name: string;
  description: string;
}
