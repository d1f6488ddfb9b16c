import { parseAuthority } from '../../domain/matching/host.js';
import { hasTooManyFields } from '../../kernel/http/connections/http-connections.js';
import type { RequestMessage } from '../../kernel/http/connections/request-message.js';
import type { ClientLeg } from '../exchange.js';
import { asksForWebSocket } from '../headers.js';
import type { Pipeline } from '../pipeline.js';
import { sendVerdict } from '../responder.js';
import * as verdicts from '../verdicts.js';
import { answerOversizedHead } from './broken-connection.js';
import { classifyTarget, targetInTunnel } from './classify.js';
import type { Connect } from './connect.js';
import { framingFault, hasContent } from './framing.js';
import type { GatewayOrigin } from './gateway-origin.js';
import type { TunnelContext } from './tunnel.js';

/** A request whose turn it is, and what the listener knows of it. */
export interface Arrival {
  client: ClientLeg & { request: RequestMessage };
  isWebSocket: boolean;
  expectsContinue: boolean;
}

/** Decides who answers a request that was read: the pipeline, the gateway's own origin, or a refusal at once. */
export class Dispatch {
  constructor(
    private readonly connect: Pick<Connect, 'contextOf'>,
    private readonly origin: GatewayOrigin,
    private readonly pipeline: Pick<Pipeline, 'run'>,
  ) {}

  /** WebSockets exist in tunnels and in reverse mode only; elsewhere Upgrade is a field like others (06 §5.4, §9.1.1). */
  mayUpgrade(request: RequestMessage): boolean {
    return this.isHandshake(request) && !hasContent(request);
  }

  async run(arrival: Arrival): Promise<void> {
    const { client, isWebSocket, expectsContinue } = arrival;
    const { request, response } = client;
    if (hasTooManyFields(request)) return answerOversizedHead(response);
    const fault = framingFault(request) ?? (isWebSocket ? null : this.misplaced(request));
    if (fault !== null) return refuse(client, fault);
    const tunnel = this.connect.contextOf(client.socket);
    if (tunnel) return this.inTunnel(arrival, tunnel);
    const route = classifyTarget(request.url ?? '');
    if (route.kind === 'malformed') return refuse(client, route.message);
    if (route.kind === 'origin') return this.origin.handle(request, response, expectsContinue);
    const { kind: mode, scheme, authority, target } = route;
    return this.pipeline.run({
      ...arrival,
      mode,
      scheme,
      authority: parseAuthority(authority),
      target,
      tunnel: null,
    });
  }

  private async inTunnel(arrival: Arrival, tunnel: TunnelContext): Promise<void> {
    const target = targetInTunnel(arrival.client.request.url ?? '');
    if (target === null) return refuse(arrival.client, 'This form of request target is not supported.');
    const { scheme, authority, identity } = tunnel;
    return this.pipeline.run({ ...arrival, mode: 'tunnel', scheme, authority, target, tunnel: identity });
  }

  /** What would have taken the connection over, had it stood alone. */
  private misplaced(request: RequestMessage): string | null {
    if (!request.connectionIsSpent) return null;
    if (request.method === 'CONNECT') return 'CONNECT must wait for the answers to the requests before it.';
    if (!this.isHandshake(request)) return null;
    return 'A WebSocket handshake has no body and waits for the answers to the requests before it.';
  }

  private isHandshake(request: RequestMessage): boolean {
    const { upgrade, connection } = request.headers;
    if (!asksForWebSocket(request.method, upgrade, [connection ?? ''])) return false;
    if (this.connect.contextOf(request.socket)) return true;
    return classifyTarget(request.url ?? '').kind === 'reverse';
  }
}

function refuse(client: ClientLeg, message: string): void {
  sendVerdict(client, 'absolute', verdicts.malformedRequest(message), [], { close: true });
}
