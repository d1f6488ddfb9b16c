import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { EnvHttpProxyAgent } from 'undici';
import type { Configuration } from '../config/configuration.js';

/** For calls to providers: the operator's egress proxy and roots apply (R24.12). The owner closes it. */
export function providerDispatcher(configuration: Pick<Configuration, 'gateway'>): EnvHttpProxyAgent {
  return new EnvHttpProxyAgent(providerEgress(configuration));
}

/** The same as plain data, for a thread that builds its own dispatcher. */
export function providerEgress({ gateway }: Pick<Configuration, 'gateway'>): EnvHttpProxyAgent.Options {
  const tls = ownRoots({ gateway });
  return {
    // Empty texts instead of absent ones: undici would read the environment by itself.
    httpProxy: gateway.egressProxy ?? '',
    httpsProxy: gateway.egressProxy ?? '',
    noProxy: gateway.egressNoProxy.join(','),
    connect: tls,
    requestTls: tls,
    allowH2: false,
  };
}

/** What certificates are checked against, where the operator has roots of their own. */
export function ownRoots({ gateway }: Pick<Configuration, 'gateway'>): { ca?: string[] } {
  return gateway.upstreamCaFile === null ? {} : { ca: rootsWith(gateway.upstreamCaFile) };
}

function rootsWith(file: string): string[] {
  return [...rootCertificates, readFileSync(file, 'utf8')];
}
