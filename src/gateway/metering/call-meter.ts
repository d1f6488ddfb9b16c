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
 * Reads what one call used: its request as far as an answer may say nothing, and its answer. Neither is changed or held
 * up, and no more is kept than a short request.
 */
export class CallMeter {
  private readonly request: RequestReading | null;
  private answer: AnswerReading | null = null;
  /** What decodes them; null: they are read as they are. */
  private encodedRequest: PassingBody | null = null;
  private encodedAnswer: PassingBody | null = null;
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
    const read = (piece: Buffer): void => request.read(piece);
    const encoded = (this.encodedRequest = decoders.readBeside(requestCodings, read));
    body.watch(encoded === null ? read : (piece) => encoded.read(piece));
  }

  /** The head of what passes to the agent; what is to look at the body; null: nothing. */
  answered(status: number, headers: readonly string[]): AnswerMeter | null {
    this.succeeded = status >= 200 && status < 300;
    const kind = this.succeeded ? kindOf(valuesOf(headers, 'content-type')) : null;
    if (kind === null) return null;
    const answer = (this.answer = new AnswerReading(this.prices.api, kind));
    const codings = valuesOf(headers, 'content-encoding');
    this.encodedAnswer = this.decoders.readBeside(codings, (piece) => answer.read(piece));
    return this.encodedAnswer ?? answer;
  }

  /** Of an answer that is complete or broken off; null: it costs nothing (07 §A11.5). Told now, or once it is decoded. */
  settle(settled: (charge: Charge | null) => void): void {
    const { encodedRequest: request, encodedAnswer: answer } = this;
    const answered = (): void => {
      if (answer === null) settled(this.charge());
      else answer.end(() => settled(this.charge()));
    };
    if (request === null) answered();
    else request.end(answered);
  }

  private charge(): Charge | null {
    const metered = this.succeeded ? this.metered() : null;
    if (metered === null) return null;
    const { model, usage, estimated } = metered;
    return { model, usage, estimated, row: this.prices.rowOf(model), budgeted: this.budgeted };
  }

  private metered(): MeteredAnswer | null {
    const { request, answer } = this;
    if (answer !== null) return answer.result(request);
    if (request === null) return null;
    return { model: request.model, usage: estimate(request.textOctets, 0), estimated: true };
  }
}

function kindOf([contentType]: readonly string[]): AnswerKind | null {
  if (contentType === 'application/json') return 'json';
  const type = contentType?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream') return 'events';
  return type === '' || type === 'application/json' || type.endsWith('+json') ? 'json' : null;
}
