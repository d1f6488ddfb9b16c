import type { JsonScanner } from '../json/json-scanner.js';
import { FIXED, FREE, type Place, TEXT } from '../json/place.js';
import { isStructure } from '../json/structure.js';

/** Of an event with more no pattern is made. */
const MAX_PLACES = 64;

/** Bytes of an event, from `from` to before `to`, that may be others without a difference to what is found elsewhere. */
export interface EventPlace {
  readonly from: number;
  to: number;
  /** A string, with the quote that ends it; else what is between the marks of structure. */
  readonly kind: Exclude<Place, typeof FIXED>;
}

/**
 * What `event` leaves open, its data standing from `from` to `to`; null: too much. `scanner` reads it byte by byte and
 * says of each whether it matters.
 */
export function placesOf(event: Buffer, from: number, to: number, scanner: JsonScanner): EventPlace[] | null {
  const places: EventPlace[] = [];
  scanner.reset();
  for (let at = from; at < to; at += 1) {
    const kind = scanner.place;
    scanner.read(event, at, at + 1);
    if (kind === FIXED || (kind === FREE && isStructure(event[at]!))) continue;
    const last = places.at(-1);
    if (last?.to === at && last.kind === kind) last.to += 1;
    else if (places.push({ from: at, to: at + 1, kind }) > MAX_PLACES) return null;
  }
  return places.some(({ kind }) => kind === TEXT) ? places : null;
}
