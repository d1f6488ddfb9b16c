import type { ClientLeg } from '../exchange/transport/agent-leg.js';
import { asksForWebSocket } from '../exchange/headers/headers.js';
import { ConnectionAuthCache } from '../exchange/connection-auth-cache.js';
import type { Pipeline } from '../pipeline/pipeline.js';
import { sendRefusal } from '../exchange/responder.js';
import * as refusals from '../exchange/results/refusals.js';
import type { Scheme } from '../exchange/exchange.js';
import type { AnsweredConnection, Takeover } from './connections/answering.js';
import type { GatewayOrigin } from './gateway-origin.js';
import type { HttpAnswer } from './messages/http-answer.js';
import type { HttpRequest } from './messages/requests.js';
import type { TunnelContext } from './connections/tunnel.js';

/** Decides who answers a request that was read: the pipeline, the gateway's own origin, or a refusal at once. */
export class Dispatch {
  constructor(
    private readonly origin: GatewayOrigin,
    private readonly pipeline: Pick<Pipeline, 'run'>,
  ) {}

  /** WebSockets exist in tunnels and in reverse mode only; elsewhere Upgrade is a field like others (06 §5.4, §9.1.1). */
  takeoverOf({ tunnel }: AnsweredConnection, request: HttpRequest): Takeover | null {
    if (request.method === 'CONNECT') return 'connect';
    return isHandshake(tunnel, request) && !request.hasBody ? 'upgrade' : null;
  }

  answer(connection: AnsweredConnection, request: HttpRequest, response: HttpAnswer): void | Promise<void> {
    const { socket, tunnel, takeover } = connection;
    const isWebSocket = takeover === 'upgrade';
    const client = isWebSocket
      ? upgrading(connection, request, response)
      : { request, response, socket, upgradeHead: null };
    const fault = isWebSocket ? null : misplaced(tunnel, request);
    if (fault !== null) return refuse(client, fault);
    const { expectsContinue } = request.head;
    if (tunnel !== null) return this.answerInTunnel(tunnel, client, isWebSocket, expectsContinue);
    const route = classifyTarget(request.target);
    if (route.kind === 'malformed') return refuse(client, route.message);
    if (route.kind === 'origin') return this.origin.handle(connection, request, response);
    const { kind: mode, scheme, target } = route;
    const lastSaid = (connection.lastSaid ??= new ConnectionAuthCache());
    const authority = lastSaid.authorityOf(route.authority);
    const outside = { scheme, authority, tunnel: null, lastSaid };
    return this.pipeline.run({ client, mode, target, isWebSocket, expectsContinue, ...outside });
  }

  /** Whatever carries the request. */
  answerInTunnel(
    tunnel: TunnelContext,
    client: ClientLeg,
    isWebSocket: boolean,
    expectsContinue: boolean,
  ): void | Promise<void> {
    const target = targetInTunnel(client.request.target);
    if (target === null) return refuse(client, 'This form of request target is not supported.');
    const { scheme, authority, identity } = tunnel;
    const inside = { scheme, authority, tunnel: identity, lastSaid: null };
    return this.pipeline.run({ client, mode: 'tunnel', target, isWebSocket, expectsContinue, ...inside });
  }
}

/** What would have taken the connection over, had it stood alone. */
function misplaced(tunnel: TunnelContext | null, request: HttpRequest): string | null {
  if (!request.isLast) return null;
  if (request.method === 'CONNECT') return 'CONNECT must wait for the answers to the requests before it.';
  if (!isHandshake(tunnel, request)) return null;
  return 'A WebSocket handshake has no body and waits for the answers to the requests before it.';
}

function isHandshake(tunnel: TunnelContext | null, { head }: HttpRequest): boolean {
  if (head.upgrade === null) return false;
  if (!asksForWebSocket(head.method, head.upgrade, [head.value('connection') ?? ''])) return false;
  return tunnel !== null || classifyTarget(head.target).kind === 'reverse';
}

function upgrading(connection: AnsweredConnection, request: HttpRequest, response: HttpAnswer): ClientLeg {
  const { socket } = connection;
  return {
    request,
    response,
    socket,
    get upgradeHead() {
      return connection.takeBehind();
    },
  };
}

function refuse(client: ClientLeg, message: string): void {
  sendRefusal(client, 'absolute', refusals.malformedRequest(message), [], { close: true });
}

/** What a request-target asks for (06 §1.6). */
export type Route =
  | { kind: 'absolute'; scheme: Scheme; authority: string; target: string }
  | { kind: 'reverse'; scheme: Scheme; authority: string; target: string }
  | { kind: 'origin' }
  | { kind: 'malformed'; message: string };

const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i;
const REVERSE = /^\/(proxy|proxy-http)\/([^/?#]*)(.*)$/;

/** Sorts a target on the gateway's own origin; CONNECT never comes here. Pure. */
export function classifyTarget(target: string): Route {
  if (target.startsWith('/')) return classifyOriginForm(target);
  const absolute = ABSOLUTE.exec(target);
  if (!absolute) return { kind: 'malformed', message: 'This form of request target is not supported.' };
  const scheme = absolute[1]!.toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') {
    return { kind: 'malformed', message: 'Only http and https targets are forwarded.' };
  }
  return { kind: 'absolute', scheme, authority: absolute[2]!, target: originForm(absolute[3]!) };
}

/**
 * The path of a request inside a tunnel. Its authority is the tunnel's, whatever an absolute-form target
 * or a Host header says (06 §4.4). Null for `*` and other forms that name no path.
 */
export function targetInTunnel(target: string): string | null {
  if (target.startsWith('/')) return originForm(target);
  const absolute = ABSOLUTE.exec(target);
  if (!absolute || !/^https?$/i.test(absolute[1]!)) return null;
  return originForm(absolute[3]!);
}

function classifyOriginForm(target: string): Route {
  const reverse = REVERSE.exec(target);
  if (reverse) {
    const scheme = reverse[1] === 'proxy' ? 'https' : 'http';
    return { kind: 'reverse', scheme, authority: reverse[2]!, target: originForm(reverse[3]!) };
  }
  return { kind: 'origin' };
}

function originForm(rest: string): string {
  const visible = withoutFragment(rest);
  return visible.startsWith('/') ? visible : `/${visible}`;
}

function withoutFragment(target: string): string {
  const hash = target.indexOf('#');
  return hash < 0 ? target : target.slice(0, hash);
}
