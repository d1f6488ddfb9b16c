/** Bytes of JSON with a meaning of their own (RFC 8259 §2). */
export const JSON_QUOTE = 0x22;
export const COMMA = 0x2c;
export const JSON_COLON = 0x3a;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

const STRUCTURE = new Uint8Array(256);
for (const byte of [JSON_QUOTE, COMMA, JSON_COLON, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT])
  STRUCTURE[byte] = 1;

/** What parts the values of JSON, and what begins a string. */
export function isStructure(byte: number): boolean {
  return STRUCTURE[byte] === 1;
}
