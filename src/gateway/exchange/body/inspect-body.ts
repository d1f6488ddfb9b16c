import { InspectedBody } from '../../../domain/decision/policy/conditions/inspected-body.js';
import type { BodyPrefix } from './request-body.js';
import { AWS_CHUNKED, type AwsFraming, undoAwsFraming } from './aws-framing.js';
import { codingOf, codingsIn, undoCoding } from './content-codings.js';
import { DECODING } from './decoder-turns.js';

/** More layers than any client sends; bounds the work (R26). */
const MAX_LAYERS = 3;

export interface Inspection {
  /** Values of every field that some server takes for `Content-Type`. */
  readonly contentTypes?: readonly string[];
  /** Of what is inside of it, whatever `Content-Encoding` says (R57). */
  readonly framing?: AwsFraming | null;
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
  { contentTypes = [], framing = null, holds = () => undefined, organizationId = '' }: Inspection = {},
): Promise<InspectedBody> {
  const declared = codingsIn(contentEncodings).filter(
    (name) => name !== 'identity' && (framing === null || name !== AWS_CHUNKED),
  );
  if (declared.length > MAX_LAYERS) {
    return new InspectedBody(prefix.bytes, true, { contentTypes, garbled: true });
  }
  if (framing === null && declared.length === 0 && codingOf(prefix.bytes) === null) {
    return new InspectedBody(prefix.bytes, !prefix.complete, { contentTypes });
  }
  const terms = { contentTypes, framing, holds };
  return DECODING.take(organizationId, () => decodeLayers(prefix, declared.toReversed(), limit, terms));
}

async function decodeLayers(
  prefix: BodyPrefix,
  declared: readonly string[],
  limit: number,
  { contentTypes, framing, holds }: Required<Omit<Inspection, 'organizationId'>>,
): Promise<InspectedBody> {
  const framed = framing === null ? null : undoAwsFraming(prefix.bytes, prefix.complete);
  const isFramed = framed !== null && !framed.broken;
  const around = isFramed ? [prefix.bytes] : [];
  const encoded: Buffer[] = [];
  let bytes = isFramed ? framed.bytes : prefix.bytes;
  let cut = !prefix.complete || (framed?.cut ?? false);
  let garbled = framed?.broken ?? false;
  let ambiguous = framing === 'claimed';
  let held = isFramed ? bytes.length : 0;
  if (held > 0) holds(held);
  while (encoded.length < MAX_LAYERS && !garbled) {
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
  return new InspectedBody(bytes, cut, {
    contentTypes,
    encoded: [...around, ...encoded],
    garbled,
    ambiguous,
  });
}
