import { ConfigurationError } from './configuration-error.js';
import { readSettings } from './environment.js';
import { crossFaults } from './rules.js';

/** A certificate and its private key, in PEM. */
export interface PortCertificate {
  readonly certificatePem: string;
  readonly keyPem: string;
}

/**
 * Reads `GATEWAY_TLS_CERT` and `GATEWAY_TLS_KEY` again from the environment, or from the files it names. Null without them.
 *
 * @throws ConfigurationError if one is unreadable or the key does not match the certificate
 */
export function readPortCertificate(env: NodeJS.ProcessEnv): PortCertificate | null {
  const reading = readSettings(env, ['GATEWAY_TLS_CERT', 'GATEWAY_TLS_KEY']);
  const faults = [...reading.faults, ...crossFaults(reading)];
  if (faults.length > 0) throw new ConfigurationError(faults);
  const { GATEWAY_TLS_CERT: certificatePem, GATEWAY_TLS_KEY: keyPem } = reading.values;
  return certificatePem !== null && keyPem !== null ? { certificatePem, keyPem } : null;
}
