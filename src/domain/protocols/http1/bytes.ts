/** What a byte may be part of (RFC 9110 §5.6.2, §5.5; RFC 9112 §3). One table, so that a check is one look-up. */
export const TOKEN = 1;
/** `field-content`, and the blanks around it. */
export const IN_VALUE = 2;
/** Visible ASCII. What is above it has no place in a request-target (RFC 9112 §3.2, RFC 3986 §2). */
export const VISIBLE = 4;
export const HEX_DIGIT = 8;
/** Inside a quoted string, but for the two bytes that have a meaning there. */
export const QUOTED = 16;
/** Optional whitespace (RFC 9110 §5.6.3). */
export const BLANK = 32;

const LAST_BYTE = 0xff;

export const HTAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SP = 0x20;
export const QUOTE = 0x22;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const EQUALS = 0x3d;
export const BACKSLASH = 0x5c;

const TOKEN_MARKS = "!#$%&'*+-.^_`|~";

export const CLASS = new Uint8Array(256).map((_, byte) => {
  const letter = String.fromCharCode(byte);
  const visible = byte > SP && byte < 0x7f;
  const text = visible || byte >= 0x80 || byte === SP || byte === HTAB;
  return (
    (/[a-z0-9]/i.test(letter) || TOKEN_MARKS.includes(letter) ? TOKEN : 0) |
    (text ? IN_VALUE : 0) |
    (visible ? VISIBLE : 0) |
    (/[0-9a-f]/i.test(letter) ? HEX_DIGIT : 0) |
    (text && byte !== QUOTE && byte !== BACKSLASH ? QUOTED : 0) |
    (byte === SP || byte === HTAB ? BLANK : 0)
  );
});

/** Whether the text is a token (RFC 9110 §5.6.2); most are short, where looking takes less time than an expression. */
export function isToken(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const byte = text.charCodeAt(at);
    if (byte > LAST_BYTE || (CLASS[byte]! & TOKEN) === 0) return false;
  }
  return text.length > 0;
}
