/**
 * Everything an operator can decide, typed, validated and frozen (01 §26, 06 §2). Built once by
 * `loadConfiguration`; nothing else in the product reads the environment.
 */
import { inspect } from 'node:util';
import type { Edition, ServerRole } from './settings/deployment.js';
import type { SettingValues } from './settings.js';

export type { Edition, ServerRole };
export type RequestLogMode = SettingValues['REQUEST_LOG_MODE'];
export type LogLevel = SettingValues['LOG_LEVEL'];

/** Cloud sessions (01 §3.4). */
export interface SessionJwtConfiguration {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly audience: string | null;
}

/** Sign-in with Google, where it is offered (01 §11.3). */
export interface GoogleConfiguration {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Without trailing slash. */
  readonly issuerUrl: string;
}

/** The Redis that keeps counters, where there is one (01 §26). */
export interface RedisConfiguration {
  readonly host: string;
  readonly port: number;
  readonly password: string | null;
  readonly tls: boolean;
}

/** What concerns only agent traffic (06 §2). Certificates and keys are PEM texts, times are seconds. */
export interface GatewayConfiguration {
  readonly caKey: string | null;
  readonly caCert: string | null;
  readonly tlsCert: string | null;
  readonly tlsKey: string | null;
  readonly skipVerifyHosts: readonly string[];
  readonly dangerAcceptInvalidCerts: boolean;
  readonly upstreamCaFile: string | null;
  readonly egressProxy: string | null;
  readonly egressNoProxy: readonly string[];
  /** Always false on Cloud (06 §8.4). */
  readonly allowPrivateNetworks: boolean;
  /** Always empty on Cloud (06 §8.4). */
  readonly allowedPrivateHosts: readonly string[];
  readonly deniedHosts: readonly string[];
  readonly http2: boolean;
  readonly connectTimeoutSecs: number;
  readonly responseTimeoutSecs: number;
  readonly idleTimeoutSecs: number;
  readonly conditionBodyBytes: number;
  readonly bodyTimeoutSecs: number;
  readonly agentBodyBytes: number;
  readonly heldBodyBytes: number;
  readonly shutdownTimeoutSecs: number;
}

export type ConfigurationValues = Omit<Configuration, 'toJSON' | typeof inspect.custom>;

export class Configuration {
  readonly edition: Edition;
  /** Cloud, or self-hosted with ENTERPRISE_ENABLED (01 §7.1). */
  readonly entitled: boolean;
  /** Roles bind exactly where the deployment is entitled (01 §7.2 `rbac`). */
  readonly rolesEnforced: boolean;
  readonly production: boolean;
  readonly appVersion: string;
  readonly serverRoles: ReadonlySet<ServerRole>;

  /** `null` means the embedded PostgreSQL (R8). */
  readonly databaseUrl: string | null;
  readonly redis: RedisConfiguration | null;
  readonly dataDir: string;
  /** `null` means the one generated into `dataDir`; use DeploymentKeys, which knows both. */
  readonly secretEncryptionKey: Buffer | null;
  readonly secretEncryptionKeysPrevious: readonly Buffer[];
  /** `null` as above. */
  readonly sessionSecret: string | null;

  /** Without trailing slash. Defaulted ones do not count where 01 §22 says "configured". */
  readonly apiUrl: string;
  readonly appUrl: string;
  readonly apiUrlConfigured: boolean;
  readonly appUrlConfigured: boolean;
  readonly gatewayApiUrl: string | null;
  readonly gatewayBaseUrl: string;
  readonly port: number;
  readonly gatewayPort: number;
  readonly gatewayBind: string;

  /** As written; what it is worth is judged by 01 §22.3. */
  readonly sessionCookieDomain: string | null;
  readonly sessionJwt: SessionJwtConfiguration | null;
  /** `null` on Cloud, and without both halves of the client. */
  readonly google: GoogleConfiguration | null;
  readonly registration: SettingValues['REGISTRATION'];
  readonly maxOrgsPerUser: number | null;
  readonly bootstrapToken: string | null;
  readonly bootstrapOwnerEmail: string | null;
  readonly bootstrapOwnerPassword: string | null;

  /** Further apps of the operator; null for none. */
  readonly appCatalogDir: string | null;
  /** What entries of the catalogue name: clients of the operator and hosts to block, by variable (03 §10, §17.3). */
  readonly appVariables: ReadonlyMap<string, string>;
  /** `null` means derived from the encryption key. */
  readonly oauthStateSecret: string | null;

  /** Origins in the form browsers send them. */
  readonly corsAllowedOrigins: readonly string[];
  /** Never true in production. */
  readonly devTrustAnyOrigin: boolean;
  /** Addresses and CIDR ranges. */
  readonly trustProxy: readonly string[];
  /** 0 for no limit. */
  readonly maxConnectionsPerAddress: number;
  readonly faviconProxy: boolean;
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  /** `null` means derived from the encryption key (01 §20). */
  readonly unsubscribeTokenSecret: string | null;
  readonly gatewayInternalSecret: string | null;
  /** `null` means that `/v1/operator/*` does not exist (07 A3). */
  readonly operatorToken: string | null;
  readonly apiRateLimitPerMinute: number | null;
  readonly runnerOnlineThresholdSeconds: number;
  /** `null` keeps audit entries for ever; not looked at on Cloud. */
  readonly auditRetentionDays: number | null;
  /** Origins of deployments a workspace may be sent to (01 §19.10); empty means to none. */
  readonly migrationExportTargets: readonly string[];

  readonly approvalTimeoutSecs: number;
  readonly requestLogMode: RequestLogMode;
  /** 0 keeps the request log for ever. */
  readonly requestLogRetentionDays: number;
  readonly llmHostsExtra: readonly string[];
  readonly gateway: GatewayConfiguration;

  readonly logLevel: LogLevel;
  readonly metricsPort: number | null;
  readonly metricsBind: string;

  /** Settings that are accepted but deserve a line in the log at boot. They hold no secret. */
  readonly warnings: readonly string[];

  constructor(values: ConfigurationValues) {
    Object.assign(this, values);
    for (const value of Object.values(values)) if (Array.isArray(value)) Object.freeze(value);
    for (const value of Object.values(values.gateway)) if (Array.isArray(value)) Object.freeze(value);
    Object.freeze(values.gateway);
    Object.freeze(this);
  }

  /** Half of the fields are secrets, so the whole is never printed, by a logger or in an error. */
  toJSON(): string {
    return '[configuration]';
  }

  [inspect.custom](): string {
    return this.toJSON();
  }
}
