import {
  AnswerReading,
  type AnswerKind,
  estimate,
  type MeteredAnswer,
} from '../../domain/metering/answer-reading.js';
import type { Metering } from '../../domain/metering/metered-call.js';
import type { ModelPrices } from '../../domain/metering/price-table.js';
import { RequestReading } from '../../domain/metering/request-reading.js';
import type { RequestBody } from '../request-body.js';
import { valuesOf } from '../upstream/response-head.js';
import type { BodyDecoders } from './body-decoders.js';
import type { BudgetedSecret, Charge } from './charge.js';
import type { PassingBody } from './decoded-body.js';

/** Looks at an answer while it passes to the agent (06 §13.4.4). */
export interface AnswerMeter {
  read(piece: Buffer): void;
}

/**
 * Reads what one call used: its request as far as an answer may say nothing, and its answer. Neither is kept, changed or
 * held up.
 */
export class CallMeter implements AnswerMeter {
  private readonly request: RequestReading | null;
  private readonly sent: PassingBody | null = null;
  private answer: AnswerReading | null = null;
  private body: PassingBody | null = null;
  private succeeded = false;

  constructor(
    private readonly prices: ModelPrices,
    private readonly decoders: BodyDecoders,
    metering: Exclude<Metering, 'free'>,
    body: RequestBody,
    requestCodings: readonly string[],
    private readonly budgeted: readonly BudgetedSecret[],
  ) {
    this.request = metering === 'estimated' ? new RequestReading() : null;
    if (this.request === null) return;
    const { request } = this;
    const sent = (this.sent = decoders.readBeside(requestCodings, (piece) => request.read(piece)));
    body.watch((piece) => sent.read(piece));
  }

  /** The head of what passes to the agent; null: nothing of the body is to be looked at. */
  answered(status: number, headers: readonly string[]): AnswerMeter | null {
    this.succeeded = status >= 200 && status < 300;
    const kind = this.succeeded ? kindOf(valuesOf(headers, 'content-type')) : null;
    if (kind === null) return null;
    const answer = (this.answer = new AnswerReading(this.prices.api, kind));
    this.body = this.decoders.readBeside(valuesOf(headers, 'content-encoding'), (piece) =>
      answer.read(piece),
    );
    return this;
  }

  read(piece: Buffer): void {
    this.body!.read(piece);
  }

  /** Of an answer that is complete or broken off; null: it costs nothing (07 §A11.5). Told now, or once it is decoded. */
  settle(settled: (charge: Charge | null) => void): void {
    if (this.sent === null) this.settleAnswer(settled);
    else this.sent.end(() => this.settleAnswer(settled));
  }

  private settleAnswer(settled: (charge: Charge | null) => void): void {
    const { body } = this;
    if (!this.succeeded) settled(null);
    else if (body === null) settled(this.charge(this.fromRequest()));
    else body.end(() => settled(this.charge(this.answer!.result(this.request))));
  }

  private fromRequest(): MeteredAnswer | null {
    const { request } = this;
    if (request === null) return null;
    return { model: request.model, usage: estimate(request.textOctets, 0), estimated: true };
  }

  private charge(answer: MeteredAnswer | null): Charge | null {
    if (answer === null) return null;
    const { model, usage, estimated } = answer;
    return { model, usage, estimated, row: this.prices.rowOf(model), budgeted: this.budgeted };
  }
}

function kindOf([contentType]: readonly string[]): AnswerKind | null {
  if (contentType === 'application/json') return 'json';
  const type = contentType?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream') return 'events';
  return type === '' || type === 'application/json' || type.endsWith('+json') ? 'json' : null;
}
