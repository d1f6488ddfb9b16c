import { mediaClaims } from '../../protocols/bodies/media-claims.js';
import { isPlainJson } from '../../protocols/bodies/strict-json.js';
import { utf8Object } from './guarded-request.js';

/** Whether parts are bytes as they stand. */
const PLAIN = /^(?:7bit|8bit|binary)$/i;
const MAX_FIELDS = 16;

/**
 * The metadata of an upload in several parts (RFC 2387): the object in the first part, which has to begin the body and
 * be complete. `text` has one character for each byte. Null for everything that another reader could divide differently.
 */
export function metadataOf(
  text: string,
  contentTypes: readonly string[],
): Readonly<Record<string, unknown>> | null {
  const { kinds, boundaries, charsets } = mediaClaims(contentTypes);
  const [boundary] = boundaries;
  if (contentTypes.length !== 1 || kinds.size !== 1 || !kinds.has('multipart') || charsets.length > 0)
    return null;
  if (boundaries.length !== 1 || boundary === undefined || !/^[\w'()+,./:=?-]{1,70}$/.test(boundary))
    return null;
  const opening = `--${boundary}\r\n`;
  if (!text.startsWith(opening)) return null;
  const head = text.indexOf('\r\n\r\n', opening.length - 2);
  const end = text.indexOf(`\r\n--${boundary}`, opening.length - 2);
  if (head < 0 || end < head + 2) return null;
  const fields = head < opening.length ? [] : text.slice(opening.length, head).split('\r\n');
  return isJsonPart(fields) ? utf8Object(Buffer.from(text.slice(head + 4, end), 'latin1')) : null;
}

function isJsonPart(fields: readonly string[]): boolean {
  if (fields.length > MAX_FIELDS) return false;
  const types: string[] = [];
  for (const field of fields) {
    const colon = field.indexOf(':');
    const [name, value] = [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    if (colon < 1 || /[^a-z-]/.test(name) || /[\r\n]/.test(value)) return false;
    if (name === 'content-type') types.push(value);
    else if (name === 'content-transfer-encoding' && !PLAIN.test(value)) return false;
    else if (name === 'content-encoding') return false;
  }
  return isPlainJson(types);
}
