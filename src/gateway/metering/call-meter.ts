import {
  AnswerReading,
  type AnswerKind,
  estimate,
  type MeteredAnswer,
} from '../../domain/metering/usage/answer-reading.js';
import type { Metering } from '../../domain/metering/usage/metered-call.js';
import type { ModelPrices } from '../../domain/metering/prices/price-table.js';
import { RequestReading } from '../../domain/metering/usage/request-reading.js';
import { upperBound } from '../../domain/metering/prices/upper-bound.js';
import { UsageChunkFilter } from '../../domain/metering/usage/usage-chunk-filter.js';
import type { RequestBody } from '../exchange/body/request-body.js';
import { valuesOf } from '../exchange/forwarded-headers.js';
import type { CallMeter } from '../exchange/results/upstream-answer.js';
import type { BudgetedSecret, Charge } from '../exchange/results/charge.js';
import type { PassingBody } from './decoded-body.js';

export interface BudgetTerms {
  /** Whether what the answer does not tell is counted as the most it can be (R40.2). */
  readonly bounded: boolean;
  /** Whether the gateway asked for the usage of a stream, and the agent did not (R40.1). */
  readonly usageAsked: boolean;
}

/** What decodes a body of these codings as it passes; null: it has none. */
export type ReadBeside = (codings: readonly string[], read: (piece: Buffer) => void) => PassingBody | null;

/** Looks at an answer while it passes to the agent (06 §13.4.4). */
export interface AnswerMeter {
  read(piece: Buffer): void;
}

/**
 * Reads what one call used: its request as far as an answer may say nothing, and its answer. Neither is changed or held
 * up, and no more is kept than a short request.
 */
export class ModelCallMeter implements CallMeter {
  private readonly request: RequestReading | null;
  private answer: AnswerReading | null = null;
  /** What decodes them; null: they are read as they are. */
  private encodedRequest: PassingBody | null = null;
  private encodedAnswer: PassingBody | null = null;
  private succeeded = false;
  /** Nobody saw what came of it, and it may have been answered. */
  private worked = false;
  /** Whether the request was decoded to its end, where it is encoded. */
  private requestWhole = true;
  private readonly estimates: boolean;

  constructor(
    private readonly prices: ModelPrices,
    private readonly readBeside: ReadBeside,
    metering: Exclude<Metering, 'free'>,
    private readonly body: RequestBody,
    requestCodings: readonly string[],
    private readonly budgeted: readonly BudgetedSecret[],
    private readonly terms: BudgetTerms,
  ) {
    this.estimates = metering === 'estimated';
    this.request = this.estimates || terms.bounded ? new RequestReading() : null;
    if (this.request === null) return;
    const { request } = this;
    const read = (piece: Buffer): void => request.read(piece);
    const encoded = (this.encodedRequest = readBeside(requestCodings, read));
    body.watch(encoded === null ? read : (piece) => encoded.read(piece));
  }

  /** The head of what passes to the agent; what is to look at the body; null: nothing. */
  answered(status: number, headers: readonly string[]): AnswerMeter | null {
    this.succeeded = status >= 200 && status < 300;
    const kind = this.succeeded ? kindOf(valuesOf(headers, 'content-type')) : null;
    if (kind === null) return null;
    const answer = (this.answer = new AnswerReading(this.prices.api, kind));
    const codings = valuesOf(headers, 'content-encoding');
    this.encodedAnswer = this.readBeside(codings, (piece) => answer.read(piece));
    return this.encodedAnswer ?? answer;
  }

  /** What takes out of the answer what the agent did not ask for; null: it passes as it is. */
  filter(status: number, headers: readonly string[]): UsageChunkFilter | null {
    if (!this.terms.usageAsked || status < 200 || status >= 300) return null;
    return kindOf(valuesOf(headers, 'content-type')) === 'events' ? new UsageChunkFilter() : null;
  }

  /**
   * Of an answer that is complete or broken off; null: it costs nothing (07 §A11.5). Said now, or once it is decoded.
   * `unanswered`: the request went out and none began. Its provider works on it all the same, once it has the whole body.
   */
  settle(unanswered: boolean, settled: (charge: Charge | null) => void): void {
    this.worked = unanswered && this.terms.bounded && this.body.ended;
    const { encodedRequest: request, encodedAnswer: answer } = this;
    const answered = (): void => {
      if (answer === null) settled(this.charge());
      else answer.end(() => settled(this.charge()));
    };
    if (request === null) answered();
    else {
      request.end((whole) => {
        this.requestWhole = whole;
        answered();
      });
    }
  }

  private charge(): Charge | null {
    const metered = this.succeeded || this.worked ? this.metered() : null;
    if (metered === null) return null;
    const row = this.prices.rowOf(metered.model);
    const { budgeted } = this;
    if (!this.terms.bounded || metered.told === 'all') return { ...metered, row, budgeted };
    const usage = upperBound(metered, this.requestWhole ? this.request : null, row);
    return {
      ...metered,
      usage,
      estimated: true,
      row: metered.told === 'input' ? row : this.prices.boundOf(row),
      budgeted,
    };
  }

  private metered(): MeteredAnswer | null {
    const { answer, request } = this;
    if (answer !== null) return answer.result(request);
    if (request === null) return null;
    const usage = estimate(request.textBytes, 0);
    return { model: request.model, usage, estimated: true, told: 'nothing' };
  }
}

function kindOf([contentType]: readonly string[]): AnswerKind | null {
  if (contentType === 'application/json') return 'json';
  const type = contentType?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream') return 'events';
  return type === '' || type === 'application/json' || type.endsWith('+json') ? 'json' : null;
}
