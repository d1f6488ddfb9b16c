/**
 * Everything an operator can decide, typed, validated and frozen (01 §26, 06 §2). Built once by
 * `loadConfiguration`; nothing else in the product reads the environment.
 */
import { inspect } from 'node:util';
import type { ServerRole } from './settings/deployment.js';
import { type PortCertificate, readPortCertificate } from './port-certificate.js';
import type { NamedSettings } from './named-settings.js';
import type { SettingName } from './settings.js';

export type { ServerRole };

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

/** Of what begins with `GATEWAY_`: how the gateway is reached, which concerns everybody. */
const REACHING_THE_GATEWAY = [
  'GATEWAY_PORT',
  'GATEWAY_BIND',
  'GATEWAY_API_URL',
  'GATEWAY_BASE_URL',
  'GATEWAY_INTERNAL_SECRET',
] as const satisfies SettingName[];

type OfAgentTraffic = Exclude<
  Extract<SettingName, `GATEWAY_${string}`>,
  (typeof REACHING_THE_GATEWAY)[number]
>;

export function isOfAgentTraffic(name: SettingName): name is OfAgentTraffic {
  return name.startsWith('GATEWAY_') && !REACHING_THE_GATEWAY.some((other) => other === name);
}

/** What other settings have a say in. Each is documented where it stands below. */
type Combined =
  | 'NODE_ENV'
  | 'SERVER_ROLES'
  | 'API_URL'
  | 'APP_URL'
  | 'DEV_TRUST_ANY_ORIGIN'
  | 'HTTP_PROXY'
  | 'HTTPS_PROXY'
  | 'NO_PROXY'
  | Extract<SettingName, `${'REDIS' | 'GOOGLE' | 'SESSION_JWT'}_${string}`>;

/** What concerns only agent traffic (06 §2). Certificates and keys are PEM texts, times are seconds. */
export interface GatewayConfiguration extends Omit<
  NamedSettings<OfAgentTraffic, 'GATEWAY_'>,
  'egressNoProxy' | 'agentBodyBytes' | 'heldBodyBytes'
> {
  readonly egressProxy: string | null;
  readonly egressNoProxy: readonly string[];
  /** Always false on Cloud (06 §8.4). */
  readonly allowPrivateNetworks: boolean;
  /** Always empty on Cloud (06 §8.4). */
  readonly allowedPrivateHosts: readonly string[];
  readonly agentBodyBytes: number;
  readonly heldBodyBytes: number;
}

/** Each setting under its own name (`named-settings.ts`), and what follows from several. */
export interface ConfigurationValues extends NamedSettings<Exclude<SettingName, OfAgentTraffic | Combined>> {
  /** Cloud, or self-hosted with ENTERPRISE_ENABLED (01 §7.1). */
  readonly entitled: boolean;
  /** Roles bind exactly where the deployment is entitled (01 §7.2 `rbac`). */
  readonly rolesEnforced: boolean;
  readonly production: boolean;
  readonly serverRoles: ReadonlySet<ServerRole>;
  /** Started by another process to share its gateway port. */
  readonly worker: boolean;
  readonly redis: RedisConfiguration | null;
  /** What entries of the catalogue name: clients of the operator and hosts to block, by variable (03 §10, §17.3). */
  readonly appVariables: ReadonlyMap<string, string>;
  /** Without trailing slash. Defaulted ones do not count where 01 §22 says "configured". */
  readonly apiUrl: string;
  readonly appUrl: string;
  readonly apiUrlConfigured: boolean;
  readonly appUrlConfigured: boolean;
  readonly sessionJwt: SessionJwtConfiguration | null;
  /** `null` on Cloud, and without both halves of the client. */
  readonly google: GoogleConfiguration | null;
  /** Never true in production. */
  readonly devTrustAnyOrigin: boolean;
  readonly gateway: GatewayConfiguration;
  /** Settings that are accepted but deserve a line in the log at boot. They hold no secret. */
  readonly warnings: readonly string[];
}

/** Gives the class below the fields of its values. */
const Values = class {} as new () => ConfigurationValues;

export class Configuration extends Values {
  readonly #environment: NodeJS.ProcessEnv;

  constructor(values: ConfigurationValues, environment: NodeJS.ProcessEnv) {
    super();
    this.#environment = environment;
    Object.assign(this, values);
    for (const value of Object.values(values)) if (Array.isArray(value)) Object.freeze(value);
    for (const value of Object.values(values.gateway)) if (Array.isArray(value)) Object.freeze(value);
    Object.freeze(values.gateway);
    Object.freeze(this);
  }

  /**
   * What the gateway's port is to show by now: its files are renewed while the server runs.
   *
   * @throws ConfigurationError where what they say cannot be shown
   */
  portCertificate(): PortCertificate | null {
    return readPortCertificate(this.#environment);
  }

  /** Half of the fields are secrets, so the whole is never printed, by a logger or in an error. */
  toJSON(): string {
    return '[configuration]';
  }

  [inspect.custom](): string {
    return this.toJSON();
  }
}
