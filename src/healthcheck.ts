import { get as getPlain } from 'node:http';
import { get as getOverTls } from 'node:https';
import { loadConfiguration } from './kernel/config/load-configuration.js';
import { type HealthTarget, healthTargets } from './kernel/ops/health-targets.js';

/**
 * `node dist/src/healthcheck.js`: the container's health check (06 §18.1). Asks `/healthz` on every port that a
 * server with this environment opens, directly, whatever proxy variables say; exit status 0 or 1 within 3 s.
 */
const TIMEOUT_MS = 3_000;

function isHealthy({ tls, host, port }: HealthTarget): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { host, port, path: '/healthz', agent: false, timeout: TIMEOUT_MS };
    const answered = ({ statusCode }: { statusCode?: number | undefined }): void =>
      resolve(statusCode === 200);
    // The certificate is for the public name, and whoever listens here is who is meant.
    const request = tls
      ? getOverTls({ ...options, rejectUnauthorized: false }, answered)
      : getPlain(options, answered);
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

setTimeout(() => process.exit(1), TIMEOUT_MS).unref();
const healthy = await Promise.all(healthTargets(loadConfiguration()).map(isHealthy));
process.exit(healthy.every(Boolean) ? 0 : 1);
