import type { Socket } from 'node:net';
import type { Exchange, Refusal } from '../exchange/exchange.js';
import { asksForWebSocket } from '../exchange/headers/headers.js';
import { refuseExchange, resetClient, sendRefusal } from '../exchange/responder.js';
import type { AnswerHead, UpstreamChannel } from './channels/upstream-types.js';
import { valuesOf } from '../exchange/forwarded-headers.js';
import { UpstreamFailure } from './channels/upstream-failure.js';
import { UNAUTHORIZED, UpstreamLeg } from './upstream-leg.js';
import { joinSockets } from './websocket-session.js';

const SWITCHING = 101;

/**
 * The WebSocket leg (06 §9.1): the handshake goes upstream over a connection of its own, a 101 is answered
 * with the handshake fields only, then bytes are piped both ways unread. Its result is that of the handshake.
 */
export class WebSocketLeg extends UpstreamLeg {
  private upstream: Socket | null = null;

  override run(): this {
    this.exchange.client.socket.once('close', this.onGone);
    this.pool.askForNew(this);
    return this;
  }

  override cut(refusal: Refusal): boolean {
    if (this.settled) {
      resetClient(this.exchange.client);
      this.upstream?.destroy();
      return true;
    }
    this.finish({ status: refusal.status, refusal: refusal, complete: true, cut: true });
    refuseExchange(this.exchange, refusal, { close: true });
    this.connection?.cut();
    return false;
  }

  onSwitch({ rawHeaders }: AnswerHead, rest: Buffer, connection: { takeOver(): Socket }): void {
    if (!isWebSocketAnswer(rawHeaders)) {
      this.connection?.cut();
      return this.onFailure(new UpstreamFailure('protocol'));
    }
    this.upstream = connection.takeOver();
    if (rest.length > 0) this.upstream.unshift(rest);
    this.finish({ status: SWITCHING, refusal: null, complete: true });
    joinSockets(this.exchange, rawHeaders, this.upstream, this.idleTimeoutMs);
  }

  onHead({ status }: AnswerHead): void {
    this.connection?.cut();
    this.connection = null;
    const renewing = status === UNAUTHORIZED ? this.anotherToken() : null;
    if (renewing === null) return this.refused(status);
    void renewing.then((another) => {
      if (this.settled) return;
      if (another) this.pool.askForNew(this);
      else this.refused(status);
    });
  }

  onPiece(): void {
    // Nothing of an answer passes but its status.
  }

  onPause(): void {
    // Nothing was begun.
  }

  onEnd(): void {
    // Its head ended it.
  }

  onFailure(error: Error): void {
    if (this.settled) return;
    const refusal = this.hooks.failed(error);
    refuseExchange(this.exchange, refusal);
    this.finish({ status: refusal.status, refusal, complete: true });
  }

  protected override send(connection: UpstreamChannel): void {
    try {
      connection.forward(this.exchange, this);
    } catch {
      connection.free();
      this.onFailure(new UpstreamFailure('protocol'));
    }
  }

  protected override detach(): void {
    this.exchange.client.socket.off('close', this.onGone);
  }

  private refused(status: number): void {
    refuse(this.exchange, status);
    this.finish({ status, refusal: null, complete: true });
  }

  private readonly onGone = (): void => {
    this.finish({ status: 0, refusal: null, complete: false });
    this.connection?.cut();
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
    error: 'websocket_refused' as const,
    message: `${host} answered the WebSocket handshake with status ${status}.`,
  };
  sendRefusal(client, mode, { status, retryable: true, body }, responseHeaders.flat(), { close: true });
}
