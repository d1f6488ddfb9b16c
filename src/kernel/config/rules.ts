/** Faults and warnings that take more than one setting to see (01 §26, 06 §2, R8, R18). */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { ConfigurationFault } from './configuration-error.js';
import type { Reading } from './environment.js';
import { bodyBudgets } from './body-budgets.js';
import { DEFAULT_GATEWAY_PORT } from './settings/gateway.js';
import type { SettingName } from './settings.js';

const PAIRS: readonly (readonly [SettingName, SettingName])[] = [
  ['GATEWAY_CA_CERT', 'GATEWAY_CA_KEY'],
  ['GATEWAY_TLS_CERT', 'GATEWAY_TLS_KEY'],
  ['SESSION_JWT_ISSUER', 'SESSION_JWT_JWKS_URL'],
  ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  ['BOOTSTRAP_OWNER_EMAIL', 'BOOTSTRAP_OWNER_PASSWORD'],
  ['EXPORT_WEBHOOK_URL', 'EXPORT_WEBHOOK_SECRET'],
];
const MIN_CA_RSA_BITS = 2048;

export function crossFaults(reading: Reading): ConfigurationFault[] {
  return [
    ...halfPairs(reading),
    ...missingKeys(reading),
    ...certificateFaults(reading),
    ...samePorts(reading),
    ...tightBudgets(reading),
  ];
}

function halfPairs({ given }: Reading): ConfigurationFault[] {
  return PAIRS.flatMap(([one, other]) => {
    if (given.has(one) === given.has(other)) return [];
    const [present, missing] = given.has(one) ? [one, other] : [other, one];
    return [{ variable: missing, problem: `must be set when ${present} is` }];
  });
}

/** A production server on its own database must not depend on keys that live on a container's disk (R8). */
function missingKeys({ values, given }: Reading): ConfigurationFault[] {
  if (!given.has('DATABASE_URL') || values.NODE_ENV !== 'production') return [];
  const needed: SettingName[] = ['SECRET_ENCRYPTION_KEY'];
  needed.push(values.EDITION === 'cloud' ? 'OAUTH_STATE_SECRET' : 'SESSION_SECRET');
  return needed
    .filter((name) => !given.has(name))
    .map((variable) => ({
      variable,
      problem: 'must be set when DATABASE_URL is and NODE_ENV is production',
    }));
}

function certificateFaults({ values }: Reading): ConfigurationFault[] {
  const faults: ConfigurationFault[] = [];
  const { GATEWAY_CA_CERT: caCert, GATEWAY_CA_KEY: caKey } = values;
  if (caCert !== null && !new X509Certificate(caCert).ca) {
    faults.push({
      variable: 'GATEWAY_CA_CERT',
      problem: 'must be the certificate of a certificate authority',
    });
  }
  if (caKey !== null && !isCaKey(caKey)) {
    faults.push({
      variable: 'GATEWAY_CA_KEY',
      problem: `must be ECDSA or RSA of at least ${MIN_CA_RSA_BITS} bits`,
    });
  }
  if (!matches(caCert, caKey)) {
    faults.push({ variable: 'GATEWAY_CA_KEY', problem: 'must be the private key of GATEWAY_CA_CERT' });
  }
  if (!matches(values.GATEWAY_TLS_CERT, values.GATEWAY_TLS_KEY)) {
    faults.push({ variable: 'GATEWAY_TLS_KEY', problem: 'must be the private key of GATEWAY_TLS_CERT' });
  }
  return faults;
}

function matches(certificate: string | null, key: string | null): boolean {
  if (certificate === null || key === null) return true;
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
}

function isCaKey(pem: string): boolean {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType === 'ec') return true;
  return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_CA_RSA_BITS;
}

function samePorts({ values }: Reading): ConfigurationFault[] {
  const ports = [
    ['PORT', values.PORT],
    ['GATEWAY_PORT', values.GATEWAY_PORT],
    ['METRICS_PORT', values.METRICS_PORT],
  ] as const;
  return ports.flatMap(([variable, port], index) => {
    const taken = ports.slice(0, index).find(([, earlier]) => earlier === port);
    return taken && port ? [{ variable, problem: `must differ from ${taken[0]}, both are ${port}` }] : [];
  });
}

/** One body counts up to twice for its prefix, once for each of three decoded layers; two must have room. */
function tightBudgets({ values }: Reading): ConfigurationFault[] {
  const { agentBodyBytes, heldBodyBytes } = bodyBudgets(values);
  if (agentBodyBytes < 8 * values.GATEWAY_CONDITION_BODY_BYTES) {
    const problem = 'must be at least 8 times GATEWAY_CONDITION_BODY_BYTES';
    return [{ variable: 'GATEWAY_AGENT_BODY_BYTES', problem }];
  }
  if (heldBodyBytes >= agentBodyBytes) return [];
  return [{ variable: 'GATEWAY_HELD_BODY_BYTES', problem: 'must be at least GATEWAY_AGENT_BODY_BYTES' }];
}

export function bootWarnings({ values, given }: Reading): string[] {
  const warnings: string[] = [];
  const when = (condition: boolean, warning: string): void => void (condition && warnings.push(warning));
  const cloud = values.EDITION === 'cloud';
  when(
    !given.has('APP_URL') && !given.has('API_URL'),
    "Neither APP_URL nor API_URL is set: links in the gateway's responses point to localhost",
  );
  when(
    !given.has('GATEWAY_BASE_URL') && ![0, DEFAULT_GATEWAY_PORT].includes(values.GATEWAY_PORT),
    `GATEWAY_PORT is ${values.GATEWAY_PORT}, but GATEWAY_BASE_URL is not set: containers are configured to use port ${DEFAULT_GATEWAY_PORT}`,
  );
  when(
    values.GATEWAY_DANGER_ACCEPT_INVALID_CERTS,
    'GATEWAY_DANGER_ACCEPT_INVALID_CERTS is on: upstream certificates are not verified',
  );
  when(
    values.DEV_TRUST_ANY_ORIGIN,
    values.NODE_ENV === 'production'
      ? 'DEV_TRUST_ANY_ORIGIN is ignored in production'
      : 'DEV_TRUST_ANY_ORIGIN is on: every web page can call this API as the person in the browser',
  );
  when(
    given.has('SMTP_URL') !== given.has('MAIL_FROM'),
    'Mail stays off: it needs both SMTP_URL and MAIL_FROM',
  );
  when(
    !cloud && given.has('GOOGLE_CLIENT_ID') !== given.has('GOOGLE_CLIENT_SECRET'),
    'Sign-in with Google stays off: it needs both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET',
  );
  when(
    cloud && (given.has('GATEWAY_ALLOW_PRIVATE_NETWORKS') || given.has('GATEWAY_ALLOWED_PRIVATE_HOSTS')),
    'GATEWAY_ALLOW_PRIVATE_NETWORKS and GATEWAY_ALLOWED_PRIVATE_HOSTS are ignored on Cloud',
  );
  when(
    values.SSO_ENFORCEMENT_DISABLED,
    'SSO_ENFORCEMENT_DISABLED is on: people can sign in without single sign-on where organizations ' +
      'require it',
  );
  when(
    cloud && !given.has('SESSION_JWT_ISSUER'),
    'SESSION_JWT_ISSUER is not set: sign-in on Cloud is impossible',
  );
  return warnings;
}
