import { Injectable } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { DEFAULT_GATEWAY_BASE_URL } from '../config/settings/gateway.js';
import { localAddress } from './health-targets.js';

/** A port that takes proxied requests. */
export interface GatewayPort {
  readonly host: string;
  readonly port: number;
}

/**
 * Where this process reaches the gateway as its agents do: its own port, else where containers are told to find it, else
 * that of a neighbour on this machine that is set up as this process is.
 */
@Injectable()
export class GatewayAddress {
  private own: number | null = null;

  constructor(private readonly configuration: Configuration) {}

  /** It is open in this process, on this port. */
  opened(port: number): void {
    this.own = port;
  }

  get(): GatewayPort {
    const { gatewayBaseUrl, gatewayBind, gatewayPort, serverRoles } = this.configuration;
    if (this.own === null && !serverRoles.has('gateway') && gatewayBaseUrl !== DEFAULT_GATEWAY_BASE_URL) {
      const { hostname, port } = new URL(`tcp://${gatewayBaseUrl}`);
      return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
    }
    return { host: localAddress(gatewayBind), port: this.own ?? gatewayPort };
  }
}
