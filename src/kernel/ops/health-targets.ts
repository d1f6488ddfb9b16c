import type { Configuration } from '../config/configuration.js';

/** Where a listener of this machine answers `GET /healthz`. */
export interface HealthTarget {
  readonly tls: boolean;
  readonly host: string;
  readonly port: number;
}

type Listening = Pick<
  Configuration,
  'serverRoles' | 'port' | 'apiBind' | 'gatewayPort' | 'gatewayBind' | 'metricsPort' | 'metricsBind'
> & {
  readonly gateway: Pick<Configuration['gateway'], 'tlsCert'>;
};

/** One for each port that a process with these settings opens (01 §26, 06 §18.1); of one that only runs jobs the port of its metrics, if any. */
export function healthTargets({
  serverRoles,
  port,
  apiBind,
  gatewayPort,
  gatewayBind,
  metricsPort,
  metricsBind,
  gateway,
}: Listening): HealthTarget[] {
  const serves = serverRoles.has('gateway') || serverRoles.has('api');
  return [
    ...(serves || metricsPort === null
      ? []
      : [{ tls: false, host: localAddress(metricsBind), port: metricsPort }]),
    ...(serverRoles.has('gateway')
      ? [{ tls: gateway.tlsCert !== null, host: localAddress(gatewayBind), port: gatewayPort }]
      : []),
    ...(serverRoles.has('api') ? [{ tls: false, host: localAddress(apiBind), port }] : []),
  ];
}

/** Where a listener is reached from its own machine: by loopback, where its address stands for all of them. */
export function localAddress(bind: string): string {
  if (bind === '0.0.0.0') return '127.0.0.1';
  return bind === '::' ? '::1' : bind;
}

/** The same as it stands in a URL. */
export function localAuthority(bind: string, port: number): string {
  const address = localAddress(bind);
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
