import { bodyBudgets } from './body-budgets.js';
import {
  Configuration,
  type ConfigurationValues,
  type GatewayConfiguration,
  type GoogleConfiguration,
  type RedisConfiguration,
  isOfAgentTraffic,
  type SessionJwtConfiguration,
} from './configuration.js';
import { ConfigurationError } from './configuration-error.js';
import { namedSettings } from './named-settings.js';
import { readEnvironment, type Reading } from './environment.js';
import { bootWarnings, crossFaults } from './rules.js';
import { appsSection } from './settings/apps.js';
import { DEFAULT_API_URL } from './settings/browser.js';
import type { SettingValues } from './settings.js';
import { unknownSettings } from './unknown-settings.js';
import { isWorker } from './worker-environment.js';

/**
 * Reads the environment into a frozen Configuration (01 §26).
 *
 * @throws ConfigurationError with every fault at once; nothing is clamped (R24.13)
 */
export function loadConfiguration(env: NodeJS.ProcessEnv = process.env): Configuration {
  return configurationOf(readEnvironment(env), env, isWorker(env));
}

/** The environment's configuration with some variables replaced, for commands that need less than a server. */
export function loadConfigurationWith(overrides: NodeJS.ProcessEnv): Configuration {
  const env = { ...process.env, ...overrides };
  return configurationOf(readEnvironment(env), env);
}

function configurationOf(reading: Reading, env: NodeJS.ProcessEnv, worker = false): Configuration {
  const faults = [...reading.faults, ...crossFaults(reading)];
  if (faults.length > 0) throw new ConfigurationError(faults);
  return new Configuration(valuesOf(reading, env, worker), env);
}

function valuesOf(reading: Reading, env: NodeJS.ProcessEnv, worker: boolean): ConfigurationValues {
  const { values, given } = reading;
  const production = values.NODE_ENV === 'production';
  const entitled = values.EDITION === 'cloud' || values.ENTERPRISE_ENABLED;
  const apiUrl = values.API_URL ?? DEFAULT_API_URL;
  return {
    ...namedSettings(values, (name) => !isOfAgentTraffic(name)),
    entitled,
    rolesEnforced: entitled,
    production,
    serverRoles: new Set(values.SERVER_ROLES),
    worker,
    redis: redis(values),
    apiUrl,
    appUrl: values.APP_URL ?? apiUrl,
    apiUrlConfigured: given.has('API_URL'),
    appUrlConfigured: given.has('APP_URL'),
    appVariables: appVariables(values),
    sessionJwt: sessionJwt(values),
    google: google(values),
    devTrustAnyOrigin: values.DEV_TRUST_ANY_ORIGIN && !production,
    gateway: gateway(values),
    warnings: [...bootWarnings(reading), ...unknownSettings(env)],
  };
}

function appVariables(values: SettingValues): ReadonlyMap<string, string> {
  const named = { ...appsSection, GOOGLE_CLIENT_ID: null, GOOGLE_CLIENT_SECRET: null };
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
    ...namedSettings(values, isOfAgentTraffic, 'GATEWAY_'),
    egressProxy: values.GATEWAY_EGRESS_PROXY ?? values.HTTPS_PROXY ?? values.HTTP_PROXY,
    egressNoProxy: values.GATEWAY_EGRESS_NO_PROXY ?? values.NO_PROXY,
    allowPrivateNetworks: values.GATEWAY_ALLOW_PRIVATE_NETWORKS && !cloud,
    allowedPrivateHosts: cloud ? [] : values.GATEWAY_ALLOWED_PRIVATE_HOSTS,
    ...bodyBudgets(values),
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
