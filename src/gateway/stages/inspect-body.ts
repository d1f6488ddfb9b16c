import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { InspectedBody } from '../../domain/policy/inspected-body.js';
import type { BodyPrefix } from '../request-body.js';

/** A prefix of a compressed body ends in the middle of its stream; what it holds is decoded all the same. */
const PARTIAL = { finishFlush: constants.Z_SYNC_FLUSH };

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Transform>> = {
  gzip: () => createGunzip(PARTIAL),
  'x-gzip': () => createGunzip(PARTIAL),
  deflate: (bytes) => (hasZlibHeader(bytes) ? createInflate(PARTIAL) : createInflateRaw(PARTIAL)),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};

/** More layers than any client sends; bounds the work. */
const MAX_ENCODINGS = 3;

/**
 * The body prefix as conditions see it: content-decoded, bounded to `limit` bytes (R11). What cannot be
 * decoded is judged as it stands, as a cut body.
 */
export async function inspectBody(
  prefix: BodyPrefix,
  contentEncodings: readonly string[],
  limit: number,
): Promise<InspectedBody> {
  const encodings = contentEncodings
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (encodings.length > MAX_ENCODINGS) return new InspectedBody(prefix.bytes, true);
  let decoded = { bytes: prefix.bytes, cut: !prefix.complete };
  for (const encoding of encodings.toReversed()) {
    const layer = await decodeBounded(encoding, decoded.bytes, limit);
    if (layer === null) return new InspectedBody(prefix.bytes, true);
    decoded = { bytes: layer.bytes, cut: layer.cut || decoded.cut };
  }
  return new InspectedBody(decoded.bytes, decoded.cut);
}

interface DecodedPrefix {
  bytes: Buffer;
  /** The body goes on after `bytes`. */
  cut: boolean;
}

/** The first `limit` decoded bytes; null for an unknown coding or one that does not decode at all. */
function decodeBounded(encoding: string, bytes: Buffer, limit: number): Promise<DecodedPrefix | null> {
  const create = DECODERS[encoding];
  if (!create) return Promise.resolve(null);
  return new Promise((resolve) => {
    const decoder = create(bytes);
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (cut: boolean): void => {
      decoder.destroy();
      resolve({ bytes: Buffer.concat(chunks).subarray(0, limit), cut });
    };
    decoder.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit) settle(true);
    });
    decoder.on('end', () => settle(false));
    decoder.on('error', () => (length > 0 ? settle(true) : resolve(null)));
    decoder.end(bytes);
  });
}

/** `deflate` is zlib by RFC 9110 §8.4.1.2; some clients send the bare deflate stream. */
function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.length >= 2 && (bytes[0]! & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
}
