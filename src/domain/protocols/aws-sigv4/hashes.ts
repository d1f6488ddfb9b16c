/**
 * The two functions that Signature Version 4 is made of; whoever signs brings them. Texts are bytes, one a character,
 * as heads are written: a field above 0x7f is signed as the bytes that leave.
 */
export interface SigningHashes {
  /** SHA-256 in lower-case hexadecimal, of a text or of pieces in their order. */
  sha256(data: string | readonly Uint8Array[]): string;
  /** HMAC-SHA-256. */
  hmac(key: Uint8Array, text: string): Buffer;
}
