import { request } from 'undici';
import type { Configuration } from '../../kernel/config/configuration.js';
import { providerDispatcher } from '../../kernel/egress/provider-dispatcher.js';
import { type Finding, Findings } from './finding.js';

const TIMEOUT_MS = 10_000;

/** Whether the addresses answer at all, on the way that requests of agents take: egress proxy and roots included. */
export async function checkOutbound(
  configuration: Configuration,
  urls: readonly string[],
): Promise<Finding[]> {
  const findings = new Findings('outbound');
  const dispatcher = providerDispatcher(configuration);
  try {
    for (const url of urls) {
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const answer = await request(url, { method: 'HEAD', dispatcher, signal });
        await answer.body.dump();
        findings.ok(`${url} answers (status ${answer.statusCode})${through(configuration)}.`);
      } catch (error) {
        findings.problem(
          `${url} cannot be reached${through(configuration)}: ${reasonOf(error)}.`,
          advice(configuration),
        );
      }
    }
  } finally {
    await dispatcher.destroy();
  }
  return findings.all;
}

/** Host and port only: the address of a proxy may hold a password. */
function through({ gateway: { egressProxy } }: Configuration): string {
  return egressProxy === null ? '' : ` through the proxy ${new URL(egressProxy).host}`;
}

function advice({ gateway: { egressProxy } }: Configuration): string {
  const proxy =
    egressProxy === null
      ? 'if this network needs a proxy, set GATEWAY_EGRESS_PROXY'
      : 'check GATEWAY_EGRESS_PROXY and which destinations the proxy allows';
  return `Check DNS and firewall; ${proxy}. If a proxy replaces certificates, set GATEWAY_UPSTREAM_CA_FILE.`;
}

function reasonOf(error: unknown): string {
  const { cause, message, code } = error as Error & { code?: string };
  const root = cause instanceof Error ? (cause as Error & { code?: string }) : null;
  return root?.code ?? code ?? root?.message ?? message;
}
