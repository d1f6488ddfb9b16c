/**
 * The tokens of JSON (RFC 8259) in a text, to the letter and in one pass. What is no token throws `CUT` where the text
 * ends within one, else `BROKEN`.
 */
const QUOTE = 0x22;
const RECORD_SEPARATOR = 0x1e;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const LETTER_U = 0x75;
/** What may stand behind a backslash, besides `u`. */
const SHORT_ESCAPES = new Uint8Array(0x80);
for (const letter of '"\\/bfnrt') SHORT_ESCAPES[letter.charCodeAt(0)] = 1;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A number that could go on where the text ends. */
const NUMBER_BEGUN = /-?\d*(?:\.\d*)?(?:[eE][+-]?\d*)?$/y;
const LITERALS = ['true', 'false', 'null'] as const;

export class Stop extends Error {
  constructor(readonly state: 'cut' | 'broken') {
    super(state);
  }
}
export const CUT = new Stop('cut');
export const BROKEN = new Stop('broken');

export class JsonTokens {
  /** Index of the next character. */
  protected at = 0;

  constructor(protected readonly text: string) {}

  protected closes(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at += 1;
    return true;
  }

  protected opensString(): boolean {
    return this.text.charCodeAt(this.at) === QUOTE;
  }

  protected comma(): void {
    this.separator(COMMA);
  }

  protected colon(): void {
    this.separator(COLON);
  }

  /** With the blanks behind it. */
  private separator(code: number): void {
    if (this.text.charCodeAt(this.at) !== code) throw this.unexpected();
    this.at += 1;
    this.skipBlanks();
  }

  /** The unescaped string that opens here, null when it is not `kept`. */
  protected string(kept: boolean): string | null {
    const { text } = this;
    const start = ++this.at;
    let escaped = false;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        if (!kept) return null;
        return escaped ? (JSON.parse(text.slice(start - 1, at + 1)) as string) : text.slice(start, at);
      }
      if (code === BACKSLASH) {
        escaped = true;
        at = this.escape(at + 1);
      } else if (code < 0x20) {
        throw BROKEN;
      }
    }
    throw CUT;
  }

  /** Position of the last character of the escape whose letter is at `at`. */
  private escape(at: number): number {
    const { text } = this;
    if (at >= text.length) throw CUT;
    const letter = text.charCodeAt(at);
    if (letter !== LETTER_U) {
      if (SHORT_ESCAPES[letter] !== 1) throw BROKEN;
      return at;
    }
    for (let digit = at + 1; digit <= at + 4; digit++) {
      if (digit >= text.length) throw CUT;
      if (!isHex(text.charCodeAt(digit))) throw BROKEN;
    }
    return at + 4;
  }

  /** The number that begins here, as it is written. */
  protected numberLexeme(): string {
    NUMBER.lastIndex = this.at;
    const lexeme = NUMBER.exec(this.text)?.[0];
    if (lexeme === undefined || this.numberGoesOn(this.at + lexeme.length)) throw this.unfinishedNumber();
    this.at += lexeme.length;
    return lexeme;
  }

  private numberGoesOn(at: number): boolean {
    const next = this.text[at];
    return next !== undefined && '.eE+-0123456789'.includes(next);
  }

  private unfinishedNumber(): Stop {
    NUMBER_BEGUN.lastIndex = this.at;
    return NUMBER_BEGUN.test(this.text) ? CUT : BROKEN;
  }

  protected literalWord(): (typeof LITERALS)[number] {
    for (const word of LITERALS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return word;
    }
    const rest = this.text.slice(this.at, this.at + 5);
    throw LITERALS.some((word) => word.startsWith(rest) && this.at + rest.length === this.text.length)
      ? CUT
      : BROKEN;
  }

  protected unexpected(): Stop {
    return this.at >= this.text.length ? CUT : BROKEN;
  }

  protected skipBlanks(separators = false): void {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) continue;
      if (!separators || code !== RECORD_SEPARATOR) return;
    }
  }
}

function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}
