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
  type: '`cloud`; anything else is self-hosted',
  parse: (value) => (value.toLowerCase() === 'cloud' ? 'cloud' : 'onprem'),
};

export const deploymentSection = {
  EDITION: setting({
    kind: edition,
    fallback: 'onprem',
    shownDefault: 'self-hosted',
    description: 'Which edition this deployment is. Only the word `cloud` makes it the Cloud.',
  }),
  ENTERPRISE_ENABLED: setting({
    kind: onlyTrueOrOne,
    fallback: false,
    description:
      'Self-hosted only: turns the Enterprise features on. Read once at boot; turning it off freezes what is stored, the gateway keeps enforcing it.',
  }),
  NODE_ENV: setting({
    kind: oneOf('development', 'test', 'production'),
    fallback: 'development',
    shownDefault: '`development` (`production` in the container image)',
    description: '`production` gives JSON logs and, beside `DATABASE_URL`, demands that both keys are given.',
  }),
  APP_VERSION: setting({
    kind: text({ max: 100 }),
    fallback: packageVersion(),
    shownDefault: "the package's own",
    description: 'The version that health and instance endpoints report.',
  }),
  SERVER_ROLES: setting({
    kind: commaList(oneOf('api', 'gateway', 'worker')),
    fallback: ['api', 'gateway', 'worker'],
    description:
      'What this process does: `api` serves the management origin, `gateway` opens the gateway port, `worker` runs the background jobs.',
  }),
  PORT: setting({
    kind: integer(0, MAX_PORT),
    fallback: 10254,
    description: 'Port of the management origin. `0` lets the system choose.',
  }),
  API_BIND: setting({
    kind: bindAddress,
    fallback: '127.0.0.1',
    shownDefault: '`127.0.0.1` (`0.0.0.0` in the container image)',
    description: 'Address the management origin listens on.',
  }),
  DATABASE_URL: setting({
    kind: url('postgres', 'postgresql'),
    fallback: null,
    secret: true,
    description: 'The PostgreSQL to use. Unset: the server starts a PostgreSQL of its own under `DATA_DIR`.',
  }),
  REDIS_HOST: setting({
    kind: bindAddress,
    fallback: null,
    description:
      'Optional: keeps the counters of rate limits and throttles in this Redis instead of PostgreSQL, and carries announcements between processes beside it. While it does not answer, PostgreSQL does both.',
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
      'Only the word `false` turns encryption off. The certificate is always verified; `NODE_EXTRA_CA_CERTS` adds roots.',
  }),
  DATA_DIR: setting({
    kind: absolutePath,
    fallback: resolve('.data'),
    shownDefault: '`.data` in the working directory (`/app/data` in the container image)',
    description: 'Holds the embedded database, the generated keys and the gateway CA.',
  }),
  APP_CATALOG_DIR: setting({
    kind: absolutePath,
    fallback: null,
    description:
      'A folder with further apps beside the shipped ones, one file each, as `docs/adding-an-app.md` describes.',
  }),
  /** Use DeploymentKeys, which also knows a generated one. */
  SECRET_ENCRYPTION_KEY: setting({
    kind: encryptionKey,
    fallback: null,
    secret: true,
    shownDefault: 'generated into `DATA_DIR`',
    description:
      'Encrypts everything stored encrypted (AES-256-GCM). Losing it loses the stored secrets. Required with `DATABASE_URL` in production. Make one: `openssl rand -base64 32`.',
  }),
  SECRET_ENCRYPTION_KEYS_PREVIOUS: setting({
    kind: commaList(encryptionKey),
    fallback: [],
    secret: true,
    description:
      'Earlier encryption keys, used only to decrypt, so that a key can be changed without downtime.',
  }),
  GATEWAY_INTERNAL_SECRET: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description:
      'Secret between processes of a deployment that is split; no endpoint of this version asks for it.',
  }),
  OPERATOR_TOKEN: setting({
    kind: text({ min: 32 }),
    fallback: null,
    secret: true,
    description:
      'Guards `/v1/operator/*`, where the operator makes and ends partners; at least 32 characters. Unset: those paths do not exist. Make one: `openssl rand -hex 32`.',
  }),
  PARTNER_CLAIM_TTL_DAYS: setting({
    kind: integer(1, 36_500),
    fallback: null,
    description:
      'How many days a new link works with which a customer claims the organization a partner made. Unset: for ever.',
  }),
  API_RATE_LIMIT_PER_MINUTE: setting({
    kind: integer(1, Number.MAX_SAFE_INTEGER),
    fallback: null,
    description: 'Requests a minute each credential may make on `/v1`. Unset: no such limit.',
  }),
  DEV_TRUST_ANY_ORIGIN: setting({
    kind: flag,
    fallback: false,
    description: 'Development only: trusts every browser origin. Ignored in production.',
  }),
};
