import { Buffer } from 'node:buffer';
import type { Injection } from './model.js';

const HIDDEN = '***';
/** A shorter value is in too many fields by chance, and guessed in a moment. */
const MIN_LENGTH = 4;
/** An address inside an address inside an address: how often what stands in a field was encoded. */
const MAX_LAYERS = 3;
const PERCENT = 0x25;

/**
 * Credentials that were written into the address of a request, as an answer may repeat them: in redirects, links,
 * locations of what was made, messages (06 §8.8, R59).
 */
export class AddressEcho {
  private constructor(private readonly needles: readonly string[]) {}

  /** Null where no credential is in the address; `before`: what an earlier attempt wrote. */
  static of(injections: readonly Injection[], before: AddressEcho | null = null): AddressEcho | null {
    const values = injections.flatMap(valuesInAddress).filter((value) => value.length >= MIN_LENGTH);
    if (values.length === 0) return before;
    return new AddressEcho([...new Set([...(before?.needles ?? []), ...values.flatMap(spellings)])]);
  }

  /**
   * `text`: a name or value of a field, one character per byte. Each credential in it is replaced, raw or with any of its
   * characters percent-encoded, however often. Linear in the text.
   */
  hide(text: string): string {
    const spans: [start: number, end: number][] = [];
    let layer: Layer = { text, ends: null };
    for (let depth = 0; ; depth++) {
      for (const needle of this.needles) spans.push(...spansOf(layer, needle));
      if (depth === MAX_LAYERS || !layer.text.includes('%')) break;
      layer = decoded(layer);
    }
    return spans.length === 0 ? text : without(text, spans);
  }
}

function valuesInAddress(injection: Injection): readonly string[] {
  switch (injection.kind) {
    case 'set-param':
      return injection.credential === undefined ? [injection.value] : [injection.value, injection.credential];
    case 'path-template':
    case 'path-regex':
      return [injection.value];
    case 'set-header':
    case 'replace-header':
    case 'remove-header':
      return [];
  }
}

/** As bytes, with either spelling of a blank in a query. */
function spellings(value: string): readonly string[] {
  const bytes = Buffer.from(value).toString('latin1');
  return [bytes, bytes.replaceAll(' ', '+')];
}

/** A text once some layers of percent-encoding are undone. */
interface Layer {
  readonly text: string;
  /** Where each of its characters ends in the text as it was sent; null for that text itself. */
  readonly ends: Int32Array | null;
}

function* spansOf({ text, ends }: Layer, needle: string): IterableIterator<[start: number, end: number]> {
  const sent = (end: number): number => (ends === null ? end : end === 0 ? 0 : ends[end - 1]!);
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length))
    yield [sent(at), sent(at + needle.length)];
}

function decoded({ text, ends }: Layer): Layer {
  const characters: string[] = [];
  const decodedEnds = new Int32Array(text.length);
  for (let at = 0; at < text.length;) {
    const digits = text.charCodeAt(at) === PERCENT ? text.slice(at + 1, at + 3) : '';
    const escaped = /^[0-9a-f]{2}$/i.test(digits);
    const next = at + (escaped ? 3 : 1);
    decodedEnds[characters.length] = ends === null ? next : ends[next - 1]!;
    characters.push(escaped ? String.fromCharCode(Number.parseInt(digits, 16)) : text[at]!);
    at = next;
  }
  return { text: characters.join(''), ends: decodedEnds.subarray(0, characters.length) };
}

function without(text: string, spans: [start: number, end: number][]): string {
  let out = '';
  let from = 0;
  for (const [start, end] of spans.toSorted(([one], [other]) => one - other)) {
    if (start >= from) out += text.slice(from, start) + HIDDEN;
    from = Math.max(from, end);
  }
  return out + text.slice(from);
}
