import { integer, oneOf } from '../kinds/kinds.js';
import { bindAddress } from '../kinds/network-kinds.js';
import { setting } from '../kinds/setting.js';
import { MAX_PORT } from './deployment.js';

/** A hundred years: what PostgreSQL can still subtract from a date. */
export const MAX_RETENTION_DAYS = 36_500;

/** More than one machine can hold open. */
const MAX_CONNECTIONS = 1_000_000;

export const operationsSection = {
  MAX_CONNECTIONS_PER_ADDRESS: setting({
    kind: integer(0, MAX_CONNECTIONS),
    fallback: 4_000,
    description:
      'Maximum number of open connections at each port from one client address or one IPv6 /64 network. ' +
      'Addresses in `TRUST_PROXY` are not counted. `0`: no limit.',
  }),
  LOG_LEVEL: setting({
    kind: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    fallback: 'info',
    description: 'Lowest level of log lines that are written.',
  }),
  METRICS_PORT: setting({
    kind: integer(0, MAX_PORT),
    fallback: null,
    description: 'Port for `GET /metrics` in the Prometheus format. Unset: no metrics.',
  }),
  METRICS_BIND: setting({
    kind: bindAddress,
    fallback: '127.0.0.1',
    description: 'Address of the metrics port.',
  }),
  AUDIT_RETENTION_DAYS: setting({
    kind: integer(1, MAX_RETENTION_DAYS),
    fallback: null,
    description:
      'Self-hosted: days for which audit entries are kept. Unset: forever. On Cloud the plan of the ' +
      'organization applies.',
  }),
};
