import { createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { PortCertificate } from '../../kernel/config/port-certificate.js';
import type { HttpConnections } from '../../kernel/http/connections/http-connections.js';
import type { Pipeline } from '../pipeline/pipeline.js';
import { AgentConnection } from './connections/agent-connection.js';
import type { ConnectionHost } from './connections/answering.js';
import { CertificateRenewal, type RenewalEvents } from './certificate-renewal.js';
import { Connect } from './connect.js';
import { Dispatch } from './dispatch.js';
import { ListenerDrain, OpenConnections } from './connections/open-connections.js';
import {
  Http2Connection,
  type Http2Host,
  StreamLimits,
  streamsInMemory,
} from './connections/http2-connection.js';
import { GatewayOrigin, type OriginSettings } from './gateway-origin.js';
import { openPort, type PortSettings } from './open-port.js';
import type { OpenedTunnel, TunnelSettings } from './connections/tunnel.js';

export interface ListenerSettings extends PortSettings {
  tls: PortCertificate | null;
  /** What `tls` says by now, for as long as the port is open. */
  renewal: { read: () => PortCertificate | null; everyMs: number } | null;
  headTimeoutMs: number;
  keepAliveMs: number;
  maxConnections: number;
  /** Streams of HTTP/2 beyond those that every agent has. */
  mostStreams: number;
  drainMs: number;
}

/** A connection that is destroyed closes in the next turns of the event loop. */
const CUT_WITHIN_MS = 500;

export const LISTENER_DEFAULTS = {
  headTimeoutMs: 60_000,
  keepAliveMs: 75_000,
  maxConnections: 20_000,
  renewal: null,
  mostStreams: streamsInMemory(),
  tunnelPatienceMs: 10_000,
} as const;

export type AgentPipeline = Pick<Pipeline, 'run' | 'authenticate'>;

/**
 * The gateway's port (06 §1). Every socket it accepts, and the inside of every tunnel, is an `AgentConnection`, so that
 * limits, timeouts and framing are the same everywhere; or an `Http2Connection`, where an agent asked for that.
 */
export class GatewayServer {
  readonly drain = new ListenerDrain();
  private readonly server: Server;
  private renewal: CertificateRenewal | null = null;
  private readonly connect: Connect;
  private readonly open = new OpenConnections<AgentConnection | Http2Connection>();
  private readonly host: ConnectionHost & Http2Host;

  constructor(
    private readonly settings: ListenerSettings,
    tunnelSettings: TunnelSettings,
    pipeline: AgentPipeline,
    origin: OriginSettings,
    private readonly connections: HttpConnections,
    private readonly renewals: RenewalEvents,
  ) {
    const { headTimeoutMs, keepAliveMs, tls } = settings;
    const places = new StreamLimits(settings.mostStreams);
    const { open, drain } = this;
    const connect = new Connect(pipeline, tunnelSettings, drain, (tunnel) => this.enter(tunnel));
    const dispatch = new Dispatch(new GatewayOrigin(origin), pipeline);
    this.connect = connect;
    this.host = {
      ...{ connections, open, drain, places, headTimeoutMs, keepAliveMs },
      takeoverOf: (connection, request) => dispatch.takeoverOf(connection, request),
      answerInTunnel: (...request) => dispatch.answerInTunnel(...request),
      answer: (connection, request, answer) =>
        (connection.takeover === 'connect' ? connect : dispatch).answer(connection, request, answer),
    };
    this.server = tls === null ? this.plainServer() : this.tlsServer(tls, tunnelSettings.patienceMs);
    this.server.maxConnections = settings.maxConnections;
  }

  get openTunnels(): number {
    return this.connect.openTunnels;
  }

  /** Opens the port; answers the one in use, which differs from the configured 0 in tests. */
  async listen(): Promise<number> {
    return openPort(this.server, this.settings);
  }

  /** Closes the port at once, lets requests in flight finish, then cuts what is left (06 §18.3). */
  async close(signal?: AbortSignal): Promise<void> {
    this.drain.draining = true;
    this.renewal?.stop();
    this.server.close();
    for (const connection of this.open) connection.drain();
    await this.drain.idle(this.settings.drainMs, signal);
    for (const connection of this.open) connection.flow.destroy();
    this.drain.cutAll();
    // What was cut is still recorded, as soon as its connection has closed.
    await this.drain.idle(CUT_WITHIN_MS);
    this.open.stop();
  }

  private plainServer(): Server {
    const server = createPlainServer({ allowHalfOpen: true, noDelay: true });
    return server.on('connection', (socket) => this.admit(socket) && this.adopt(socket));
  }

  private tlsServer(certificate: PortCertificate, handshakeTimeout: number): Server {
    const server = createTlsServer({
      ...{ allowHalfOpen: true, noDelay: true, handshakeTimeout },
      ...shownBy(certificate),
      ALPNProtocols: ['http/1.1'],
    });
    this.renew(server, certificate);
    server.on('connection', (socket: Socket) => this.admit(socket));
    server.on('secureConnection', (socket) => this.adopt(socket));
    server.on('tlsClientError', (_error, socket) =>
      this.connections.boundary.run('tls_client_error', socket, () =>
        this.connections.refuseHandshake(socket),
      ),
    );
    return server;
  }

  /** New connections see the new certificate, tunnels go on. */
  private renew(server: TlsServer, shown: PortCertificate): void {
    const { renewal } = this.settings;
    if (renewal === null) return;
    const show = (certificate: PortCertificate): void => server.setSecureContext(shownBy(certificate));
    this.renewal = new CertificateRenewal(shown, renewal.read, show, this.renewals);
    this.renewal.start(renewal.everyMs);
  }

  private admit(socket: Socket): boolean {
    let admitted = false;
    this.connections.boundary.run(
      'connection',
      socket,
      () => void (admitted = this.connections.admit(socket)),
    );
    return admitted;
  }

  private enter({ socket, context, early, http2 }: OpenedTunnel): void {
    if (http2) return void new Http2Connection(socket, context, this.host);
    const inside = new AgentConnection(socket, context, this.host);
    if (early !== null) inside.onData(early);
  }

  private adopt(socket: Socket): void {
    new AgentConnection(socket, null, this.host);
  }
}

function shownBy({ certificatePem, keyPem }: PortCertificate): { cert: string; key: string } {
  return { cert: certificatePem, key: keyPem };
}
