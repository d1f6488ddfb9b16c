import type { ServerRole } from './settings/deployment.js';

/** Set by the first process of a port for the others; no setting of an operator's. */
const MARK = 'CREDENTIAL_GATEWAY_WORKER';
const ROLE: ServerRole = 'gateway';

/** The environment of another process on the same gateway port: this one's settings, and nothing but that port. */
export function workerEnvironment(gatewayPort: number): NodeJS.ProcessEnv {
  return { ...process.env, [MARK]: '1', SERVER_ROLES: ROLE, GATEWAY_PORT: String(gatewayPort) };
}

/** Whether the process with these variables was started to share another one's gateway port. */
export function isWorker(env: NodeJS.ProcessEnv): boolean {
  return env[MARK] === '1';
}
