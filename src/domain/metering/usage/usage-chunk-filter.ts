/** Longer events are no chunk with the usage alone. */
const MAX_EVENT_BYTES = 16_384;
const LF = 0x0a;
const CR = 0x0d;
const NOTHING = Buffer.alloc(0);

/**
 * Takes the chunk out of a stream of a chat completion that tells the usage and nothing else, for a client that did not
 * ask for it (R40.1). Every other byte passes as it came. Holds at most one event that is not complete, of bounded
 * length; the time follows the bytes.
 */
export class UsageChunkFilter {
  private held: Buffer = NOTHING;
  /** Within an event that is longer than what is held. */
  private passing = false;
  /** How much of `held` was looked through for its end. */
  private looked = 0;

  /** What of it and of what was held passes now. */
  push(piece: Buffer): Buffer {
    const text = this.held.length === 0 ? piece : Buffer.concat([this.held, piece]);
    const passed: Buffer[] = [];
    let from = 0;
    let end = eventEnd(text, this.looked);
    for (; end >= 0; end = eventEnd(text, from)) {
      const event = text.subarray(from, end);
      if (this.passing || !isUsageChunk(event)) passed.push(event);
      this.passing = false;
      from = end;
    }
    this.keep(text.subarray(from), passed);
    return passed.length === 1 ? passed[0]! : Buffer.concat(passed);
  }

  /** What is left of a stream that ends. */
  end(): Buffer {
    const rest = this.held;
    this.held = NOTHING;
    return this.passing || !isUsageChunk(rest) ? rest : NOTHING;
  }

  private keep(rest: Buffer, passed: Buffer[]): void {
    if (this.passing || rest.length > MAX_EVENT_BYTES) {
      this.passing = true;
      // The end of an event may be cut in two.
      const tail = rest.subarray(endBlanks(rest));
      passed.push(rest.subarray(0, rest.length - tail.length));
      this.held = Buffer.from(tail);
      this.looked = 0;
      return;
    }
    this.held = Buffer.from(rest);
    this.looked = Math.max(0, rest.length - 3);
  }
}

/** The index behind the blank line that ends the first event from there; -1 where none does. */
function eventEnd(text: Buffer, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const line = nextLine(text, at);
    if (line < 0) return -1;
    const second = lineEnd(text, line);
    if (second > line) return second;
    at = line - 1;
  }
  return -1;
}

/** The index behind the next end of a line; -1 where it may go on. */
function nextLine(text: Buffer, from: number): number {
  const lf = text.indexOf(LF, from);
  const cr = text.subarray(from, lf < 0 ? text.length : lf).indexOf(CR);
  if (cr < 0) return lf < 0 ? -1 : lf + 1;
  const at = from + cr;
  if (at + 1 === text.length) return -1;
  return text[at + 1] === LF ? at + 2 : at + 1;
}

/** The index behind the end of a line that stands right there; the same where none does, or may be cut in two. */
function lineEnd(text: Buffer, at: number): number {
  if (text[at] === LF) return at + 1;
  if (text[at] !== CR || at + 1 === text.length) return at;
  return text[at + 1] === LF ? at + 2 : at + 1;
}

/** Where the ends of lines begin that a piece ends with; at most three bytes from its end. */
function endBlanks(piece: Buffer): number {
  let at = piece.length;
  while (at > 0 && piece.length - at < 3 && (piece[at - 1] === LF || piece[at - 1] === CR)) at -= 1;
  return at;
}

function isUsageChunk(event: Buffer): boolean {
  if (event.length > MAX_EVENT_BYTES || !event.includes('"usage"')) return false;
  const data = event
    .toString('utf8')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line[5] === ' ' ? 6 : 5))
    .join('\n');
  try {
    const { choices, usage } = JSON.parse(data) as { choices?: unknown; usage?: unknown };
    return Array.isArray(choices) && choices.length === 0 && typeof usage === 'object' && usage !== null;
  } catch {
    return false;
  }
}
