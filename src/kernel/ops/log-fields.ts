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
  /** Id of the request, also in the response's `x-request-id`. */
  requestId: string;
  /** Id of the trace, if the request is sampled. */
  traceId: string;
  /** An error, as `type`, `message`, `stack`, `code`, `constraint`, `cause`, `errors`; credentials are removed. */
  err: unknown;
  /** Name of an error whose message could quote its input. */
  error: string;
  /** Code of an error: of the operating system, of a provider, of this server, or the exit code of a process. */
  code: string | number;
  /** The reason, as a word or sentence of this server or of another system. */
  reason: string;
  /** Kind of the cause, or the name and code of an error whose message is not logged. */
  cause: string | { name?: string; code?: string };
  /** Kind of the subject. */
  kind: string;
  /** A sentence for a person. */
  detail: string;
  /** IP address of a proxy that forwards requests. */
  address: string;
  /** Number of equal events since the previous line. */
  repeated: number;
  /** HTTP method of a request. */
  method: string;
  /** Path of a request, without query and tokens. */
  path: string;
  /** Status of a response; in audit lines the result of the action. */
  status: number | string;
  /** Duration of a request in milliseconds. */
  ms: number;
  /** Kind of the caller's credential: `session`, `workspace_key`, `org_key`, `partner_key`, `scim` or `none`. */
  credential: string;
  /** Id of the caller's key. */
  keyId: string;
  /** The organization of the caller. */
  orgId: string;
  /** A legacy input that was used. */
  deprecatedSurface: string;
  /** `api` or `gateway`. */
  port: string;
  /** The connection callback in which an error occurred. */
  site: string;
  /** A channel of database notifications. */
  channel: string;
  /** A shutdown step. */
  step: string;
  /** Time limit of a shutdown step in milliseconds. */
  limitMs: number;
  /** Time limit of the shutdown in milliseconds. */
  budgetMs: number;
  /** Subject of an audit entry. */
  service: string;
  /** Action of an audit entry. */
  action: string;
  /** A person: the id of the account. */
  userId: string;
  /** Numbers of the credentials that a claim of an account ended. */
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
  /** An organization's workspace at a channel provider. */
  integrationId: string;
  /** An agent's channel app: the id of its row. */
  presenceId: string;
  /** The same app: the id at the provider. */
  appId: string;
  /** A stored OAuth client of an app. */
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
  /** A model of a provider, as named in the response. */
  model: string | null;
  /** An AWS role. */
  roleArn: string;
  /** A site whose icon was requested. */
  domain: string;
  /** A deployment to which a workspace is exported. */
  origin: string;
  /** A sink of the export: `webhook`, `syslog` or `file`. */
  sink: string;
  /** Number of events. */
  events: number;
  /** Number of attempts to send a batch. */
  attempts: number;
  /** Number of different refused tokens by address. */
  kinds: number;
  /** Number of log records. */
  records: number;
  /** Number of organizations. */
  organizations: number;
  /** Number of rate limit counters. */
  counters: number;
  /** Number of open exchanges. */
  exchanges: number;
}
