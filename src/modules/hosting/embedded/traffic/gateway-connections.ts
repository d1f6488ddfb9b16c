import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectOverTls, type TLSSocket } from 'node:tls';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { NeighbourCertificate } from '../../../../kernel/egress/neighbour-certificate.js';
import { GatewayAddress } from '../../../../kernel/ops/gateway-address.js';
import { CertificateAuthority } from '../../../foundation/certificate-authority/certificate-authority.js';
import { GatewayUnreachable } from '../../models/model-send.js';
import { RefusedTunnel } from './refused-tunnel.js';

/** Between tries; all of them together take less than 5 s. */
const PAUSES_MS = [500, 1_500, 2_500];
const DIAL_MS = 5_000;
const HTTPS_PORT = '443';
const NOTHING = (): void => undefined;

/** Connections to the gateway's port, made as any client makes them: HTTPS in a tunnel, plain HTTP in absolute form. */
@Injectable()
export class GatewayConnections {
  private readonly certificate: NeighbourCertificate | null;

  constructor(
    configuration: Configuration,
    private readonly address: GatewayAddress,
    private readonly authority: CertificateAuthority,
  ) {
    const { tlsCert } = configuration.gateway;
    this.certificate =
      tlsCert === null ? null : new NeighbourCertificate(tlsCert, () => configuration.portCertificate());
  }

  /**
   * A connection of its own for each request: one that is used again may be closed at that moment, and nobody could tell
   * whether the request arrived.
   *
   * @throws GatewayUnreachable
   * @throws RefusedTunnel
   */
  async request(
    method: string,
    url: URL,
    headers: Readonly<Record<string, string>>,
    token: string,
    signal: AbortSignal,
  ): Promise<ClientRequest> {
    const authorization = `Basic ${Buffer.from(`x:${token}`).toString('base64')}`;
    const socket = await this.dial(signal);
    if (url.protocol === 'http:') {
      const fields = { ...headers, host: url.host, 'proxy-authorization': authorization };
      return asked(socket, { method, path: url.href, headers: fields, signal });
    }
    const inside = await this.tunnel(socket, url, authorization, signal);
    const path = `${url.pathname}${url.search}`;
    return asked(inside, { method, path, headers: { ...headers, host: url.host }, signal });
  }

  private async dial(signal: AbortSignal): Promise<Socket> {
    for (const pause of [...PAUSES_MS, null]) {
      try {
        return await this.dialOnce(signal);
      } catch (cause) {
        signal.throwIfAborted();
        if (pause === null) throw new GatewayUnreachable('gateway could not be reached', { cause });
        await sleep(pause, undefined, { signal });
      }
    }
    throw new GatewayUnreachable('gateway could not be reached');
  }

  private async dialOnce(signal: AbortSignal): Promise<Socket> {
    const port = this.address.get();
    const socket =
      this.certificate === null ? connect(port) : connectOverTls({ ...port, ...this.certificate.trust() });
    return ready(socket, this.certificate === null ? 'connect' : 'secureConnect', signal);
  }

  private async tunnel(
    socket: Socket,
    url: URL,
    authorization: string,
    signal: AbortSignal,
  ): Promise<TLSSocket> {
    const authority = `${url.hostname}:${url.port || HTTPS_PORT}`;
    const headers = { host: authority, 'proxy-authorization': authorization };
    const asking = asked(socket, { method: 'CONNECT', path: authority, headers, signal });
    const answered = once(asking, 'connect') as Promise<[IncomingMessage, Socket, Buffer]>;
    asking.end();
    const [{ statusCode = 0, headers: fields }, , head] = await answered;
    if (statusCode !== 200) throw await RefusedTunnel.from(statusCode, fields, head, socket);
    await this.authority.start();
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const inside = connectOverTls({
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ca: this.authority.certificatePem()!,
      ALPNProtocols: ['http/1.1'],
    });
    return ready(inside, 'secureConnect', signal);
  }
}

/** Errors that come when nobody waits any more end nothing but the connection. */
async function ready<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  socket.on('error', NOTHING).setNoDelay(true);
  try {
    await once(socket, event, { signal: AbortSignal.any([signal, AbortSignal.timeout(DIAL_MS)]) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

interface Asking {
  method: string;
  path: string;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** The connection ends with its answer. */
function asked(socket: Socket, asking: Asking): ClientRequest {
  return httpRequest({ ...asking, createConnection: () => socket }).on('error', NOTHING);
}
