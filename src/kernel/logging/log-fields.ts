/**
 * Every field that a log line may have. `docs/log-fields.md` is generated from this interface. The lint refuses a line with
 * an undeclared field or another type. There is no field that could hold a credential, a query or a body.
 */
export interface LogFields {
  /** `fatal`, `error`, `warn`, `info`, `debug` or `trace`. */
  level: string;
  /** Time in UTC (ISO 8601). */
  time: string;
  /** The message. */
  msg: string;
  /** The part of the server that writes the line. */
  context: string;
  /** The request of the line; the response has it as `x-request-id`. */
  requestId: string;
  /** The trace of the line, if the request is sampled. */
  traceId: string;
  /** An error, as `type`, `message`, `stack`, `code`, `constraint`, `cause`, `errors`; credentials are removed. */
  err: unknown;
  /** The name of a fault whose text may contain data. */
  error: string;
  /** A code of a fault: of the system, a provider, this server, or a process that ended. */
  code: string | number;
  /** The reason, in words of this server or of a called system. */
  reason: string;
  /** The kind of the cause, or the name and code of a fault whose text is not repeated. */
  cause: string | { name?: string; code?: string };
  /** The kind of what the message names. */
  kind: string;
  /** A sentence for a person. */
  detail: string;
  /** IP address of a proxy that forwards requests. */
  address: string;
  /** How often the same happened since the previous line. */
  repeated: number;
  /** HTTP method of a request. */
  method: string;
  /** Path of a request, without query and tokens. */
  path: string;
  /** Status of a response; in audit lines the outcome of the action. */
  status: number | string;
  /** Duration of a request, in milliseconds. */
  ms: number;
  /** The credential of the caller: `session`, `workspace_key`, `org_key`, `partner_key`, `scim` or `none`. */
  credential: string;
  /** The caller's key. */
  keyId: string;
  /** The organization of the caller. */
  orgId: string;
  /** A legacy input that was used. */
  deprecatedSurface: string;
  /** `api` or `gateway`. */
  port: string;
  /** The callback of a connection in which a fault happened. */
  site: string;
  /** A channel of database notifications. */
  channel: string;
  /** A shutdown step. */
  step: string;
  /** Time limit of a step of the shutdown, in milliseconds. */
  limitMs: number;
  /** Time limit of the shutdown, in milliseconds. */
  budgetMs: number;
  /** The subject of an audit entry. */
  service: string;
  /** The action of an audit entry. */
  action: string;
  /** A person: the account's id. */
  userId: string;
  /** Counts of what a claim of an account ended. */
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
  /** A connection to an app, a vault or an identity provider. */
  connectionId: string;
  /** An organization's workspace at a channel provider. */
  integrationId: string;
  /** An agent's app at a chat provider: the id of our row. */
  presenceId: string;
  /** The same app: the provider's id. */
  appId: string;
  /** A stored OAuth client of an app. */
  appConfigId: string;
  /** A turn of a hosted agent. */
  turnId: string;
  /** A pending approval. */
  approvalId: string;
  /** A mail. */
  mailId: string;
  /** A prepared account. */
  provisionId: string;
  /** An app or an identity provider. */
  provider: string;
  /** A model of a provider, as the provider's response names it. */
  model: string | null;
  /** An AWS role. */
  roleArn: string;
  /** A site whose icon was requested. */
  domain: string;
  /** A deployment to which a workspace is sent. */
  origin: string;
  /** A sink of the export: `webhook`, `syslog` or `file`. */
  sink: string;
  /** Number of events. */
  events: number;
  /** Number of attempts to send a batch. */
  attempts: number;
  /** How many kinds of refused tokens, counted by address. */
  kinds: number;
  /** Number of log records. */
  records: number;
  /** Number of organizations. */
  organizations: number;
  /** How many counters of rate limits. */
  counters: number;
  /** How many open exchanges. */
  exchanges: number;
}
