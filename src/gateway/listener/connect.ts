import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hasTooManyFields } from '../../kernel/http/connections/http-connections.js';
import type { RequestMessage } from '../../kernel/http/connections/request-message.js';
import { HeaderList } from '../headers.js';
import type { Pipeline } from '../pipeline.js';
import { sendVerdict } from '../responder.js';
import * as verdicts from '../verdicts.js';
import { answerOversizedHead } from './broken-connection.js';
import type { ListenerDrain } from './drain.js';
import { framingFault, hasContent } from './framing.js';
import {
  acceptConnect,
  openTunnel,
  parseConnectTarget,
  type TunnelContext,
  type TunnelSettings,
} from './tunnel.js';

/** CONNECT, and which connections are tunnels (06 §4). */
export class Connect {
  private readonly tunnels = new WeakMap<Duplex, TunnelContext>();
  private open = 0;

  /** `adopt` takes the inside of an opened tunnel as a connection of its own. */
  constructor(
    private readonly pipeline: Pick<Pipeline, 'authenticate'>,
    private readonly settings: TunnelSettings,
    private readonly drain: ListenerDrain,
    private readonly adopt: (socket: Duplex) => void,
  ) {}

  get openTunnels(): number {
    return this.open;
  }

  /** What every request on this connection inherits; undefined outside of tunnels. */
  contextOf(socket: Duplex): TunnelContext | undefined {
    return this.tunnels.get(socket);
  }

  async handle(request: RequestMessage, socket: Socket, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(0);
    this.drain.trackConnection(socket);
    if (hasTooManyFields(request)) return answerOversizedHead(lastAnswer(request, socket));
    const refusal = await this.establish(request, socket, head);
    if (!refusal || socket.destroyed) return;
    const response = lastAnswer(request, socket);
    sendVerdict({ request, response }, 'absolute', refusal, [], { close: true });
  }

  /** Runs a tunnel until its first request can be read; answers the refusal otherwise (06 §4). */
  private async establish(
    request: RequestMessage,
    socket: Socket,
    head: Buffer,
  ): Promise<verdicts.Verdict | null> {
    if (this.tunnels.has(socket))
      return verdicts.malformedRequest('A tunnel inside a tunnel is not possible.');
    const fault = framingFault(request);
    if (fault) return verdicts.malformedRequest(fault);
    // What follows the head is the tunnel's; two readers could take it for a body (RFC 9110 §9.3.6).
    if (hasContent(request)) return verdicts.malformedRequest('CONNECT has no body.');
    const admitted = await this.pipeline.authenticate(new HeaderList(request.rawHeaders));
    if (admitted.refused) return admitted.verdict;
    const target = parseConnectTarget(request.url ?? '');
    if (!target) return verdicts.malformedRequest('CONNECT needs a host and a port.');
    if (socket.destroyed) return null;
    acceptConnect(request, socket);
    const { token, tokenHash } = admitted.found;
    const tunnel = await openTunnel(socket, head, target, { token, tokenHash }, this.settings);
    if (!tunnel || this.drain.draining) {
      socket.destroy();
      return null;
    }
    this.tunnels.set(tunnel.socket, tunnel.context);
    this.open += 1;
    tunnel.socket.once('close', () => (this.open -= 1));
    this.adopt(tunnel.socket);
    return null;
  }
}

function lastAnswer(request: RequestMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  response.on('finish', () => socket.destroySoon());
  return response;
}
