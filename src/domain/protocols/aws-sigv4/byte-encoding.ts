/** Percent-encoding as Signature Version 4 wants it: everything but RFC 3986 §2.3, in upper-case hexadecimal. */
const UNRESERVED = /^[A-Za-z0-9\-._~]*$/;
const ENCODED: readonly string[] = Array.from({ length: 256 }, (_none, byte) => {
  const character = String.fromCharCode(byte);
  return UNRESERVED.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});
const PERCENT = 0x25;

/** Encodes every byte as it stands, `%` included. */
export function encodeBytes(text: string): string {
  if (UNRESERVED.test(text)) return text;
  let encoded = '';
  for (let at = 0; at < text.length; at++) encoded += ENCODED[text.charCodeAt(at) & 0xff]!;
  return encoded;
}

/** The one spelling of a byte string that is encoded in part, or more than it has to be. */
export function respell(text: string): string {
  if (UNRESERVED.test(text)) return text;
  let spelled = '';
  for (let at = 0; at < text.length; at++) {
    const byte = text.charCodeAt(at) === PERCENT ? hexAt(text, at + 1) : -1;
    if (byte >= 0) at += 2;
    spelled += ENCODED[byte >= 0 ? byte : text.charCodeAt(at) & 0xff]!;
  }
  return spelled;
}

/** The byte that two hexadecimal digits say; -1 where they are none. */
function hexAt(text: string, at: number): number {
  const [high, low] = [digit(text.charCodeAt(at)), digit(text.charCodeAt(at + 1))];
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function digit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
