/** Both model providers as an agent sees them: they play the responses of a test, streamed in the provider's own format. */
import type { ServerResponse } from 'node:http';
import { type Asked, type ModelPlay, says } from './model-plays.js';
import { answerInPieces, type Wire, WIRES } from './model-wires.js';
import { json } from './providers.js';
import type { SeenRequest, Upstream, UpstreamAnswer } from './upstream.js';

type Playing = ModelPlay | ((asked: Asked) => ModelPlay);

export class StandInModels {
  readonly asked: Asked[] = [];
  /** The number of callers that disconnected before the end of a response. */
  abandoned = 0;
  /** Bytes of each piece of a stream; by default whole events. */
  pieceBytes = 0;
  /** Milliseconds between two events of a stream. */
  pauseMs = 0;
  /** Played when no other response is due. */
  otherwise: Playing = says('OK.');
  private readonly due: Playing[] = [];
  /** Handles requests that are no model requests; initially the handler that the upstream had before. */
  others: UpstreamAnswer;

  constructor(readonly upstream: Upstream) {
    this.others = upstream.answer;
    upstream.answer = (request, response, seen) => {
      const wire = wireOf(seen);
      if (wire === null) return this.others(request, response, seen);
      response.once('close', () => {
        if (!response.writableFinished) this.abandoned += 1;
      });
      void this.play(wire, seen, response);
    };
  }

  /** Plays one response for each model request, in order, whoever sends it. */
  plays(...plays: Playing[]): this {
    this.due.push(...plays);
    return this;
  }

  /** The model requests since the last call. */
  questions(): Asked[] {
    return this.asked.splice(0);
  }

  /** Resets everything: nothing is due and no request was seen. */
  forget(): void {
    this.due.length = 0;
    this.asked.length = 0;
    this.abandoned = 0;
    this.pieceBytes = 0;
    this.pauseMs = 0;
    this.otherwise = says('OK.');
  }

  private async play(wire: Wire, seen: SeenRequest, response: ServerResponse): Promise<void> {
    const asked = wire.read(seen);
    this.asked.push(asked);
    const next = this.due.shift() ?? this.otherwise;
    const play = typeof next === 'function' ? next(asked) : next;
    if (play.kind === 'fails') {
      for (const [name, value] of Object.entries(play.headers ?? {})) response.setHeader(name, value);
      return json(response, play.status, wire.problem(play));
    }
    const { pieceBytes, pauseMs } = this;
    await answerInPieces(response, wire.events(play, asked), { pieceBytes, pauseMs });
    if (play.kind === 'hangs-up') response.socket?.end();
    else if (play.kind === 'stalls') await play.more?.then(() => response.end());
    else response.end();
  }
}

function wireOf({ method, url }: SeenRequest): Wire | null {
  const path = url.split('?')[0]!;
  return method === 'POST' ? (WIRES.find(({ endpoint }) => path.endsWith(endpoint)) ?? null) : null;
}
