/**
 * The extent of a JSON text, judged over its bytes before anything is built of it: what 1 MiB of brackets or names
 * costs to parse and to walk (measured: 49 ms and 23 ms) is many times what the largest request of the contract does.
 * One pass, nothing allocated; a text that is no JSON is judged just the same.
 */

/** Far above any body of the contract, far below where the first stack gives out (about 1,500 levels). */
export const MAX_DEPTH = 64;
/** The largest map that is taken, the headers of a simulation, has 100. */
export const MAX_FIELDS = 1_000;
/** An import of a thousand secrets and a thousand agents has about 20,000 (01 §19.10). */
export const MAX_VALUES = 50_000;

export const TOO_DEEP = 'The request is nested too deeply';
const TOO_MANY_FIELDS = `The request has an object of more than ${MAX_FIELDS} fields`;
const TOO_MANY_VALUES = `The request has more than ${MAX_VALUES} values`;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** What is too much about it, as the message of a `400`; null when it may be parsed. */
export function faultOfExtent(json: Uint8Array): string | null {
  /** Per open bracket: the commas still allowed, without limit in a list. */
  const allowed: number[] = [];
  let commas = Infinity;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at + 1);
    else if (byte === COMMA) {
      if (--commas <= 0) return TOO_MANY_FIELDS;
      if (++values > MAX_VALUES) return TOO_MANY_VALUES;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (allowed.push(commas) > MAX_DEPTH) return TOO_DEEP;
      commas = byte === OPEN_OBJECT ? MAX_FIELDS : Infinity;
      if (++values > MAX_VALUES) return TOO_MANY_VALUES;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) commas = allowed.pop() ?? Infinity;
  }
  return null;
}

/** Where the closing quote stands, or the end. Bytes of UTF-8 beyond ASCII are never mistaken for one. */
function endOfText(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
