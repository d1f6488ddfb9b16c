import {
  createServer as createPlainServer,
  ServerResponse,
  type IncomingMessage,
  type Server,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { parseAuthority } from '../../domain/matching/host.js';
import { readProxyAuthorization } from '../agent-token.js';
import { isVerdict, type ClientLeg } from '../exchange.js';
import { asksForWebSocket, HeaderList } from '../headers.js';
import type { AgentMessage, Judged, Pipeline } from '../pipeline.js';
import { sendVerdict } from '../responder.js';
import * as verdicts from '../verdicts.js';
import { classifyTarget, targetInTunnel } from './classify.js';
import { Drain } from './drain.js';
import { framingFault } from './framing.js';
import { OriginRoutes, type OriginSettings } from './origin-routes.js';
import { refuseBrokenConnection } from './broken-connection.js';
import {
  acceptConnect,
  openTunnel,
  parseConnectTarget,
  type TunnelContext,
  type TunnelSettings,
} from './tunnel.js';

const MAXIMUM_HEAD_BYTES = 65_536;

export interface ListenerSettings {
  bind: string;
  port: number;
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

export type AgentPipeline = Pick<Pipeline<object, Judged>, 'run' | 'authenticate'>;

/**
 * The gateway's port (06 §1): one HTTP/1.1 server for agents' connections and for what is inside their
 * tunnels. A tunnel's inner socket is handed back to the same server, marked with its context, so that
 * limits, timeouts and framing checks are the same everywhere.
 */
export class GatewayServer {
  private readonly server: Server;
  private readonly tunnels = new WeakMap<Duplex, TunnelContext>();
  private readonly origin: OriginRoutes;
  private tunnelCount = 0;
  readonly drain = new Drain();

  constructor(
    private readonly settings: ListenerSettings,
    private readonly tunnelSettings: TunnelSettings,
    private readonly pipeline: AgentPipeline,
    origin: Omit<OriginSettings, 'draining'>,
  ) {
    this.origin = new OriginRoutes({ ...origin, draining: () => this.drain.draining });
    this.server = this.createServer();
    this.server.on('request', (request, response) => this.onRequest(request, response, false));
    this.server.on('checkContinue', (request, response) => this.onRequest(request, response, true));
    // Any other expectation is not ours to judge and is not forwarded (06 §9.6).
    this.server.on('checkExpectation', (request, response) => this.onRequest(request, response, false));
    this.server.on(
      'connect',
      (request, socket, head) => void this.onConnect(request, socket as Socket, head),
    );
    this.server.on('upgrade', (request, socket, head) => this.onUpgrade(request, socket, head));
    this.server.on('clientError', refuseBrokenConnection);
  }

  get openTunnels(): number {
    return this.tunnelCount;
  }

  /** Opens the port; answers the one in use, which differs from the configured 0 in tests. */
  async listen(): Promise<number> {
    const { port, bind } = this.settings;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, bind, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    return (this.server.address() as AddressInfo).port;
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

  private createServer(): Server {
    const { tls, headTimeoutMs, keepAliveMs } = this.settings;
    const options = {
      maxHeaderSize: MAXIMUM_HEAD_BYTES,
      insecureHTTPParser: false,
      requireHostHeader: true,
      headersTimeout: headTimeoutMs,
      // Uploads take as long as they take; stalled ones end by the idle limit of the upstream leg.
      requestTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, headTimeoutMs),
      noDelay: true,
      shouldUpgradeCallback: (request: IncomingMessage) => this.mayUpgrade(request),
    };
    const server = tls
      ? createTlsServer({
          ...options,
          cert: tls.certificatePem,
          key: tls.keyPem,
          ALPNProtocols: ['http/1.1'],
          handshakeTimeout: this.tunnelSettings.patienceMs,
        })
      : createPlainServer(options);
    // Node would silently drop fields beyond 2,000, credentials of ours among them; 64 KiB bounds them anyway.
    server.maxHeadersCount = 0;
    server.maxConnections = this.settings.maxConnections;
    return server;
  }

  /** WebSockets exist in tunnels and in reverse mode only; elsewhere Upgrade is a field like others (06 §5.4, §9.1.1). */
  private mayUpgrade(request: IncomingMessage): boolean {
    const { upgrade, connection } = request.headers;
    if (!asksForWebSocket(request.method, upgrade, [connection ?? ''])) return false;
    return this.tunnels.has(request.socket) || classifyTarget(request.url ?? '').kind === 'reverse';
  }

  private onRequest(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    this.drain.trackResponse(response);
    const client = { request, response, socket: request.socket, upgradeHead: null };
    void this.dispatch(client, false, expectsContinue);
  }

  /** Node hands over the bare socket; a response bound to it lets refusals take the ordinary way. */
  private onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    socket.on('error', () => socket.destroy());
    response.on('finish', () => {
      response.detachSocket(socket as Socket);
      socket.end();
    });
    this.drain.trackConnection(socket);
    void this.dispatch({ request, response, socket, upgradeHead: head }, true, false);
  }

  private async dispatch(client: ClientLeg, isWebSocket: boolean, expectsContinue: boolean): Promise<void> {
    const { request } = client;
    const fault = framingFault(request);
    if (fault) return this.refuse(client, fault);
    const tunnel = this.tunnels.get(client.socket);
    if (tunnel) return this.dispatchInTunnel(client, tunnel, isWebSocket, expectsContinue);
    const route = classifyTarget(request.url ?? '');
    if (route.kind === 'malformed') return this.refuse(client, route.message);
    if (route.kind === 'origin') return this.origin.handle(request, client.response, route);
    const { kind: mode, scheme, authority, target } = route;
    const message: AgentMessage = {
      client,
      mode,
      scheme,
      authority: parseAuthority(authority),
      target,
      tunnel: null,
      isWebSocket,
      expectsContinue,
    };
    return this.pipeline.run(message);
  }

  private dispatchInTunnel(
    client: ClientLeg,
    tunnel: TunnelContext,
    isWebSocket: boolean,
    expectsContinue: boolean,
  ): Promise<void> {
    const target = targetInTunnel(client.request.url ?? '');
    if (target === null) {
      this.refuse(client, 'This form of request target is not supported.');
      return Promise.resolve();
    }
    const { scheme, authority, identity } = tunnel;
    return this.pipeline.run({
      client,
      mode: 'tunnel',
      scheme,
      authority,
      target,
      tunnel: identity,
      isWebSocket,
      expectsContinue,
    });
  }

  private refuse(client: ClientLeg, message: string): void {
    sendVerdict(client, 'absolute', verdicts.malformedRequest(message), [], { close: true });
  }

  private async onConnect(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(0);
    this.drain.trackConnection(socket);
    const refusal = await this.establish(request, socket, head);
    if (!refusal) return;
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    response.on('finish', () => socket.end());
    sendVerdict({ request, response }, 'absolute', refusal, [], { close: true });
  }

  /** Runs a tunnel until its first request can be read; answers the refusal otherwise (06 §4). */
  private async establish(
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
  ): Promise<verdicts.Verdict | null> {
    if (this.tunnels.has(socket))
      return verdicts.malformedRequest('A tunnel inside a tunnel is not possible.');
    const credentials = readProxyAuthorization(new HeaderList(request.rawHeaders));
    if (credentials.kind === 'repeated')
      return verdicts.malformedRequest('Proxy-Authorization must not be repeated.');
    const token = credentials.kind === 'token' ? credentials.token : null;
    const authenticated = await this.pipeline.authenticate(token, 'connect');
    if (isVerdict(authenticated)) return authenticated;
    const target = parseConnectTarget(request.url ?? '');
    if (!target) return verdicts.malformedRequest('CONNECT needs a host and a port.');
    if (socket.destroyed) return null;
    acceptConnect(request, socket);
    const identity = { token: token!, tokenHash: authenticated.tokenHash };
    const tunnel = await openTunnel(socket, head, target, identity, this.tunnelSettings).catch(() => null);
    if (!tunnel || this.drain.draining) {
      socket.destroy();
      return null;
    }
    this.tunnels.set(tunnel.socket, tunnel.context);
    this.tunnelCount += 1;
    tunnel.socket.once('close', () => (this.tunnelCount -= 1));
    this.adopt(tunnel.socket);
    return null;
  }

  /** `secureConnection` is what an https server listens to; both end in Node's HTTP connection handler. */
  private adopt(socket: Duplex): void {
    this.server.emit(this.settings.tls ? 'secureConnection' : 'connection', socket);
  }
}
