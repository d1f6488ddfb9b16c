import { HeaderList } from '../exchange/headers/headers.js';
import type { Pipeline } from '../pipeline/pipeline.js';
import { sendRefusal } from '../exchange/responder.js';
import * as refusals from '../exchange/results/refusals.js';
import type { AnsweredConnection } from './connections/answering.js';
import type { ListenerDrain } from './connections/open-connections.js';
import type { HttpAnswer } from './messages/http-answer.js';
import type { HttpRequest } from './messages/requests.js';
import {
  acceptConnect,
  openTunnel,
  parseConnectTarget,
  type OpenedTunnel,
  type TunnelSettings,
} from './connections/tunnel.js';

/** CONNECT, and which connections are tunnels (06 §4). */
export class Connect {
  private open = 0;

  /** `adopt` takes the inside of an opened tunnel as a connection of its own. */
  constructor(
    private readonly pipeline: Pick<Pipeline, 'authenticate'>,
    private readonly settings: TunnelSettings,
    private readonly drain: ListenerDrain,
    private readonly adopt: (tunnel: OpenedTunnel) => void,
  ) {}

  get openTunnels(): number {
    return this.open;
  }

  async answer(connection: AnsweredConnection, request: HttpRequest, response: HttpAnswer): Promise<void> {
    const refusal = await this.establish(connection, request);
    if (refusal) sendRefusal({ response }, 'absolute', refusal, [], { close: true });
  }

  /** Runs a tunnel until its first request can be read; answers the refusal otherwise (06 §4). */
  private async establish(
    connection: AnsweredConnection,
    request: HttpRequest,
  ): Promise<refusals.Refusal | null> {
    const { socket } = connection;
    if (connection.tunnel !== null)
      return refusals.malformedRequest('A tunnel inside a tunnel is not possible.');
    // What follows the head is the tunnel's; two readers could take it for a body (RFC 9110 §9.3.6).
    if (request.hasBody) return refusals.malformedRequest('CONNECT has no body.');
    const admitted = await this.pipeline.authenticate(new HeaderList(request.rawHeaders), socket);
    if (admitted.refused) return admitted.refusal;
    const target = parseConnectTarget(request.target);
    if (!target) return refusals.malformedRequest('CONNECT needs a host and a port.');
    if (!socket.writable) return null;
    const { token, tokenHash } = admitted.found;
    this.drain.track(socket);
    const early = connection.takeBehind();
    connection.release();
    acceptConnect(request.httpVersionMinor, socket);
    const tunnel = await openTunnel(socket, early, target, { token, tokenHash }, this.settings);
    if (!tunnel || this.drain.draining) socket.destroy();
    else this.enter(tunnel);
    return null;
  }

  private enter(tunnel: OpenedTunnel): void {
    this.open += 1;
    tunnel.socket.once('close', () => (this.open -= 1));
    this.adopt(tunnel);
  }
}
