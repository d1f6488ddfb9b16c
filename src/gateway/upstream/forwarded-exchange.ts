import type { Verdict } from '../exchange.js';
import { answerVerdict, resetClient } from '../responder.js';
import type { AnswerHead, Carrier } from './connection-terms.js';
import { HeldAnswer } from './held-answer.js';
import { responseHeadersFor } from './response-head.js';
import { trailersFor } from './response-trailers.js';
import { AGENT_STALLED } from './upstream-connection.js';
import { detailOf, UpstreamFailure } from './upstream-failure.js';
import { type ForwardResult, UNAUTHORIZED, UpstreamLeg } from './upstream-leg.js';

/** How much of a 400 is read for the wording of 06 §12.2. */
const HINT_BODY_BYTES = 8192;
const BAD_REQUEST = 400;
const HINTED = new Set([BAD_REQUEST, UNAUTHORIZED, 403]);
/** A first chunk up to this size leaves in one write with the head: one TLS record, one system call. */
const JOINED_BYTES = 4096;

interface PendingHead {
  head: AnswerHead;
  chunks: Buffer[];
  bytes: number;
}

/**
 * One request on its way to the upstream and one answer on its way back. Bytes are passed on as they arrive; a slow
 * agent pauses the upstream, a slow upstream pauses the agent. At most `HINT_BODY_BYTES` of a 400 are ever held.
 */
export class ForwardedExchange extends UpstreamLeg {
  private replayed = false;
  /** The head is written but has not left; it goes with what else has arrived of the answer. */
  private headWaits = false;
  /** The agent does not take more for now. */
  private holding = false;
  private pending: PendingHead | null = null;
  /** A 401 while a new token is asked for. */
  private held: HeldAnswer | null = null;
  private head: AnswerHead | null = null;
  private watching: { read(piece: Buffer): void } | null = null;
  private dispatchedAt = 0;
  private upstreamMs: number | undefined;

  override run(): this {
    const { response } = this.exchange.client;
    response.on('close', this.onClientClose);
    this.dispatchedAt = performance.now();
    if (response.destroyed) this.onClientClose();
    else this.pool.ask(this);
    return this;
  }

  override cut(refusal: Verdict): boolean {
    if (this.settled) return true;
    const { client } = this.exchange;
    const answered = client.response.headersSent;
    const status = answered ? this.status : refusal.status;
    this.finish({ status, verdict: refusal, complete: !answered, cut: true });
    this.connection?.cut();
    if (answered) resetClient(client);
    else answerVerdict(this.exchange, refusal, { close: true });
    return false;
  }

  onHead(head: AnswerHead): void {
    const { status } = head;
    this.head = head;
    if (status === UNAUTHORIZED && this.asksForToken(head)) return;
    this.exchange.body.answered();
    this.upstreamMs = performance.now() - this.dispatchedAt;
    if (!HINTED.has(status) || !this.hooks.explains) return this.sendHead(head);
    if (status === BAD_REQUEST) this.pending = { head, chunks: [], bytes: 0 };
    else this.explainOrPass({ head, chunks: [], bytes: 0 }, null);
  }

  /** Nobody asked for it. */
  onSwitch(): void {
    this.connection?.cut();
    this.onFailure(new UpstreamFailure('protocol'), false);
  }

  onPiece(piece: Buffer): void {
    const { pending, held } = this;
    if (held !== null) return void (held.add(piece) && this.connection?.pause());
    if (!pending) return this.write(piece);
    pending.chunks.push(piece);
    pending.bytes += piece.length;
    if (pending.bytes >= HINT_BODY_BYTES) this.releasePending(pending);
  }

  /** An answer that is still open may be a stream, whose beginning is not held back (06 §9.8). */
  onPause(): void {
    // Not flushHeaders(), which writes the head as UTF-8 and so changes its octets above 0x7f.
    if (this.headWaits) this.exchange.client.response.write('', 'latin1');
    this.headWaits = false;
  }

  onEnd(trailers: readonly string[]): void {
    if (this.held !== null) {
      this.connection = null;
      return this.held.end(trailers);
    }
    if (this.pending) this.releasePending(this.pending);
    if (this.settled) return;
    const { response } = this.exchange.client;
    if (trailers.length > 0)
      response.addTrailers(trailersFor(this.exchange.mode, this.head!.rawHeaders, trailers));
    this.headWaits = false;
    response.end();
    // It may serve somebody else from now on, whom a late `drain` of this agent does not concern.
    this.connection = null;
    this.finish({ status: this.status, verdict: null, complete: true });
  }

  onFailure(error: Error, untouched: boolean): void {
    if (this.settled) return;
    if (this.held !== null) return this.held.fail(error);
    if (untouched && this.mayReplay(error)) return this.replay();
    const { client } = this.exchange;
    if (client.response.headersSent || client.response.destroyed || error === AGENT_STALLED) {
      resetClient(client);
      return this.finish({ status: this.status, verdict: null, complete: false });
    }
    const verdict = this.hooks.failed(error);
    answerVerdict(this.exchange, verdict);
    this.finish({ status: verdict.status, verdict, complete: true });
  }

  protected override send(connection: Carrier): void {
    // What was kept of the body may have been given up while a connection was made.
    if (this.exchange.body.refusal !== null) return this.unsent(connection, new UpstreamFailure('reset'));
    try {
      connection.forward(this.exchange, this);
    } catch {
      this.unsent(connection, new UpstreamFailure('protocol'));
    }
  }

  protected override finish(result: ForwardResult): void {
    result.upstreamMs = this.upstreamMs;
    super.finish(result);
  }

  protected override detach(): void {
    this.exchange.client.response.off('close', this.onClientClose);
  }

  private get status(): number {
    return this.head?.status ?? 0;
  }

  private readonly onClientClose = (): void => {
    if (this.settled || this.exchange.client.response.writableFinished) return;
    this.finish({ status: this.status, verdict: null, complete: false });
    this.connection?.cut();
  };

  private readonly onClientDrain = (): void => {
    this.holding = false;
    this.connection?.resume();
  };

  private unsent(connection: Carrier, failure: UpstreamFailure): void {
    this.connection = null;
    connection.free();
    this.onFailure(failure, false);
  }

  private mayReplay(error: Error): boolean {
    return !this.replayed && this.exchange.body.repeatable && detailOf(error) === 'reset';
  }

  /** Others that were kept may be as dead. */
  private replay(): void {
    this.replayed = true;
    this.connection = null;
    this.dispatchedAt = performance.now();
    this.pool.askForNew(this);
  }

  /** Only where the request can be sent again does its answer wait for another token. */
  private asksForToken(head: AnswerHead): boolean {
    const renewing = this.anotherToken();
    if (renewing === null || !this.exchange.body.repeatable) return false;
    const held = (this.held = new HeldAnswer(head));
    void renewing.then((another) => this.settleHeld(held, another));
    return true;
  }

  private settleHeld(held: HeldAnswer, another: boolean): void {
    this.held = null;
    if (this.settled) return;
    const { connection } = this;
    if (!another || !this.exchange.body.repeatable) {
      if (!held.passTo(this)) this.onPause();
      return this.holding ? undefined : connection?.resume();
    }
    // The rest of a refusal is of no use.
    connection?.cut();
    this.connection = null;
    this.head = null;
    this.dispatchedAt = performance.now();
    this.pool.ask(this);
  }

  private releasePending(pending: PendingHead): void {
    this.pending = null;
    this.explainOrPass(pending, Buffer.concat(pending.chunks).subarray(0, HINT_BODY_BYTES));
  }

  private explainOrPass({ head, chunks }: PendingHead, bodyPrefix: Buffer | null): void {
    const { status, rawHeaders: headers } = head;
    const verdict = this.hooks.explain({ status, headers, bodyPrefix });
    if (!verdict) {
      this.sendHead(head);
      for (const chunk of chunks) this.write(chunk);
      return;
    }
    answerVerdict(this.exchange, verdict);
    this.finish({ status: verdict.status, verdict, complete: true });
    // The rest of the upstream's answer is of no use; the connection it is on is not worth draining.
    this.connection?.cut();
  }

  private sendHead({ status, reason, rawHeaders }: AnswerHead): void {
    const { exchange } = this;
    const { response } = exchange.client;
    const headers = responseHeadersFor(exchange, status, rawHeaders);
    if (reason === '') response.writeHead(status, headers);
    else response.writeHead(status, reason, headers);
    this.headWaits = true;
    if (this.hooks.meter !== null) this.watching = this.hooks.meter.answered(status, rawHeaders);
  }

  private write(chunk: Buffer): void {
    this.pass(chunk);
    // Behind what is passed on, which waits for nobody.
    this.watching?.read(chunk);
  }

  private pass(chunk: Buffer): void {
    const { response } = this.exchange.client;
    this.exchange.traffic.sent += chunk.length;
    const joined = this.headWaits && chunk.length <= JOINED_BYTES;
    this.headWaits = false;
    const taken = joined ? response.write(chunk.toString('latin1'), 'latin1') : response.write(chunk);
    if (taken || this.holding) return;
    this.holding = true;
    this.connection?.pause();
    response.once('drain', this.onClientDrain);
  }
}
