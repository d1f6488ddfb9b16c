/** Encodings of a part that leave its bytes as they are. */
const PLAIN = new Set(['7bit', '8bit', 'binary']);
const TRANSFER_ENCODING = /content-transfer-encoding[ \t]{0,8}:[ \t]{0,8}"?([\w-]{0,32})/g;
/** Charsets in which text does not stand as ASCII. */
const HIDING_CHARSET =
  /charset[*\d]{0,4}[ \t]{0,8}=[ \t]{0,8}["']?(?:utf-?(?:7|16|32)|ucs|ibm|cp0|cp1026|iso-2022|hz)/;

/**
 * Whether the parts can be looked for in the text as it is. `lowered` is the same text in lower case. Parts in
 * another transfer encoding or charset are read by some servers and not by others, and not here.
 */
export function readableMultipart(text: string, lowered: string, boundary: string): boolean {
  if (boundary === '') return false;
  const delimiter = `--${boundary}`;
  if (!text.startsWith(delimiter) && !text.includes(`\n${delimiter}`)) return false;
  if (HIDING_CHARSET.test(lowered)) return false;
  for (const [, encoding] of lowered.matchAll(TRANSFER_ENCODING)) if (!PLAIN.has(encoding!)) return false;
  return true;
}
