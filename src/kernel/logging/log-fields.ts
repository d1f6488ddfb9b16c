/**
 * Every field a log line may have. `docs/log-fields.md` is written from it, and the lint refuses a line with another field
 * or with one of another type. What could hold a credential, a query or a body has no field.
 */
export interface LogFields {
  /** `fatal`, `error`, `warn`, `info`, `debug` or `trace`. */
  level: string;
  /** When, in UTC (ISO 8601). */
  time: string;
  /** The message. */
  msg: string;
  /** The part of the server that says it. */
  context: string;
  /** The request it belongs to, also in the answer's `x-request-id`. */
  requestId: string;
  /** The trace it belongs to, where the request is sampled. */
  traceId: string;
  /** A fault, as `type`, `message`, `stack`, `code`, `constraint`, `cause`, `errors`; texts without credentials. */
  err: unknown;
  /** The name of a fault whose text may quote what it worked on. */
  error: string;
  /** A code of a fault: of the system, of a provider, of ours, or of a process that ended. */
  code: string | number;
  /** Why, in a word or a sentence of ours or of a system called. */
  reason: string;
  /** What kind of cause it was, or the name and code of a fault whose text is not repeated. */
  cause: string | { name?: string; code?: string };
  /** Which of the kinds there are. */
  kind: string;
  /** A sentence for a person. */
  detail: string;
  /** IP address of a proxy that passes requests on. */
  address: string;
  /** How often it was the same since the line before. */
  repeated: number;
  /** HTTP method of a request. */
  method: string;
  /** Path of a request, without query and tokens. */
  path: string;
  /** Status of an answer; in audit lines how the action ended. */
  status: number | string;
  /** How long a request took, in milliseconds. */
  ms: number;
  /** What the caller showed: `session`, `workspace_key`, `org_key`, `partner_key`, `scim` or `none`. */
  credential: string;
  /** The key the caller showed. */
  keyId: string;
  /** The organization of the caller. */
  orgId: string;
  /** A legacy input that was used. */
  deprecatedSurface: string;
  /** `api` or `gateway`. */
  port: string;
  /** The callback of a connection a fault happened in. */
  site: string;
  /** A channel of the database's notifications. */
  channel: string;
  /** A step of the shutdown. */
  step: string;
  /** What a step of the shutdown may take, in milliseconds. */
  limitMs: number;
  /** What the shutdown may take, in milliseconds. */
  budgetMs: number;
  /** What an audit entry is about. */
  service: string;
  /** What an audit entry says was done. */
  action: string;
  /** A person, by the id of the account. */
  userId: string;
  /** What a claim of an account ended, counted. */
  ended: object;
  /** An organization. */
  organizationId: string | null;
  /** A workspace. */
  workspaceId: string | null;
  /** A partner. */
  partnerId: string | null;
  /** An agent. */
  agentId: string;
  /** A secret. */
  secretId: string;
  /** A connection: an account of an app, a vault, or a way to an identity provider. */
  connectionId: string;
  /** An organization's workspace at a chat provider. */
  integrationId: string;
  /** An agent's app at a chat provider, by our row. */
  presenceId: string;
  /** The same app, by the provider's id. */
  appId: string;
  /** A stored client of an app. */
  appConfigId: string;
  /** A turn of a hosted agent. */
  turnId: string;
  /** A held request. */
  approvalId: string;
  /** A mail. */
  mailId: string;
  /** A prepared account. */
  provisionId: string;
  /** An app or an identity provider. */
  provider: string;
  /** A model of a provider, as its answer names it. */
  model: string | null;
  /** A role of AWS. */
  roleArn: string;
  /** A site an icon was asked of. */
  domain: string;
  /** A deployment a workspace is sent to. */
  origin: string;
  /** A sink of the export: `webhook`, `syslog` or `file`. */
  sink: string;
  /** How many events. */
  events: number;
  /** How often a batch was sent. */
  attempts: number;
  /** How many kinds of refused tokens, by address. */
  kinds: number;
  /** How many log records. */
  records: number;
  /** How many organizations. */
  organizations: number;
  /** How many counters of limits. */
  counters: number;
  /** How many exchanges under way. */
  exchanges: number;
}
