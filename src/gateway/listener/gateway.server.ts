import { createServer as createPlainServer, ServerResponse, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FaultSite } from '../../kernel/http/connections/fault-boundary.js';
import { KEPT_FIELDS, type HttpConnections } from '../../kernel/http/connections/http-connections.js';
import { RequestMessage } from '../../kernel/http/connections/request-message.js';
import type { Pipeline } from '../pipeline.js';
import { brokenConnectionAnswer } from './broken-connection.js';
import { Connect } from './connect.js';
import { Dispatch } from './dispatch.js';
import { ListenerDrain } from './drain.js';
import { GatewayOrigin, type OriginSettings } from './gateway-origin.js';
import { openPort, type PortSettings } from './open-port.js';
import type { TunnelSettings } from './tunnel.js';

const MAXIMUM_HEAD_BYTES = 65_536;

export interface ListenerSettings extends PortSettings {
  tls: { certificatePem: string; keyPem: string } | null;
  headTimeoutMs: number;
  keepAliveMs: number;
  maxConnections: number;
  drainMs: number;
}

export const LISTENER_DEFAULTS = {
  headTimeoutMs: 60_000,
  keepAliveMs: 75_000,
  maxConnections: 20_000,
  tunnelPatienceMs: 10_000,
} as const;

/** Where a stalled head is noticed; Node looks at its connections this often. */
const TIMEOUT_CHECK_MS = 2_000;

export type AgentPipeline = Pick<Pipeline, 'run' | 'authenticate'>;

/**
 * The gateway's port (06 §1): one HTTP/1.1 server for agents' connections and for what is inside their
 * tunnels. A tunnel's inner socket is handed back to the same server, marked with its context, so that
 * limits, timeouts and framing checks are the same everywhere.
 */
export class GatewayServer {
  private readonly server: Server<typeof RequestMessage>;
  private readonly connect: Connect;
  private readonly dispatch: Dispatch;
  readonly drain = new ListenerDrain();

  constructor(
    private readonly settings: ListenerSettings,
    tunnelSettings: TunnelSettings,
    pipeline: AgentPipeline,
    origin: OriginSettings,
    private readonly connections: HttpConnections,
  ) {
    this.connect = new Connect(pipeline, tunnelSettings, this.drain, (socket) => this.adopt(socket));
    this.dispatch = new Dispatch(this.connect, new GatewayOrigin(origin), pipeline);
    this.server = this.createServer(tunnelSettings.patienceMs);
    this.server.on('connection', (socket) => this.guarded('connection', socket, () => this.onSocket(socket)));
    this.server.on('secureConnection', (socket: Socket) =>
      this.guarded('connection', socket, () => connections.watch(socket)),
    );
    this.server.on('request', (request, response) => this.onRequest(request, response, false));
    this.server.on('checkContinue', (request, response) => this.onRequest(request, response, true));
    // Any other expectation is not ours to judge and is not forwarded (06 §9.6).
    this.server.on('checkExpectation', (request, response) => this.onRequest(request, response, false));
    this.server.on('connect', (request, socket, head) =>
      this.guarded('connect', socket, () => this.onConnect(request, socket as Socket, head)),
    );
    this.server.on('upgrade', (request, socket, head) =>
      this.guarded('upgrade', socket, () => this.onUpgrade(request, socket as Socket, head)),
    );
    this.server.on('clientError', (error, socket) =>
      this.guarded('client_error', socket, () =>
        connections.refuseBroken(error, socket as Socket, brokenConnectionAnswer),
      ),
    );
    this.server.on('tlsClientError', (_error, socket: Socket) =>
      this.guarded('tls_client_error', socket, () => connections.refuseHandshake(socket)),
    );
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
    this.drain.begin();
    this.server.close();
    this.server.closeIdleConnections();
    await this.drain.idle(this.settings.drainMs, signal);
    this.server.closeAllConnections();
    this.drain.cutAll();
  }

  private createServer(handshakeTimeout: number): Server<typeof RequestMessage> {
    const { tls, headTimeoutMs, keepAliveMs } = this.settings;
    const options = {
      IncomingMessage: RequestMessage,
      maxHeaderSize: MAXIMUM_HEAD_BYTES,
      insecureHTTPParser: false,
      // Node would answer by itself, and not in its turn; the framing check asks for the field.
      requireHostHeader: false,
      headersTimeout: headTimeoutMs,
      // Uploads take as long as they take; stalled ones end by the idle limit of the upstream leg.
      requestTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, headTimeoutMs),
      noDelay: true,
      shouldUpgradeCallback: (request: RequestMessage) => this.dispatch.mayUpgrade(request),
    };
    const server = tls
      ? createTlsServer({
          ...options,
          cert: tls.certificatePem,
          key: tls.keyPem,
          ALPNProtocols: ['http/1.1'],
          handshakeTimeout,
        })
      : createPlainServer(options);
    server.maxHeadersCount = KEPT_FIELDS;
    server.maxConnections = this.settings.maxConnections;
    return server;
  }

  private guarded(site: FaultSite, socket: Duplex, step: () => void | Promise<void>): void {
    this.connections.boundary.run(site, socket, step);
  }

  /** The port's own connections, and plain ones inside of tunnels, which were admitted already. */
  private onSocket(socket: Socket): void {
    const inTunnel = this.connect.contextOf(socket) !== undefined;
    if (!inTunnel && !this.connections.admit(socket)) return;
    if (inTunnel || !this.settings.tls) this.connections.watch(socket);
  }

  private onRequest(request: RequestMessage, response: ServerResponse, expectsContinue: boolean): void {
    this.guarded('request', request.socket, () =>
      this.connections.take(request, response, () => {
        this.drain.trackResponse(response);
        const client = { request, response, socket: request.socket, upgradeHead: null };
        return this.dispatch.run({ client, isWebSocket: false, expectsContinue });
      }),
    );
  }

  private onConnect(request: RequestMessage, socket: Socket, head: Buffer): Promise<void> {
    this.connections.release(socket);
    return this.connect.handle(request, socket, head);
  }

  /** Node hands over the bare socket; a response bound to it lets refusals take the ordinary way. */
  private onUpgrade(request: RequestMessage, socket: Socket, head: Buffer): Promise<void> {
    this.connections.release(socket);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    socket.on('error', () => socket.destroy());
    response.on('finish', () => {
      response.detachSocket(socket);
      socket.destroySoon();
    });
    this.drain.trackConnection(socket);
    const client = { request, response, socket, upgradeHead: head };
    return this.dispatch.run({ client, isWebSocket: true, expectsContinue: false });
  }

  /** `secureConnection` is what an https server listens to; both end in Node's HTTP connection handler. */
  private adopt(socket: Duplex): void {
    this.server.emit(this.settings.tls ? 'secureConnection' : 'connection', socket);
  }
}
