import type { NewEvent } from '../conversations/transcript-event.js';
import type { ModelPiece } from '../../protocols/llm/messages/model-messages.js';
import { truncate } from '../../text/truncate.js';

/** 04 §9.1.7. */
const MAX_CHARS = 16_000;

/** Pieces of an answer that were not published yet, merged where they follow each other and are of one kind. */
export class SpokenPieces {
  private readonly runs: { kind: ModelPiece['kind']; text: string }[] = [];

  add({ kind, text }: ModelPiece): void {
    if (text === '') return;
    const last = this.runs.at(-1);
    if (last?.kind === kind && last.text.length + text.length <= MAX_CHARS) {
      last.text += text;
      return;
    }
    for (let rest = text; rest !== '';) {
      const piece = truncate(rest, MAX_CHARS);
      this.runs.push({ kind, text: piece });
      rest = rest.slice(piece.length);
    }
  }

  take(): NewEvent[] {
    return this.runs.splice(0).map(({ kind, text }) => ({ type: `${kind}.delta` as const, text }));
  }
}
