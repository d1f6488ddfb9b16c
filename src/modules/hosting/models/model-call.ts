import type {
  ModelResponse,
  ModelPiece,
  ModelRequest,
} from '../../../domain/protocols/llm/messages/model-messages.js';
import { EventData } from '../../../domain/protocols/llm/answers/event-data.js';
import { judged, type JudgedProblem } from '../../../domain/protocols/llm/answers/judged-problem.js';
import { ModelFailure } from '../../../domain/protocols/llm/answers/model-failure.js';
import type { ModelTarget } from '../../../domain/protocols/llm/models/model-target.js';
import { MODEL_WIRES, type ModelWire } from '../../../domain/protocols/llm/model-wire.js';
import { ProviderProblem } from '../../../domain/protocols/llm/answers/provider-problem.js';
import { CallClock } from './call-clock.js';
import { GatewayUnreachable, type ModelHttpResponse, type ModelSend } from './model-send.js';

/** How a question goes out, until when, and who reads along. */
export interface ModelWay {
  readonly send: ModelSend;
  /** Of the turn; its reason is what a call ends with. */
  readonly signal: AbortSignal;
  /** Called as the model speaks. A question that is repeated was not heard of before. */
  readonly onPiece: (piece: ModelPiece) => void;
}

export type CallOutcome =
  | { readonly kind: 'answered'; readonly answer: ModelResponse }
  | {
      readonly kind: 'failed';
      readonly problem: JudgedProblem;
      /** Some of the answer was seen, so that another one cannot take its place. */
      readonly wasShown: boolean;
      readonly retryAfterMs: number | null;
      /** What broke; a refusal is not repeated in the log, because it may repeat a credential. */
      readonly fault: unknown;
    };

/** Of a refusal; the message is at its beginning. */
const MAX_REFUSAL_BYTES = 65_536;

/** Asks once. @throws ModelFailure where the gateway is not there, and the reason of the turn's end */
export async function callModel(
  question: ModelRequest,
  target: ModelTarget,
  way: ModelWay,
  timeoutMs: number,
): Promise<CallOutcome> {
  const wire = MODEL_WIRES[target.provider];
  const clock = new CallClock(way.signal, timeoutMs);
  let response: ModelHttpResponse | undefined;
  let wasShown = false;
  const show = (piece: ModelPiece): void => {
    wasShown = true;
    way.onPiece(piece);
  };
  try {
    way.signal.throwIfAborted();
    response = await way.send({
      method: 'POST',
      url: target.url,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'user-agent': 'credential-gateway',
        ...wire.headersOf(target),
      },
      body: JSON.stringify(wire.bodyOf(question, target)),
      signal: clock.signal,
      pauseClock: clock.pause,
    });
    clock.heard();
    if (response.status !== 200) throw ProviderProblem.of(response.status, await beginningOf(response));
    return { kind: 'answered', answer: await read(wire, response, clock, show) };
  } catch (cause) {
    way.signal.throwIfAborted();
    if (cause instanceof GatewayUnreachable)
      throw new ModelFailure('gateway-unreachable', 'The gateway could not be reached.', { cause });
    const problem = problemOf(cause, clock, response);
    const fault = cause instanceof ProviderProblem ? undefined : cause;
    return { kind: 'failed', problem, wasShown, retryAfterMs: retryAfterMs(response?.headers ?? {}), fault };
  } finally {
    clock.stop();
  }
}

async function read(
  wire: ModelWire,
  { body }: ModelHttpResponse,
  clock: CallClock,
  show: (piece: ModelPiece) => void,
): Promise<ModelResponse> {
  const reader = wire.answer();
  const events = new EventData();
  try {
    for await (const chunk of body) {
      if (reader.isOver) continue;
      clock.heard();
      for (const data of events.read(chunk)) {
        for (const piece of reader.take(data)) show(piece);
        if (reader.isOver) {
          clock.hurry();
          break;
        }
      }
    }
  } catch (error) {
    // What comes after the end is nobody's loss.
    if (!reader.isOver) throw error;
  }
  return reader.finish();
}

async function beginningOf({ body }: ModelHttpResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= MAX_REFUSAL_BYTES) break;
  }
  return Buffer.concat(pieces).toString('utf8', 0, MAX_REFUSAL_BYTES);
}

/** What broke while it was read is a broken stream, whatever broke it; a refusal says itself what it is. */
function problemOf(cause: unknown, clock: CallClock, response: ModelHttpResponse | undefined): JudgedProblem {
  if (cause instanceof ProviderProblem) {
    const problem = judged(cause);
    return response?.headers['x-should-retry'] === 'false' ? { ...problem, isPassing: false } : problem;
  }
  const message = clock.timedOut
    ? "The model's provider took too long to answer."
    : "The answer of the model's provider broke off.";
  return { outcome: 'failed', message, isPassing: true, about: null };
}

/** RFC 9110 §10.2.3: seconds or a date. Null where nothing that can be read is said. */
export function retryAfterMs(headers: ModelHttpResponse['headers'], now = Date.now()): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,9})?$/.test(value)) return Number(value) * 1_000;
  const date = value.endsWith('GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
