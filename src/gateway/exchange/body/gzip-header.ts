const FIXED = 10;
export const GZIP_TRAILER = 8;
const EXTRA = 0x04;
const NAME = 0x08;
const COMMENT = 0x10;
const CHECKSUM = 0x02;

/**
 * Where the header of a gzip member ends (RFC 1952 §2.3), beyond the bytes when it is cut; null for what is none.
 * Node's own decoder goes on to the next member by itself and loses everything when what follows is none.
 */
export function endOfGzipHeader(bytes: Buffer): number | null {
  if (bytes.length > 0 && bytes[0] !== 0x1f) return null;
  if (bytes.length > 1 && bytes[1] !== 0x8b) return null;
  if (bytes.length > 2 && bytes[2] !== 8) return null;
  if (bytes.length < FIXED) return FIXED;
  const flags = bytes[3]!;
  let at = FIXED;
  if (flags & EXTRA) {
    if (at + 2 > bytes.length) return at + 2;
    at += 2 + bytes.readUInt16LE(at);
  }
  if (flags & NAME) at = afterZero(bytes, at);
  if (flags & COMMENT) at = afterZero(bytes, at);
  return flags & CHECKSUM ? at + 2 : at;
}

function afterZero(bytes: Buffer, from: number): number {
  const zero = from < bytes.length ? bytes.indexOf(0, from) : -1;
  return zero < 0 ? bytes.length + 1 : zero + 1;
}
