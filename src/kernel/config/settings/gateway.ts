import {
  baseUrl,
  certificatePem,
  integer,
  oneOf,
  pemOrPath,
  privateKeyPem,
  secondsOrDefault,
} from '../kinds/kinds.js';
import { bindAddress, hostAndPort } from '../kinds/network-kinds.js';
import { setting } from '../kinds/setting.js';
import { MAX_PORT } from './deployment.js';
import { MAX_RETENTION_DAYS } from './operations.js';

/** The smallest body prefix conditions were ever judged on; less would make existing rules miss (06 §2). */
const MIN_CONDITION_BYTES = 16_384;
/** A condition prefix is held in memory for each request, so even this is far beyond what is sensible. */
const MAX_CONDITION_BYTES = 268_435_456;
const MAX_HELD_BYTES = 64 * MAX_CONDITION_BYTES;
const MAX_WORKERS = 64;
const DEFAULT_SHUTDOWN_SECS = 9;
export const DEFAULT_GATEWAY_PORT = 10255;
export const DEFAULT_GATEWAY_BASE_URL = `host.docker.internal:${DEFAULT_GATEWAY_PORT}`;

export const gatewaySection = {
  GATEWAY_PORT: setting({
    kind: integer(0, MAX_PORT),
    fallback: DEFAULT_GATEWAY_PORT,
    description: 'Port of the gateway. `0`: the operating system chooses.',
  }),
  GATEWAY_WORKERS: setting({
    kind: integer(1, MAX_WORKERS),
    fallback: 1,
    description:
      'Processes on this machine that share the gateway port, at most one for each core. More than 1 ' +
      'requires an operating system that distributes connections over listeners (Linux).',
  }),
  GATEWAY_BIND: setting({
    kind: bindAddress,
    fallback: '0.0.0.0',
    description: 'Address on which the gateway listens.',
  }),
  GATEWAY_API_URL: setting({
    kind: baseUrl,
    fallback: null,
    shownDefault: 'derived from the request',
    description: 'Public origin of the gateway, as returned by `GET /v1/gateway-url`.',
  }),
  GATEWAY_BASE_URL: setting({
    kind: hostAndPort,
    fallback: DEFAULT_GATEWAY_BASE_URL,
    description:
      'Host at which containers reach the gateway; used in the proxy variables of container-config.',
  }),
  GATEWAY_TLS_CERT: setting({
    kind: pemOrPath(certificatePem),
    fallback: null,
    description:
      'Certificate of the gateway port itself. With `GATEWAY_TLS_KEY`, clients connect to the proxy over ' +
      'HTTPS. Renewed files are read again.',
  }),
  GATEWAY_TLS_KEY: setting({
    kind: pemOrPath(privateKeyPem),
    fallback: null,
    secret: true,
    description: 'Private key of `GATEWAY_TLS_CERT`.',
  }),
  GATEWAY_CA_CERT: setting({
    kind: certificatePem,
    fallback: null,
    shownDefault: 'generated',
    description: 'Your own certificate authority for intercepted connections. Requires `GATEWAY_CA_KEY`.',
  }),
  GATEWAY_CA_KEY: setting({
    kind: privateKeyPem,
    fallback: null,
    secret: true,
    shownDefault: 'generated',
    description: 'Private key of `GATEWAY_CA_CERT`: RSA of at least 2048 bits, or ECDSA.',
  }),
  GATEWAY_CONDITION_BODY_BYTES: setting({
    kind: integer(MIN_CONDITION_BYTES, MAX_CONDITION_BYTES),
    fallback: 1_048_576,
    description: 'Size of the part of a request body that conditions of rules can examine.',
  }),
  GATEWAY_BODY_TIMEOUT_SECS: setting({
    kind: integer(1, 600),
    fallback: 60,
    description: 'Time limit for receiving the part of a request body that conditions examine.',
  }),
  GATEWAY_AGENT_BODY_BYTES: setting({
    kind: integer(MIN_CONDITION_BYTES, MAX_HELD_BYTES),
    fallback: null,
    shownDefault: '16 MiB or more',
    description:
      'Memory for the request bodies of one agent while rules or people decide. When it is exceeded, the ' +
      'oldest request is refused. Default: 16 times `GATEWAY_CONDITION_BODY_BYTES` if that is more; at ' +
      'least 8 times.',
  }),
  GATEWAY_HELD_BODY_BYTES: setting({
    kind: integer(MIN_CONDITION_BYTES, MAX_HELD_BYTES),
    fallback: null,
    shownDefault: '6 times that of one',
    description:
      'Memory for the request bodies of all agents. When it is exceeded, the oldest request of the agent ' +
      'that uses the most is refused.',
  }),
  APPROVAL_TIMEOUT_SECS: setting({
    kind: integer(10, 3600),
    fallback: 180,
    description: 'Time for which a request waits for approval.',
  }),
  GATEWAY_SHUTDOWN_TIMEOUT_SECS: setting({
    kind: secondsOrDefault(3600, DEFAULT_SHUTDOWN_SECS),
    fallback: DEFAULT_SHUTDOWN_SECS,
    description: 'Time limit for a stopping server to finish open requests.',
  }),
  REQUEST_LOG_MODE: setting({
    kind: oneOf('managed', 'all', 'off'),
    fallback: 'managed',
    description:
      'Which agent requests are recorded: those with a credential or a decision, all, or only those that ' +
      'required approval.',
  }),
  REQUEST_LOG_RETENTION_DAYS: setting({
    kind: integer(0, MAX_RETENTION_DAYS),
    fallback: 30,
    description: 'Days for which recorded requests are kept. `0`: forever.',
  }),
};
