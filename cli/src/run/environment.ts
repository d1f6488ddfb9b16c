import { CERTIFICATE_VARIABLES } from '../../../client/src/generated/certificate-variables.js';
import { PROXY_VARIABLES, type ContainerConfig } from './container-config.js';
import { isForAgents } from './not-for-agents.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Names under which a container's proxy finds the machine it runs on. */
const HOSTS_OF_CONTAINERS = new Set(['host.docker.internal', 'gateway.docker.internal']);
export interface Surroundings {
  /** Of the API. */
  readonly origin: string;
  /** `host:port` or `host`, in place of a container's name for its machine. */
  readonly gateway?: string;
  /** None with --no-ca, or where the file could not be written. */
  readonly bundle?: string;
  readonly agentName?: string;
  readonly codexHome: string;
}

/**
 * The environment of a program behind the gateway (07 B12.4 to B12.9): the caller's without what the server sets, names
 * of certificates or what is not for agents, then the server's values, then the certificates.
 */
export function environmentOf(
  caller: Environment,
  config: ContainerConfig,
  around: Surroundings,
): Record<string, string> {
  const served = servedValues(config.env, around);
  const removed = new Set([...Object.keys(config.env), ...CERTIFICATE_VARIABLES]);
  const kept = Object.entries(forAgents(caller)).filter(
    // npm takes its variables in every letter case.
    ([name]) => !removed.has(name) && name.toLowerCase() !== 'npm_config_cafile',
  );
  const { bundle, origin, agentName } = around;
  return {
    ...Object.fromEntries(kept),
    ...served,
    ...(bundle !== undefined && Object.fromEntries(CERTIFICATE_VARIABLES.map((name) => [name, bundle]))),
    ...localDestinations(caller, origin),
    CREDENTIAL_GATEWAY: 'true',
    ONECLI_GATEWAY: 'true',
    CREDENTIAL_GATEWAY_URL: origin,
    ONECLI_URL: origin,
    ...(agentName !== undefined && {
      CREDENTIAL_GATEWAY_AGENT_NAME: agentName,
      ONECLI_AGENT_NAME: agentName,
    }),
  };
}

/** The caller's environment without what opens the management side. */
export function forAgents(caller: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(caller).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && isForAgents(entry[0]),
    ),
  );
}

/** The proxy's address, as programs on this machine reach it: with the agent's token in it. */
export function proxyOf(
  config: ContainerConfig,
  around: Pick<Surroundings, 'origin' | 'gateway'>,
): URL | undefined {
  const given = config.env['HTTPS_PROXY'] ?? config.env['https_proxy'];
  return given === undefined ? undefined : new URL(localProxy(given, around));
}

function servedValues(env: Readonly<Record<string, string>>, around: Surroundings): Record<string, string> {
  const paths = new Set(CERTIFICATE_VARIABLES);
  const values = Object.entries(env).flatMap(([name, value]): [string, string][] => {
    // The gateway writes the real one, and one agent asks for confirmation where it sees any.
    if (name === 'ANTHROPIC_API_KEY' || paths.has(name)) return [];
    if (PROXY_VARIABLES.includes(name)) return [[name, localProxy(value, around)]];
    if (name === 'CODEX_HOME') return [[name, around.codexHome]];
    return [[name, value]];
  });
  return Object.fromEntries(values);
}

/** A proxy's address, where containers know it by another name than this machine does. */
export function localProxy(
  given: string,
  { gateway, origin }: Pick<Surroundings, 'origin' | 'gateway'>,
): string {
  const proxy = new URL(given);
  if (!HOSTS_OF_CONTAINERS.has(proxy.hostname)) return given;
  // Of `host` alone the port stays; `hostname` alone would leave brackets of an IPv6 address to chance.
  const local = new URL(`http://${gateway ?? new URL(origin).hostname}`);
  proxy.hostname = local.hostname;
  if (local.port !== '') proxy.port = local.port;
  return proxy.href.replace(/\/$/, '');
}

/** What is not to go through a proxy stays as it was set, in both cases, since some programs read only one of them. */
export function localDestinations(caller: Environment, origin?: string): Record<string, string> {
  const given = caller['NO_PROXY'] ?? caller['no_proxy'];
  const names = (given ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== '*');
  // The API of a machine's own server, which agents ask for the state of a connection.
  const hostname = origin === undefined ? '' : new URL(origin).hostname;
  const own = ['localhost', '127.0.0.1', '::1', '[::1]'].includes(hostname) ? [hostname] : [];
  const all = [...new Set([...names, ...own])];
  return all.length === 0 ? {} : { NO_PROXY: all.join(','), no_proxy: all.join(',') };
}
