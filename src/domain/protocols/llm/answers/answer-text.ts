import { BrokenAnswer } from './broken-answer.js';
import type { ModelPiece } from '../messages/model-messages.js';

/** Text, thinking and arguments together: several times what the longest answers have. */
const MAX_CHARACTERS = 4_194_304;

/** How much of one answer is held, whatever it consists of. */
export class AnswerSize {
  private held = 0;

  /** The same text, counted. */
  take(text: string): string {
    this.held += text.length;
    if (this.held > MAX_CHARACTERS) throw new BrokenAnswer('The answer is too large.');
    return text;
  }
}

/** A text that grows by pieces. A character that is cut in two is shown when its other half is there. */
export class GrowingText {
  text = '';
  private half = '';

  constructor(
    private readonly kind: ModelPiece['kind'],
    private readonly size: AnswerSize,
  ) {}

  add(piece: string): ModelPiece[] {
    if (piece === '') return [];
    this.text += this.size.take(piece);
    const whole = this.half + piece;
    const last = whole.charCodeAt(whole.length - 1);
    this.half = last >= 0xd800 && last <= 0xdbff ? whole.slice(-1) : '';
    const shown = this.half === '' ? whole : whole.slice(0, -1);
    return shown === '' ? [] : [{ kind: this.kind, text: shown }];
  }
}
