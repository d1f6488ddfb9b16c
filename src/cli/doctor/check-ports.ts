import { createServer } from 'node:net';
import { request } from 'undici';
import type { Configuration } from '../../kernel/config/configuration.js';
import { localAuthority } from '../../kernel/ops/health-targets.js';
import { type Finding, Findings } from './finding.js';

const TIMEOUT_MS = 3_000;

/** Each port is either served by this product or free to be. */
export async function checkPorts(configuration: Configuration): Promise<Finding[]> {
  const findings = new Findings('ports');
  const { serverRoles, port, apiBind, gatewayPort, gatewayBind } = configuration;
  if (serverRoles.has('api')) await checkPort(findings, 'PORT', port, apiBind);
  if (serverRoles.has('gateway')) await checkPort(findings, 'GATEWAY_PORT', gatewayPort, gatewayBind);
  return findings.all;
}

async function checkPort(findings: Findings, setting: string, port: number, bind: string): Promise<void> {
  if (port === 0) {
    findings.note(`${setting} is 0: the operating system chooses a port at every start.`);
    return;
  }
  const version = await servedVersion(localAuthority(bind, port));
  if (version !== null) findings.ok(`A server answers on port ${port} (version ${version}).`);
  else if (await isFree(port, bind)) findings.ok(`Port ${port} is free; no server runs on it.`);
  else
    findings.problem(
      `Port ${port} is in use by another program.`,
      `Stop that program, or choose another port with ${setting}.`,
    );
}

/** `/healthz` stands on both origins (01 §23) and needs no credential. */
async function servedVersion(authority: string): Promise<string | null> {
  try {
    const limits = {
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    const answer = await request(`http://${authority}/healthz`, limits);
    const body = (await answer.body.json()) as { status?: unknown; version?: unknown };
    return body.status === 'ok' && typeof body.version === 'string' ? body.version : null;
  } catch {
    return null;
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
