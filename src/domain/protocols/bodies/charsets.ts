import { finished, PIECE, type Reading } from '../../text/reading.js';

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });
const SAME_AS_UTF_8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
/** More labels than any client sends. */
const MAX_CHARSETS = 4;
/** Some charsets take ten times as long as UTF-8. */
const DECODED_AT_ONCE = 16 * PIECE;

export interface Decodings {
  /** UTF-8 with replacement first, then every other text that some reader makes of the bytes; no text twice. */
  readonly texts: readonly string[];
  /** False: a charset is claimed that nobody here can read. */
  readonly known: boolean;
}

/** `charsets`: the labels claimed, in lower case. */
export const decodings = (bytes: Uint8Array, charsets: readonly string[]): Decodings =>
  finished(decoding(bytes, charsets));

export function* decoding(bytes: Uint8Array, charsets: readonly string[]): Reading<Decodings> {
  const utf8 = UTF_8.decode(bytes);
  const others = [...guessed(bytes), ...charsets.flatMap(variantsOf)].filter(
    (label) => !SAME_AS_UTF_8.has(label),
  );
  if (others.length === 0) return { texts: [utf8], known: true };
  const texts = new Set([utf8]);
  let known = charsets.length <= MAX_CHARSETS;
  for (const label of new Set(others.slice(0, 2 * MAX_CHARSETS))) {
    const text = yield* decode(bytes, label);
    if (text === null) known = false;
    else texts.add(text);
  }
  return { texts: [...texts], known };
}

/** `utf-16` is big-endian to some and little-endian to others. */
function variantsOf(label: string): readonly string[] {
  if (label === 'utf-16' || label === 'utf16' || label === 'ucs-2') return ['utf-16le', 'utf-16be'];
  return [label.startsWith('utf-32') || label.startsWith('utf32') ? 'utf-32' : label];
}

/** Null for a charset that nobody here knows. */
function* decode(bytes: Uint8Array, label: string): Reading<string | null> {
  // Without its zeros UTF-32 is the text as far as that is ASCII, and no server needs more of it.
  if (label === 'utf-32') return UTF_8.decode(withoutZeros(bytes));
  const decoder = decoderOf(label);
  if (decoder === null) return null;
  let text = '';
  for (let from = 0; from < bytes.length; from += DECODED_AT_ONCE) {
    text += decoder.decode(bytes.subarray(from, from + DECODED_AT_ONCE), { stream: true });
    yield;
  }
  return text + decoder.decode();
}

function decoderOf(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const left = new Uint8Array(bytes.length);
  let length = 0;
  for (const byte of bytes) if (byte !== 0) left[length++] = byte;
  return left.subarray(0, length);
}

/** By byte order mark, or by where the zeros of the first characters are (RFC 4627 §3), as JSON readers guess. */
function guessed(bytes: Uint8Array): readonly string[] {
  const [first, second, third, fourth] = bytes;
  if (first === undefined || second === undefined) return [];
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? ['utf-32'] : ['utf-16le'];
  if (first === 0xfe && second === 0xff) return ['utf-16be'];
  if (first !== 0 && second !== 0) return [];
  if (first === 0 && second === 0) return ['utf-32'];
  return first === 0 ? ['utf-16be'] : third === 0 && fourth === 0 ? ['utf-32', 'utf-16le'] : ['utf-16le'];
}
