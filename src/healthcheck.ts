import { get } from 'node:http';

/**
 * `node dist/src/healthcheck.js [port]`: the container's health check (06 §18.1). Asks `/healthz` of
 * the gateway on this machine directly, whatever proxy variables say; exit status 0 or 1 within 3 s.
 */
const DEFAULT_PORT = 10_255;
const TIMEOUT_MS = 3_000;

const port = Number(process.argv[2] ?? DEFAULT_PORT);
const request = get({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (response) => {
  process.exit(response.statusCode === 200 ? 0 : 1);
});
request.setTimeout(TIMEOUT_MS, () => process.exit(1));
request.on('error', () => process.exit(1));
