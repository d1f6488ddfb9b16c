import { InspectedBody } from '../../domain/policy/inspected-body.js';
import type { BodyPrefix } from '../request-body.js';
import { codingOf, undoCoding } from './content-codings.js';
import { DECODING } from './turns.js';

/** More layers than any client sends; bounds the work (R26). */
const MOST_LAYERS = 3;

export interface Inspection {
  /** Values of every field that some server takes for `Content-Type`. */
  readonly contentTypes?: readonly string[];
  /** Told of the bytes held besides the prefix. */
  readonly holds?: (bytes: number) => void;
  /** Whose turn it takes. */
  readonly organizationId?: string;
}

/**
 * The body prefix as conditions see it: content-decoded, each layer bounded to `limit` bytes (R11, R26). Codings that
 * nobody declared are undone as well, because servers look at the bytes. What cannot be decoded is judged as it
 * stands, as a cut body that nobody can read. `contentEncodings`: values of every field that some server takes for
 * `Content-Encoding`.
 */
export async function inspectBody(
  prefix: BodyPrefix,
  contentEncodings: readonly string[],
  limit: number,
  { contentTypes = [], holds = () => undefined, organizationId = '' }: Inspection = {},
): Promise<InspectedBody> {
  const declared = contentEncodings
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (declared.length > MOST_LAYERS) {
    return new InspectedBody(prefix.bytes, true, { contentTypes, garbled: true });
  }
  if (declared.length === 0 && codingOf(prefix.bytes) === null) {
    return new InspectedBody(prefix.bytes, !prefix.complete, { contentTypes });
  }
  return DECODING.take(organizationId, () =>
    decodeLayers(prefix, declared.toReversed(), contentTypes, limit, holds),
  );
}

async function decodeLayers(
  prefix: BodyPrefix,
  declared: readonly string[],
  contentTypes: readonly string[],
  limit: number,
  holds: (bytes: number) => void,
): Promise<InspectedBody> {
  const encoded: Buffer[] = [];
  let bytes = prefix.bytes;
  let cut = !prefix.complete;
  let garbled = false;
  let ambiguous = false;
  let held = 0;
  while (encoded.length < MOST_LAYERS && !garbled) {
    const coding = declared[encoded.length] ?? codingOf(bytes);
    if (coding === null) break;
    const layer = await undoCoding(coding, bytes, limit, !cut);
    const undeclared = encoded.length >= declared.length;
    if (undeclared && (layer === null || layer.bytes.length === 0)) break;
    ambiguous ||= undeclared || (layer?.several ?? false);
    garbled = !undeclared && (layer === null || layer.broken);
    cut ||= layer === null || layer.cut || layer.broken;
    if (layer === null || (layer.broken && layer.bytes.length === 0)) break;
    encoded.push(bytes);
    bytes = layer.bytes;
    holds((held += bytes.length));
  }
  return new InspectedBody(bytes, cut, { contentTypes, encoded, garbled, ambiguous });
}
