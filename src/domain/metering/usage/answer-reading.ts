import { ANTHROPIC } from './anthropic-answer.js';
import type { AnswerFormat } from './answer-format.js';
import { JsonScanner } from '../json/json-scanner.js';
import { OPENAI } from './openai-answer.js';
import type { RequestReading } from './request-reading.js';
import { SseData } from '../events/sse-data.js';
import { estimatedTokens, type TokenUsage } from './token-usage.js';

export const API_NAMES = ['anthropic', 'openai'] as const;
/** Whose language a provider speaks. */
export type ApiName = (typeof API_NAMES)[number];

const FORMATS: Readonly<Record<ApiName, AnswerFormat>> = { anthropic: ANTHROPIC, openai: OPENAI };

/** How an answer is put down. */
export type AnswerKind = 'json' | 'events';

export interface MeteredAnswer {
  /** The answer's, else the request's; null where neither names one. */
  readonly model: string | null;
  readonly usage: TokenUsage;
  /** Not all of it was told. */
  readonly estimated: boolean;
  /** What was: all that is counted, the input alone, or nothing. */
  readonly told: 'all' | 'input' | 'nothing';
}

/** Reads what a call used from its answer as it passes (06 §13.4, R37). Holds a few thousand bytes at most, whatever arrives. */
export class AnswerReading {
  private readonly format: AnswerFormat;
  private readonly json: JsonScanner;
  private readonly events: SseData | null;

  constructor(api: ApiName, kind: AnswerKind) {
    this.format = FORMATS[api];
    const { shape, slots } = this.format;
    this.json = new JsonScanner(shape, slots);
    this.events = kind === 'events' ? new SseData(this.json, () => new JsonScanner(shape, slots)) : null;
  }

  read(piece: Buffer): void {
    if (this.events === null) this.json.read(piece);
    else this.events.read(piece);
  }

  /**
   * Null where nothing is to be counted: the answer tells nothing, and `request` is null because the call is not one
   * whose use is estimated.
   */
  result(request: RequestReading | null): MeteredAnswer | null {
    const { found } = this.json;
    const model = found.names[0] ?? request?.model ?? null;
    const told = this.format.usageOf(found);
    if (told !== null) {
      const { usage, estimated } = told;
      return { model, usage, estimated, told: estimated ? 'input' : 'all' };
    }
    if (request === null) return null;
    const usage = estimate(request.textBytes, found.textBytes);
    return { model, usage, estimated: true, told: 'nothing' };
  }
}

/** What nobody told (R37.2). */
export function estimate(sentBytes: number, producedBytes: number): TokenUsage {
  const input = estimatedTokens(sentBytes);
  return { input, output: estimatedTokens(producedBytes), cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0 };
}
