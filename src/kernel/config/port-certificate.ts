import { ConfigurationError } from './configuration-error.js';
import { readSettings } from './environment.js';
import { crossFaults } from './rules.js';

/** PEM texts that belong together. */
export interface PortCertificate {
  readonly certificatePem: string;
  readonly keyPem: string;
}

/**
 * `GATEWAY_TLS_CERT` and `GATEWAY_TLS_KEY` as the environment, or the files that it names, say now. Null without them.
 *
 * @throws ConfigurationError where one is unreadable or is not the other's
 */
export function readPortCertificate(env: NodeJS.ProcessEnv): PortCertificate | null {
  const reading = readSettings(env, ['GATEWAY_TLS_CERT', 'GATEWAY_TLS_KEY']);
  const faults = [...reading.faults, ...crossFaults(reading)];
  if (faults.length > 0) throw new ConfigurationError(faults);
  const { GATEWAY_TLS_CERT: certificatePem, GATEWAY_TLS_KEY: keyPem } = reading.values;
  return certificatePem !== null && keyPem !== null ? { certificatePem, keyPem } : null;
}
