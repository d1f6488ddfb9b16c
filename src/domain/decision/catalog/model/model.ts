/** The parts of a catalogue entry (contract 03 §16) that recognise requests and name tools. */
import type { CatalogConnection, ClientConfig } from './connection-model.js';
import type { InjectDescription } from './inject-model.js';

export type ToolGroup = 'read' | 'write';
export type ResourceAxis = 'repositories' | 'folders' | 'driveFolders';

/** How a token that ends is replaced (03 §12.3). */
export type RefreshKind =
  'refresh_token' | 'github_app' | 'client_credentials' | 'docker_hub' | 'by_stored_type';

/**
 * `method` null: any. `host` may hold one `*`; `path` is a pattern of 02 §9.3, in which a segment `{}` stands for one
 * segment that is not empty (11 §2).
 */
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
  /** Tools of the app that naming this one names as well (11 §2.3). */
  readonly includes?: readonly string[];
}

/** A host the app's credential is written on; `suffix` hosts begin with `*` (03 §12.1.1). */
export interface CatalogHost {
  readonly host: string;
  readonly match: 'exact' | 'suffix';
  /** Plain prefix of the path; absent: every path. */
  readonly pathPrefix?: string;
  readonly inject?: InjectDescription;
  /** Template of the one host, of all that match, that the credential is for (03 §12.2). */
  readonly onlyHost?: string;
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
  /** The OAuth client a customer may bring; null where there is none to bring. */
  readonly clientConfig: ClientConfig | null;
  readonly hosts: readonly CatalogHost[];
  /** Null: the app's tokens do not end, or nothing can be done about it. */
  readonly refresh: RefreshKind | null;
  /** All hosts of the app stand for those of the account's region (03 §12.7). */
  readonly hostRewrite?: HostRewrite;
  /** What becomes of bodies that agents send (03 §12.8). */
  readonly bodyEdit?: 'github_commit_trailer';
  /** What a connection's reach can be narrowed by (02 §14.1); most apps have nothing. */
  readonly resources?: { readonly key: ResourceAxis };
  /** Hosts that connecting the app blocks; their names are settings of the operator (03 §10). */
  readonly blocklist?: readonly BlocklistEntry[];
  /** Files that tools of the app want to find on disk, without any secret (03 §12.9). */
  readonly stubs?: readonly CredentialStub[];
  /** Read group first. */
  readonly tools: readonly CatalogTool[];
}

export interface HostRewrite {
  /** Stored field with the region. */
  readonly field: string;
  readonly suffixes: readonly string[];
  /** Templates over `{prefix}` and the field, by region; `*` is any other. */
  readonly targets: Readonly<Record<string, string>>;
}

export interface BlocklistEntry {
  readonly id: string;
  readonly name: string;
  readonly hostSetting: string;
}

export interface CredentialStub {
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
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
