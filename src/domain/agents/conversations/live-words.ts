import type { Reading } from '../../text/reading.js';
import type { CredentialMask } from '../../text/credential-mask.js';
import type { NewEvent } from './transcript-event.js';

/** Shorter words are shown as they come. */
const HELD_FROM = 12;
/** What goes on for longer is no word, and is shown. */
const MAX_HELD = 8_192;
const DELTA = '.delta';

/** The last word of what is being said, which may be the beginning of a credential. */
export interface OpenWord {
  readonly type: NewEvent['type'];
  /** What readers have of it. */
  readonly shown: string;
  readonly held: string;
}

/**
 * Events as readers may see them (R44): masked, and of what is said live a long word only when it is over, since a
 * credential in two pieces is found in neither. `open` is what the events before them left; the second answer is what
 * these leave. Read in pieces (ADR 122).
 */
export function* maskingEvents(
  events: readonly NewEvent[],
  mask: CredentialMask,
  open: OpenWord | null,
): Reading<[masked: NewEvent[], open: OpenWord | null]> {
  const masked: NewEvent[] = [];
  let word = open;
  for (const event of events) {
    if (word !== null && word.type !== event.type) {
      yield* saying(masked, word, mask, word.held);
      word = null;
    }
    if (event.type.endsWith(DELTA)) word = yield* hearing(masked, word, mask, event);
    else masked.push((yield* mask.maskingValue(event)) as NewEvent);
  }
  return [masked, word];
}

function* hearing(
  masked: NewEvent[],
  before: OpenWord | null,
  mask: CredentialMask,
  { type, text }: NewEvent,
): Reading<OpenWord> {
  const shown = before?.shown ?? '';
  const fresh = (before?.held ?? '') + String(text);
  // Found from its end: an expression would begin at every character.
  const last = lastWord(shown + fresh);
  const holds = last.length >= HELD_FROM && last.length <= MAX_HELD;
  const held = holds ? fresh.slice(Math.max(0, fresh.length - last.length)) : '';
  yield* saying(masked, { type, shown }, mask, fresh.slice(0, fresh.length - held.length));
  const seen = last.slice(0, last.length - held.length);
  return { type, shown: seen.length > MAX_HELD ? '' : seen, held };
}

/** Together with what was shown of the word, which is not shown again unless it was more than may be. */
function* saying(
  masked: NewEvent[],
  { type, shown }: Pick<OpenWord, 'type' | 'shown'>,
  mask: CredentialMask,
  fresh: string,
): Reading<void> {
  if (fresh === '') return;
  const all = yield* mask.masking(shown + fresh);
  const text = all.startsWith(shown) ? all.slice(shown.length) : all;
  if (text !== '') masked.push({ type, text });
}

function lastWord(text: string): string {
  let from = text.length;
  while (isOfWord(text.charCodeAt(from - 1))) from -= 1;
  return text.slice(from);
}

/** Credentials are written in these, without blanks; `NaN`, before the beginning, is none of them. */
function isOfWord(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}
