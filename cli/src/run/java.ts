import { forAgents, type Environment } from './environment.js';

/**
 * The options by which Java trusts the gateway and goes through it: it reads neither the variables of certificates nor
 * those of proxies. The token is not among them, because every JVM prints this variable; a program that asks through a
 * proxy by itself has it in `HTTPS_PROXY`.
 */
export function javaOptions(
  caller: Environment,
  proxy: URL | undefined,
  trustStore: string,
  direct: string | undefined,
): { JAVA_TOOL_OPTIONS: string } {
  const given = forAgents(caller)['JAVA_TOOL_OPTIONS'] ?? '';
  const options = {
    'javax.net.ssl.trustStore': trustStore,
    'javax.net.ssl.trustStoreType': 'JKS',
    ...(proxy !== undefined && {
      'http.proxyHost': bare(proxy.hostname),
      'http.proxyPort': proxy.port || '80',
      'https.proxyHost': bare(proxy.hostname),
      'https.proxyPort': proxy.port || '80',
      'http.nonProxyHosts': ['localhost', '127.*', '[::1]', ...patterns(direct)].join('|'),
      // Basic, which the gateway takes, is off for tunnels otherwise.
      'jdk.http.auth.tunneling.disabledSchemes': '',
    }),
  };
  const said = Object.entries(options).map(([name, value]) => quoted(`-D${name}=${value}`));
  return { JAVA_TOOL_OPTIONS: [given, ...said].filter((one) => one !== '').join(' ') };
}

/** `.example.com` of NO_PROXY is `*.example.com`. */
function patterns(direct = ''): string[] {
  return direct
    .split(',')
    .filter((name) => /^[\w.*:[\]-]+$/.test(name))
    .map((name) => (name.startsWith('.') ? `*${name}` : name));
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function quoted(option: string): string {
  return /\s/.test(option) ? `"${option}"` : option;
}
