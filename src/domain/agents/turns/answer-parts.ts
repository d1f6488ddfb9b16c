import { truncateMarked } from './truncate-marked.js';

/** 04 §11.5.5. */
const MAX_CHARS = 100_000;
const BETWEEN = '\n\n';

/** All visible text of a turn, step by step; of what is beyond the limit, enough is kept to say so. */
export class AnswerParts {
  private readonly parts: string[] = [];
  private kept = 0;
  /** Of the step under way, in case it does not come to its end. */
  private pending = '';

  /** A piece of a step that is not over. */
  piece(text: string): void {
    if (this.pending.length <= MAX_CHARS) this.pending += text;
  }

  /** The step is over, and said this in all. */
  step(text: string): void {
    this.pending = '';
    if (text.trim() === '' || this.kept > MAX_CHARS) return;
    this.parts.push(text);
    this.kept += text.length;
  }

  /** Null when nothing was said. */
  whole(): string | null {
    const parts = this.pending.trim() === '' ? this.parts : [...this.parts, this.pending];
    return parts.length === 0 ? null : truncateMarked(parts.join(BETWEEN), MAX_CHARS);
  }
}
