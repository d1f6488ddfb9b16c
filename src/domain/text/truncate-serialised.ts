import { truncate } from './truncate.js';

/** What JSON writes in two characters; other control characters take six. */
const TWO = /["\\\b\f\n\r\t]/;
const OF_CONTROL = 6;

/** At most so much of a text as takes `max` characters between the quotes of JSON, never half of a surrogate pair. */
export function truncateSerialised(text: string, max: number): string {
  let left = max;
  for (let at = 0; at < text.length; at++) {
    left -= costOf(text[at]!);
    if (left < 0) return truncate(text, at);
  }
  return text;
}

function costOf(unit: string): number {
  if (TWO.test(unit)) return 2;
  return unit < ' ' ? OF_CONTROL : 1;
}
