import { resolve } from 'node:path';
import {
  absolutePath,
  commaList,
  encryptionKey,
  flag,
  integer,
  oneOf,
  onlyTrueOrOne,
  text,
  unlessFalse,
  url,
} from '../kinds/kinds.js';
import { bindAddress } from '../kinds/network-kinds.js';
import { type Kind, setting } from '../kinds/setting.js';
import { packageVersion } from '../kinds/config-files.js';

export type Edition = 'onprem' | 'cloud';
export type ServerRole = 'api' | 'gateway' | 'worker';

export const MAX_PORT = 65_535;

const edition: Kind<Edition> = {
  type: '`cloud`; any other value is self-hosted',
  parse: (value) => (value.toLowerCase() === 'cloud' ? 'cloud' : 'onprem'),
};

export const deploymentSection = {
  EDITION: setting({
    kind: edition,
    fallback: 'onprem',
    shownDefault: 'self-hosted',
    description: 'Edition of this deployment. Only the value `cloud` selects Cloud.',
  }),
  ENTERPRISE_ENABLED: setting({
    kind: onlyTrueOrOne,
    fallback: false,
    description:
      'Self-hosted only: enables the Enterprise features. Read once at start. If it is disabled again, ' +
      'stored settings cannot be changed, but the gateway still enforces them.',
  }),
  NODE_ENV: setting({
    kind: oneOf('development', 'test', 'production'),
    fallback: 'development',
    shownDefault: '`development` (`production` in the container image)',
    description:
      '`production` writes JSON logs and, together with `DATABASE_URL`, requires both keys to be set.',
  }),
  APP_VERSION: setting({
    kind: text({ max: 100 }),
    fallback: packageVersion(),
    shownDefault: "the package's own",
    description: 'Version that the health and instance endpoints report.',
  }),
  SERVER_ROLES: setting({
    kind: commaList(oneOf('api', 'gateway', 'worker')),
    fallback: ['api', 'gateway', 'worker'],
    description:
      'Roles of this process: `api` serves the management origin, `gateway` opens the gateway port, ' +
      '`worker` runs background jobs.',
  }),
  PORT: setting({
    kind: integer(0, MAX_PORT),
    fallback: 10254,
    description: 'Port of the management origin. `0`: the operating system chooses.',
  }),
  API_BIND: setting({
    kind: bindAddress,
    fallback: '127.0.0.1',
    shownDefault: '`127.0.0.1` (`0.0.0.0` in the container image)',
    description: 'Address on which the management origin listens.',
  }),
  DATABASE_URL: setting({
    kind: url('postgres', 'postgresql'),
    fallback: null,
    secret: true,
    description:
      'PostgreSQL database to use. Unset: the server starts an embedded PostgreSQL under `DATA_DIR`.',
  }),
  REDIS_HOST: setting({
    kind: bindAddress,
    fallback: null,
    description:
      'Optional: the counters of rate limits and throttles are kept in this Redis instead of PostgreSQL, ' +
      'and announcements between processes also use it. While it does not answer, PostgreSQL does both.',
  }),
  REDIS_PORT: setting({
    kind: integer(1, MAX_PORT),
    fallback: 6379,
    description: 'Port of that Redis.',
  }),
  REDIS_PASSWORD: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description: 'Its password.',
  }),
  REDIS_TLS: setting({
    kind: unlessFalse,
    fallback: true,
    description:
      'Only the value `false` disables encryption. The certificate is always verified; ' +
      '`NODE_EXTRA_CA_CERTS` adds roots.',
  }),
  DATA_DIR: setting({
    kind: absolutePath,
    fallback: resolve('.data'),
    shownDefault: '`.data` in the working directory (`/app/data` in the container image)',
    description: 'Directory of the embedded database, the generated keys and the gateway CA.',
  }),
  APP_CATALOG_DIR: setting({
    kind: absolutePath,
    fallback: null,
    description:
      'Directory with additional apps, one file for each, as described in `docs/adding-an-app.md`.',
  }),
  /** Use DeploymentKeys, which also knows a generated one. */
  SECRET_ENCRYPTION_KEY: setting({
    kind: encryptionKey,
    fallback: null,
    secret: true,
    shownDefault: 'generated into `DATA_DIR`',
    description:
      'Key that encrypts stored secrets (AES-256-GCM). Without it the stored secrets are lost. Required ' +
      'with `DATABASE_URL` in production. Generate one: `openssl rand -base64 32`.',
  }),
  SECRET_ENCRYPTION_KEYS_PREVIOUS: setting({
    kind: commaList(encryptionKey),
    fallback: [],
    secret: true,
    description:
      'Earlier encryption keys, used only for decryption, so that the key can be changed without ' +
      'downtime.',
  }),
  GATEWAY_INTERNAL_SECRET: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description:
      'Secret shared by the processes of a split deployment. No endpoint of this version requires it.',
  }),
  OPERATOR_TOKEN: setting({
    kind: text({ min: 32 }),
    fallback: null,
    secret: true,
    description:
      'Token for `/v1/operator/*`, where the operator creates and deletes partners; at least 32 ' +
      'characters. Unset: these paths do not exist. Generate one: `openssl rand -hex 32`.',
  }),
  PARTNER_CLAIM_TTL_DAYS: setting({
    kind: integer(1, 36_500),
    fallback: null,
    description:
      "Days for which a new claim link of a partner's organization is valid. Unset: it does not expire.",
  }),
  API_RATE_LIMIT_PER_MINUTE: setting({
    kind: integer(1, Number.MAX_SAFE_INTEGER),
    fallback: null,
    description: 'Requests per minute on `/v1` for each credential. Unset: no limit.',
  }),
  DEV_TRUST_ANY_ORIGIN: setting({
    kind: flag,
    fallback: false,
    description: 'Development only: trusts every browser origin. Ignored in production.',
  }),
};
