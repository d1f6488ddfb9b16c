import { Buffer } from 'node:buffer';

/** `sure`: every reader gets the same. */
export interface Decoded<T> {
  readonly value: T;
  readonly sure: boolean;
}

/** Gmail takes a message in either alphabet of URLs and mail. */
const ALPHABETS = { mail: /^[A-Za-z0-9+/]*={0,2}$/, url: /^[A-Za-z0-9+/_-]*={0,2}$/ };

/** Some readers end at the first `=`, some leave out what is not of the alphabet, some stop there. */
export function fromBase64(text: string, alphabet: 'mail' | 'url' = 'mail'): Decoded<Buffer> {
  const bare = text.replace(/\s+/g, '');
  return { value: Buffer.from(bare, 'base64'), sure: ALPHABETS[alphabet].test(bare) };
}

export function quotedPrintable(text: string): Buffer {
  const joined = text.replace(/=[ \t]{0,8}\r?\n/g, '');
  const bytes = joined.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

export function inCharset(bytes: Uint8Array, charset = 'utf-8'): Decoded<string> {
  try {
    return { value: new TextDecoder(charset).decode(bytes), sure: true };
  } catch {
    return { value: new TextDecoder().decode(bytes), sure: false };
  }
}

/** The bytes of a part (RFC 2045 §6) as text. `body` has one character per byte. */
export function decodedText(body: string, encoding: string, charset: string | undefined): Decoded<string> {
  const { value: bytes, sure } = undoEncoding(body, encoding.trim().toLowerCase());
  const text = inCharset(bytes, charset);
  return { value: text.value, sure: sure && text.sure };
}

function undoEncoding(body: string, encoding: string): Decoded<Buffer> {
  if (encoding === 'base64') return fromBase64(body);
  if (encoding === 'quoted-printable') return { value: quotedPrintable(body), sure: true };
  const sure = ['', '7bit', '8bit', 'binary'].includes(encoding);
  return { value: Buffer.from(body, 'latin1'), sure };
}

/** What some reader may take for an encoded word all the same. */
const LEFT_ENCODED = /=\?[^?]*\?[bq]\?/i;

/** A header as a person reads it: encoded words (RFC 2047), and bare bytes as UTF-8. */
export function decodeWords(value: string): Decoded<string> {
  let sure = true;
  const readable = inCharset(Buffer.from(value, 'latin1')).value;
  const decoded = readable
    .replace(/\?=\s{1,8}=\?/g, '?==?')
    .replace(
      /=\?([\w-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?]*)\?=/gi,
      (_, charset: string, kind: string, text: string) => {
        const undone =
          kind.toLowerCase() === 'b'
            ? fromBase64(text)
            : { value: quotedPrintable(text.replaceAll('_', ' ')), sure: true };
        const word = inCharset(undone.value, charset);
        sure &&= undone.sure && word.sure;
        return word.value;
      },
    );
  return { value: decoded, sure: sure && !LEFT_ENCODED.test(decoded) };
}
