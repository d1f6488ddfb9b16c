import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { authorityOf, type Exchange, type Verdict } from '../exchange.js';
import { asksForWebSocket } from '../headers.js';
import { answerVerdict, resetClient, sendVerdict } from '../responder.js';
import { decodeRawHeaders, valuesOf } from './response-head.js';
import { UpstreamFailure } from './upstream-failure.js';
import { AGENT_GONE, CUT, UpstreamLeg } from './upstream-leg.js';
import { joinSockets } from './websocket-session.js';

const SWITCHING = 101;

/**
 * The WebSocket leg (06 §9.1): the handshake goes upstream over a connection of its own, a 101 is answered
 * with the handshake fields only, then bytes are piped both ways unread. Its result is that of the handshake.
 */
export class WebSocketLeg extends UpstreamLeg implements Dispatcher.DispatchHandler {
  private upstream: Duplex | null = null;

  override run(): this {
    this.exchange.client.socket.once('close', this.onGone);
    this.pool.dispatch(handshake(this.exchange), this);
    return this;
  }

  override cut(refusal: Verdict): boolean {
    if (this.settled) {
      resetClient(this.exchange.client);
      this.upstream?.destroy();
      return true;
    }
    this.finish({ status: refusal.status, verdict: refusal, complete: true, cut: true });
    answerVerdict(this.exchange, refusal, { close: true });
    this.controller?.abort(CUT);
    return false;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.settled) controller.abort(AGENT_GONE);
  }

  onRequestUpgrade(
    { rawHeaders }: Dispatcher.DispatchController,
    _status: number,
    _headers: unknown,
    upstream: Duplex,
  ): void {
    const raw = decodeRawHeaders(rawHeaders as (Buffer | string)[]);
    if (this.settled || !isWebSocketAnswer(raw)) {
      upstream.destroy();
      return this.fail(new UpstreamFailure('protocol'));
    }
    this.finish({ status: SWITCHING, verdict: null, complete: true });
    this.upstream = upstream;
    joinSockets(this.exchange, raw, upstream, this.idleTimeoutMs);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (this.settled) return;
    if (status >= 200) {
      refuse(this.exchange, status);
      this.finish({ status, verdict: null, complete: true });
      controller.abort(new Error('The upstream refused the upgrade'));
      return;
    }
    this.interim(controller);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.fail(error);
  }

  private readonly onGone = (): void => {
    this.controller?.abort(AGENT_GONE);
    this.finish({ status: 0, verdict: null, complete: false });
  };

  private fail(error: Error): void {
    if (this.settled) return;
    const verdict = this.hooks.failed(error);
    answerVerdict(this.exchange, verdict);
    this.finish({ status: verdict.status, verdict, complete: true });
  }

  protected override detach(): void {
    this.exchange.client.socket.off('close', this.onGone);
  }
}

function handshake(exchange: Exchange): Dispatcher.DispatchOptions {
  const { scheme, host, port, outbound } = exchange;
  return {
    path: outbound.target,
    method: 'GET',
    upgrade: 'websocket',
    headers: ['host', authorityOf(scheme, host, port), ...outbound.headers],
  };
}

/** What is joined must be what was asked for (RFC 6455 §4.1); the agent is told so in the gateway's own fields. */
function isWebSocketAnswer(raw: readonly string[]): boolean {
  const upgrades = valuesOf(raw, 'upgrade');
  return upgrades.length === 1 && asksForWebSocket('GET', upgrades[0], valuesOf(raw, 'connection'));
}

/** 06 §9.1.6: the status in our own words, nothing of the upstream's head or body. */
function refuse({ client, mode, host, responseHeaders }: Exchange, status: number): void {
  const body = {
    error: 'websocket_refused',
    message: `${host} answered the WebSocket handshake with status ${status}.`,
  };
  sendVerdict(client, mode, { status, retryable: true, body }, responseHeaders.flat(), { close: true });
}
