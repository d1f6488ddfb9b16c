import type { Dispatcher } from 'undici';
import type { Verdict } from '../exchange.js';
import { answerVerdict, resetClient } from '../responder.js';
import { dispatchOptions } from './dispatch-options.js';
import type { ReuseAware } from './origin-pools.js';
import { decodeRawHeaders, hasUnknownCoding, responseHeadersFor } from './response-head.js';
import { trailersFor } from './response-trailers.js';
import { detailOf, UpstreamFailure } from './upstream-failure.js';
import { AGENT_GONE, CUT, type ForwardResult, UpstreamLeg } from './upstream-leg.js';

/** How much of a 400 is read for the wording of 06 §12.2. */
const HINT_BODY_BYTES = 8192;
const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const HINTED = new Set([BAD_REQUEST, UNAUTHORIZED, 403]);
/** RFC 9112 §4. undici's parser lets control characters pass that Node refuses to write; what they say is lost. */
const REASON_PHRASE = /^[\t\x20-\x7e\x80-\xff]+$/;
/** A first chunk up to this size leaves in one write with the head: one TLS record, one system call. */
const JOINED_BYTES = 4096;

interface PendingHead {
  status: number;
  message: string;
  headers: string[];
  chunks: Buffer[];
  bytes: number;
}

/**
 * One request on its way to the upstream and one answer on its way back, as undici's handler so that no
 * closure is made per request. Bytes are passed on as they arrive; a slow agent pauses the upstream, a slow
 * upstream pauses the agent. At most `HINT_BODY_BYTES` of a 400 are ever held.
 */
export class ForwardedExchange extends UpstreamLeg implements Dispatcher.DispatchHandler, ReuseAware {
  reused = false;
  private replayed = false;
  private gone = false;
  private started = false;
  /** The head is written but has not left; it goes with the body's first bytes or at the end of this tick. */
  private headWaits = false;
  private pending: PendingHead | null = null;
  private status = 0;
  private dispatchedAt = 0;
  private upstreamMs: number | undefined;

  override run(): this {
    const { response } = this.exchange.client;
    response.on('close', this.onClientClose);
    if (response.destroyed) this.onClientClose();
    this.dispatch();
    return this;
  }

  override cut(refusal: Verdict): boolean {
    if (this.settled) return true;
    const { client } = this.exchange;
    const answered = client.response.headersSent;
    const status = answered ? this.status : refusal.status;
    this.finish({ status, verdict: refusal, complete: !answered, cut: true });
    this.controller?.abort(CUT);
    if (answered) resetClient(client);
    else answerVerdict(this.exchange, refusal, { close: true });
    return false;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.gone || this.settled) controller.abort(AGENT_GONE);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    message = '',
  ): void {
    if (this.settled) return;
    if (status < 200) return this.interim(controller);
    this.started = true;
    this.status = status;
    // The body of a refused request may be wanted again (06 §11.4).
    if (status !== UNAUTHORIZED) this.exchange.body.answered();
    this.upstreamMs = performance.now() - this.dispatchedAt;
    const headers = decodeRawHeaders(controller.rawHeaders as (Buffer | string)[]);
    if (hasUnknownCoding(headers, this.exchange.method, status))
      return void controller.abort(new UpstreamFailure('protocol'));
    if (!this.hooks.explain || !HINTED.has(status)) return this.sendHead(status, message, headers);
    if (status === BAD_REQUEST) {
      this.pending = { status, message, headers, chunks: [], bytes: 0 };
      return;
    }
    this.explainOrPass({ status, message, headers, chunks: [], bytes: 0 }, null);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.settled) return;
    const { pending } = this;
    if (!pending) return this.write(controller, chunk);
    pending.chunks.push(chunk);
    pending.bytes += chunk.length;
    if (pending.bytes >= HINT_BODY_BYTES) this.releasePending(pending);
  }

  onResponseEnd(controller: Dispatcher.DispatchController): void {
    if (this.pending) this.releasePending(this.pending);
    if (this.settled) return;
    const { response } = this.exchange.client;
    if (response.chunkedEncoding && controller.rawTrailers?.length)
      response.addTrailers(trailersFor(this.exchange.mode, controller));
    this.headWaits = false;
    response.end();
    this.finish({ status: this.status, verdict: null, complete: true });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.settled) return;
    if (!this.gone && this.mayReplay(error)) {
      this.replayed = true;
      this.dispatch();
      return;
    }
    const { client } = this.exchange;
    if (this.gone) return this.finish({ status: this.status, verdict: null, complete: false });
    if (client.response.headersSent) {
      resetClient(client);
      return this.finish({ status: this.status, verdict: null, complete: false });
    }
    const verdict = this.hooks.failed(error);
    answerVerdict(this.exchange, verdict);
    this.finish({ status: verdict.status, verdict, complete: true });
  }

  private readonly onClientClose = (): void => {
    if (this.settled || this.exchange.client.response.writableFinished) return;
    this.gone = true;
    if (this.controller) this.controller.abort(AGENT_GONE);
    else this.finish({ status: 0, verdict: null, complete: false });
  };

  private readonly onClientDrain = (): void => this.controller?.resume();

  private dispatch(): void {
    this.dispatchedAt = performance.now();
    const { body, client } = this.exchange;
    const payload = body.toUpstream();
    if (payload !== null && !Buffer.isBuffer(payload)) client.response.setTimeout(this.idleTimeoutMs);
    this.pool.dispatch({ ...dispatchOptions(this.exchange), body: payload }, this);
  }

  /** Only a connection that served others before can have died for reasons that are not this request's. */
  private mayReplay(error: Error): boolean {
    return (
      this.reused &&
      !this.replayed &&
      !this.started &&
      this.exchange.body.repeatable &&
      detailOf(error) === 'reset'
    );
  }

  private releasePending(pending: PendingHead): void {
    this.pending = null;
    this.explainOrPass(pending, Buffer.concat(pending.chunks).subarray(0, HINT_BODY_BYTES));
  }

  private explainOrPass(pending: PendingHead, bodyPrefix: Buffer | null): void {
    const { status, message, headers, chunks } = pending;
    const verdict = this.hooks.explain?.({ status, headers, bodyPrefix }) ?? null;
    if (!verdict) {
      this.sendHead(status, message, headers);
      for (const chunk of chunks) this.write(this.controller, chunk);
      return;
    }
    answerVerdict(this.exchange, verdict);
    this.finish({ status: verdict.status, verdict, complete: true });
    // The rest of the upstream's answer is of no use; the connection it is on is not worth draining.
    this.controller?.abort(AGENT_GONE);
  }

  private sendHead(status: number, message: string, upstreamHeaders: readonly string[]): void {
    const { exchange } = this;
    const { response } = exchange.client;
    const headers = responseHeadersFor(exchange, status, upstreamHeaders);
    if (REASON_PHRASE.test(message)) response.writeHead(status, message, headers);
    else response.writeHead(status, headers);
    this.headWaits = true;
    process.nextTick(releaseHead, this);
  }

  /** Everything undici read at once was handed over by now: an answer still open is a stream (06 §9.8). */
  endTick(): void {
    if (this.settled) return;
    const { response } = this.exchange.client;
    // Not flushHeaders(), which writes the head as UTF-8 and so changes its octets above 0x7f.
    if (this.headWaits) response.write('', 'latin1');
    this.headWaits = false;
    // Covers an agent that stops sending or reading; undici's body timeout covers the other side.
    response.setTimeout(this.idleTimeoutMs);
  }

  private write(controller: Dispatcher.DispatchController | null, chunk: Buffer): void {
    const { response } = this.exchange.client;
    const joined = this.headWaits && chunk.length <= JOINED_BYTES;
    this.headWaits = false;
    const taken = joined ? response.write(chunk.toString('latin1'), 'latin1') : response.write(chunk);
    if (taken) return;
    controller?.pause();
    response.once('drain', this.onClientDrain);
  }

  protected override finish(result: ForwardResult): void {
    result.upstreamMs = this.upstreamMs;
    super.finish(result);
  }

  protected override detach(): void {
    this.exchange.client.response.off('close', this.onClientClose);
  }
}

function releaseHead(forwarded: ForwardedExchange): void {
  forwarded.endTick();
}
