/** The bytes of `HTTP/1.`; what follows is one digit (RFC 9112 §2.3). */
const HTTP_1 = Buffer.from('HTTP/1.', 'latin1');
export const VERSION_BYTES = HTTP_1.length + 1;

/** The minor version named at `from`; null when it is another protocol than HTTP/1.0 and HTTP/1.1. */
export function versionMinor(bytes: Buffer, from: number): 0 | 1 | null {
  for (let at = 0; at < HTTP_1.length; at += 1) if (bytes[from + at] !== HTTP_1[at]) return null;
  const digit = bytes[from + HTTP_1.length];
  if (digit === 0x31) return 1;
  return digit === 0x30 ? 0 : null;
}
