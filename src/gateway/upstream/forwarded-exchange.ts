import type { Refusal } from '../exchange/exchange.js';
import { refuseExchange, resetClient } from '../exchange/responder.js';
import type { AnswerHead, UpstreamChannel } from './channels/upstream-types.js';
import { EditedAnswer } from './edited-answer.js';
import { HeldAnswer } from './held-answer.js';
import { type FilteredAnswer, filteredAnswer, withoutBodyFields } from './filtered-answer.js';
import { responseHeadersFor, valuesOf, withoutEcho } from '../exchange/forwarded-headers.js';
import { trailersFor } from './channels/response-trailers.js';
import { AGENT_STALLED } from './channels/upstream-connection.js';
import { detailOf, UpstreamFailure } from './channels/upstream-failure.js';
import type { AnswerFilter } from '../exchange/results/upstream-answer.js';
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
  private edited: EditedAnswer | null = null;
  private head: AnswerHead | null = null;
  /** Null: the body passes as it is. */
  private filtered: FilteredAnswer | null = null;
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

  override cut(refusal: Refusal): boolean {
    if (this.settled) return true;
    const { client } = this.exchange;
    const answered = client.response.headersSent;
    const status = answered ? this.status : refusal.status;
    this.finish({ status, refusal: refusal, complete: !answered, cut: true, unanswered: this.waits });
    this.connection?.cut();
    if (answered) resetClient(client);
    else refuseExchange(this.exchange, refusal, { close: true });
    return false;
  }

  onHead(head: AnswerHead): void {
    const { status } = head;
    this.head = head;
    if (status === UNAUTHORIZED && this.asksForToken(head)) return;
    this.exchange.body.answered();
    this.upstreamMs = performance.now() - this.dispatchedAt;
    this.edited = EditedAnswer.of(this.exchange.outbound, head);
    if (this.edited !== null) return;
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
    const { pending, held, edited } = this;
    if (held !== null) return void (held.add(piece) && this.connection?.pause());
    if (edited !== null) return void (edited.add(piece) || this.passAnswer(edited.asItIs()));
    if (!pending) return this.write(piece);
    pending.chunks.push(piece);
    pending.bytes += piece.length;
    if (pending.bytes >= HINT_BODY_BYTES) this.releasePending(pending);
  }

  /** An answer that is still open may be a stream, whose beginning is not held back (06 §9.8). */
  onPause(): void {
    // Not flushHeaders(), which writes the head as UTF-8 and so changes its bytes above 0x7f.
    if (this.headWaits) this.exchange.client.response.write('', 'latin1');
    this.headWaits = false;
  }

  onEnd(trailers: readonly string[]): void {
    if (this.held !== null) {
      this.connection = null;
      return this.held.end(trailers);
    }
    if (this.pending) this.releasePending(this.pending);
    if (this.edited !== null) this.passAnswer(this.edited.edited());
    if (this.settled) return;
    // It may serve somebody else from now on, whom a late `drain` of this agent does not concern.
    this.connection = null;
    if (this.filtered === null) this.complete(trailers);
    else this.filtered.end(() => this.complete(trailers));
  }

  private complete(trailers: readonly string[]): void {
    if (this.settled) return;
    const { mode, outbound, client } = this.exchange;
    const { response } = client;
    if (trailers.length > 0)
      response.addTrailers(trailersFor(mode, this.head!.rawHeaders, withoutEcho(outbound, trailers)));
    this.headWaits = false;
    response.end();
    this.finish({ status: this.status, refusal: null, complete: true });
  }

  onFailure(error: Error, untouched: boolean): void {
    if (this.settled) return;
    if (this.held !== null) return this.held.fail(error);
    if (untouched && this.mayReplay(error)) return this.replay();
    const { client } = this.exchange;
    if (client.response.headersSent || client.response.destroyed || error === AGENT_STALLED) {
      resetClient(client);
      return this.finish({ status: this.status, refusal: null, complete: false });
    }
    const refusal = this.hooks.failed(error);
    refuseExchange(this.exchange, refusal);
    const unanswered = this.waits && detailOf(error) === 'timeout';
    this.finish({ status: refusal.status, refusal, complete: true, unanswered });
  }

  protected override send(connection: UpstreamChannel): void {
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

  /** The request is with the upstream, which has not begun to answer. */
  private get waits(): boolean {
    return this.connection !== null && this.head === null;
  }

  private readonly onClientClose = (): void => {
    if (this.settled || this.exchange.client.response.writableFinished) return;
    this.finish({ status: this.status, refusal: null, complete: false, unanswered: this.waits });
    this.connection?.cut();
  };

  private readonly onClientDrain = (): void => {
    this.holding = false;
    this.filtered?.resume();
    this.connection?.resume();
  };

  private unsent(connection: UpstreamChannel, failure: UpstreamFailure): void {
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
    const refusal = this.hooks.explain({ status, headers, bodyPrefix });
    if (!refusal) return this.passAnswer({ head, chunks });
    refuseExchange(this.exchange, refusal);
    this.finish({ status: refusal.status, refusal, complete: true });
    // The rest of the upstream's answer is of no use; the connection it is on is not worth draining.
    this.connection?.cut();
  }

  private passAnswer({ head, chunks }: { head: AnswerHead; chunks: readonly Buffer[] }): void {
    this.edited = null;
    this.sendHead(head);
    for (const chunk of chunks) this.write(chunk);
  }

  private sendHead({ status, reason, rawHeaders }: AnswerHead): void {
    const { exchange } = this;
    const { response } = exchange.client;
    const { meter } = this.hooks;
    this.filtered = meter === null ? null : this.filterFor(meter.filter(status, rawHeaders), rawHeaders);
    const passed = this.filtered === null ? rawHeaders : withoutBodyFields(rawHeaders);
    const headers = responseHeadersFor(exchange, status, passed);
    if (reason === '') response.writeHead(status, headers);
    else response.writeHead(status, exchange.outbound.echo?.hide(reason) ?? reason, headers);
    this.headWaits = true;
    if (meter !== null) this.watching = meter.answered(status, rawHeaders);
  }

  private filterFor(filter: AnswerFilter | null, rawHeaders: readonly string[]): FilteredAnswer | null {
    if (filter === null) return null;
    return filteredAnswer(filter, valuesOf(rawHeaders, 'content-encoding'), {
      pass: (piece) => this.pass(piece),
      pause: () => this.connection?.pause(),
      resume: () => void (this.holding || this.connection?.resume()),
      broke: () => {
        const { connection } = this;
        this.onFailure(new UpstreamFailure('protocol'), false);
        connection?.cut();
      },
    });
  }

  private write(chunk: Buffer): void {
    if (this.filtered === null) this.pass(chunk);
    else this.filtered.push(chunk);
    // Behind what is passed on, which waits for nobody.
    this.watching?.read(chunk);
  }

  private pass(chunk: Buffer): void {
    if (chunk.length === 0 || this.settled) return;
    const { response } = this.exchange.client;
    this.exchange.traffic.sent += chunk.length;
    const joined = this.headWaits && chunk.length <= JOINED_BYTES;
    this.headWaits = false;
    const taken = joined ? response.write(chunk.toString('latin1'), 'latin1') : response.write(chunk);
    if (taken || this.holding) return;
    this.holding = true;
    this.filtered?.pause();
    this.connection?.pause();
    response.once('drain', this.onClientDrain);
  }
}
