/**
 * What opens the management side, or is the server's own: never an agent's (R32). Every setting that the server declares
 * secret is here or below; a test holds them against each other.
 */
const NAMES: readonly string[] = [
  // Of people who use a server.
  'CREDENTIAL_GATEWAY_API_KEY',
  'ONECLI_API_KEY',
  'CREDENTIAL_GATEWAY_HOME',
  // Whoever operates one.
  'OPERATOR_TOKEN',
  'RUNNER_TOKEN',
  'CHANNEL_ADAPTER_TOKEN',
  'BOOTSTRAP_TOKEN',
  'BOOTSTRAP_OWNER_PASSWORD',
  // What it signs and seals with.
  'SESSION_SECRET',
  'SECRET_ENCRYPTION_KEY',
  'SECRET_ENCRYPTION_KEYS_PREVIOUS',
  'OAUTH_STATE_SECRET',
  'UNSUBSCRIBE_TOKEN_SECRET',
  'GATEWAY_INTERNAL_SECRET',
  'GATEWAY_CA_KEY',
  'GATEWAY_TLS_KEY',
  // What it keeps its data in.
  'DATABASE_URL',
  // Whom it sends to.
  'SMTP_URL',
  'GATEWAY_EGRESS_PROXY',
  'EXPORT_WEBHOOK_URL',
  'EXPORT_WEBHOOK_SECRET',
  'EXPORT_WEBHOOK_HEADERS',
  // As whom it speaks to the providers of apps.
  'GITHUB_APP_PRIVATE_KEY',
  'TRELLO_API_SECRET',
];

/** Families of them. */
const PATTERNS: readonly RegExp[] = [
  // libpq's: PGPASSWORD, PGPASSFILE, PGSERVICE.
  /^PG[A-Z]+$/,
  /^REDIS_\w+$/,
  // Of the OAuth clients that an operator brings.
  /^[A-Z0-9_]+_CLIENT_SECRET$/,
  // What plugins are handed for themselves (07 B6).
  /^OC_[A-Z0-9_]+_(ACCESS_TOKEN|REFRESH_TOKEN|TOKEN_TYPE|EXPIRES_AT)$/,
];

/**
 * Secret to a server, and standard names of other programs: on a person's machine they are that person's own, set for what
 * is started. Taking them away would break it and protect nobody.
 */
export const OF_OTHER_PROGRAMS: readonly string[] = [
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

const names = new Set(NAMES);

/** Whether the variable itself is a key, and not the path of one or an address. */
export function holdsKey(variable: string): boolean {
  if (isForAgents(variable) || variable.endsWith('_FILE') || variable === 'CREDENTIAL_GATEWAY_HOME')
    return false;
  return !/^PG(?!PASSWORD$)/.test(variable);
}

/** Each may also be given as the path of a file, under the name with `_FILE`. */
export function isForAgents(variable: string): boolean {
  const name = variable.replace(/_FILE$/, '');
  return ![variable, name].some((one) => names.has(one) || PATTERNS.some((pattern) => pattern.test(one)));
}
