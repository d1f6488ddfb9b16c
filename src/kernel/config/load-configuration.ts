import { bodyBudgets } from './body-budgets.js';
import {
  Configuration,
  type GatewayConfiguration,
  type GoogleConfiguration,
  type RedisConfiguration,
  type SessionJwtConfiguration,
} from './configuration.js';
import { ConfigurationError } from './configuration-error.js';
import { readEnvironment, type Reading } from './environment.js';
import { bootWarnings, crossFaults } from './rules.js';
import { appSettings } from './settings/apps.js';
import { DEFAULT_API_URL } from './settings/browser.js';
import type { SettingValues } from './settings.js';

/**
 * Reads the environment into a frozen Configuration (01 §26).
 *
 * @throws ConfigurationError with every fault at once; nothing is clamped (R24.13)
 */
export function loadConfiguration(env: NodeJS.ProcessEnv = process.env): Configuration {
  return configurationOf(readEnvironment(env));
}

/** The environment's configuration with some variables replaced, for commands that need less than a server. */
export function loadConfigurationWith(overrides: NodeJS.ProcessEnv): Configuration {
  return configurationOf(readEnvironment({ ...process.env, ...overrides }));
}

function configurationOf(reading: Reading): Configuration {
  const faults = [...reading.faults, ...crossFaults(reading)];
  if (faults.length > 0) throw new ConfigurationError(faults);
  return build(reading);
}

function build(reading: Reading): Configuration {
  const { values, given } = reading;
  const production = values.NODE_ENV === 'production';
  const entitled = values.EDITION === 'cloud' || values.ENTERPRISE_ENABLED;
  const apiUrl = values.API_URL ?? DEFAULT_API_URL;
  return new Configuration({
    edition: values.EDITION,
    entitled,
    rolesEnforced: entitled,
    production,
    appVersion: values.APP_VERSION,
    serverRoles: new Set(values.SERVER_ROLES),
    databaseUrl: values.DATABASE_URL,
    redis: redis(values),
    dataDir: values.DATA_DIR,
    secretEncryptionKey: values.SECRET_ENCRYPTION_KEY,
    secretEncryptionKeysPrevious: values.SECRET_ENCRYPTION_KEYS_PREVIOUS,
    sessionSecret: values.SESSION_SECRET,
    apiUrl,
    appUrl: values.APP_URL ?? apiUrl,
    apiUrlConfigured: given.has('API_URL'),
    appUrlConfigured: given.has('APP_URL'),
    gatewayApiUrl: values.GATEWAY_API_URL,
    gatewayBaseUrl: values.GATEWAY_BASE_URL,
    port: values.PORT,
    gatewayPort: values.GATEWAY_PORT,
    gatewayBind: values.GATEWAY_BIND,
    sessionCookieDomain: values.SESSION_COOKIE_DOMAIN,
    sessionJwt: sessionJwt(values),
    google: google(values),
    registration: values.REGISTRATION,
    maxOrgsPerUser: values.MAX_ORGS_PER_USER,
    bootstrapToken: values.BOOTSTRAP_TOKEN,
    bootstrapOwnerEmail: values.BOOTSTRAP_OWNER_EMAIL,
    bootstrapOwnerPassword: values.BOOTSTRAP_OWNER_PASSWORD,
    appCatalogDir: values.APP_CATALOG_DIR,
    appVariables: appVariables(values),
    oauthStateSecret: values.OAUTH_STATE_SECRET,
    corsAllowedOrigins: values.CORS_ALLOWED_ORIGINS,
    devTrustAnyOrigin: values.DEV_TRUST_ANY_ORIGIN && !production,
    trustProxy: values.TRUST_PROXY,
    maxConnectionsPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
    faviconProxy: values.FAVICON_PROXY,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    unsubscribeTokenSecret: values.UNSUBSCRIBE_TOKEN_SECRET,
    gatewayInternalSecret: values.GATEWAY_INTERNAL_SECRET,
    operatorToken: values.OPERATOR_TOKEN,
    apiRateLimitPerMinute: values.API_RATE_LIMIT_PER_MINUTE,
    runnerOnlineThresholdSeconds: values.RUNNER_ONLINE_THRESHOLD_SECONDS,
    auditRetentionDays: values.AUDIT_RETENTION_DAYS,
    migrationExportTargets: values.MIGRATION_EXPORT_TARGETS,
    approvalTimeoutSecs: values.APPROVAL_TIMEOUT_SECS,
    requestLogMode: values.REQUEST_LOG_MODE,
    requestLogRetentionDays: values.REQUEST_LOG_RETENTION_DAYS,
    llmHostsExtra: values.LLM_HOSTS_EXTRA,
    gateway: gateway(values),
    logLevel: values.LOG_LEVEL,
    metricsPort: values.METRICS_PORT,
    metricsBind: values.METRICS_BIND,
    warnings: bootWarnings(reading),
  });
}

function appVariables(values: SettingValues): ReadonlyMap<string, string> {
  const named = { ...appSettings, GOOGLE_CLIENT_ID: null, GOOGLE_CLIENT_SECRET: null };
  return new Map(
    (Object.keys(named) as (keyof typeof named)[]).flatMap((name) => {
      const value = values[name];
      return value === null ? [] : [[name, value] as const];
    }),
  );
}

function gateway(values: SettingValues): GatewayConfiguration {
  const cloud = values.EDITION === 'cloud';
  return {
    caKey: values.GATEWAY_CA_KEY,
    caCert: values.GATEWAY_CA_CERT,
    tlsCert: values.GATEWAY_TLS_CERT,
    tlsKey: values.GATEWAY_TLS_KEY,
    skipVerifyHosts: values.GATEWAY_SKIP_VERIFY_HOSTS,
    dangerAcceptInvalidCerts: values.GATEWAY_DANGER_ACCEPT_INVALID_CERTS,
    upstreamCaFile: values.GATEWAY_UPSTREAM_CA_FILE,
    egressProxy: values.GATEWAY_EGRESS_PROXY ?? values.HTTPS_PROXY ?? values.HTTP_PROXY,
    egressNoProxy: values.GATEWAY_EGRESS_NO_PROXY ?? values.NO_PROXY,
    allowPrivateNetworks: values.GATEWAY_ALLOW_PRIVATE_NETWORKS && !cloud,
    allowedPrivateHosts: cloud ? [] : values.GATEWAY_ALLOWED_PRIVATE_HOSTS,
    deniedHosts: values.GATEWAY_DENIED_HOSTS,
    http2: values.GATEWAY_HTTP2,
    connectTimeoutSecs: values.GATEWAY_CONNECT_TIMEOUT_SECS,
    responseTimeoutSecs: values.GATEWAY_RESPONSE_TIMEOUT_SECS,
    idleTimeoutSecs: values.GATEWAY_IDLE_TIMEOUT_SECS,
    conditionBodyBytes: values.GATEWAY_CONDITION_BODY_BYTES,
    bodyTimeoutSecs: values.GATEWAY_BODY_TIMEOUT_SECS,
    ...bodyBudgets(values),
    shutdownTimeoutSecs: values.GATEWAY_SHUTDOWN_TIMEOUT_SECS,
  };
}

function sessionJwt(values: SettingValues): SessionJwtConfiguration | null {
  const {
    SESSION_JWT_ISSUER: issuer,
    SESSION_JWT_JWKS_URL: jwksUrl,
    SESSION_JWT_AUDIENCE: audience,
  } = values;
  return issuer !== null && jwksUrl !== null ? { issuer, jwksUrl, audience } : null;
}

function google(values: SettingValues): GoogleConfiguration | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  if (values.EDITION === 'cloud' || clientId === null || clientSecret === null) return null;
  return { clientId, clientSecret, issuerUrl: values.GOOGLE_ISSUER_URL };
}

function redis(values: SettingValues): RedisConfiguration | null {
  const { REDIS_HOST: host, REDIS_PORT: port, REDIS_PASSWORD: password, REDIS_TLS: tls } = values;
  return host === null ? null : { host, port, password, tls };
}
