import { Readable } from 'node:stream';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';
import type { AgentAnswer } from '../traffic/agent-traffic.js';

/** 04 §11.4.1; of what was decoded, so that a small answer cannot become a large one. */
const MAX_BYTES = 2_097_152;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** RFC 9110 §6.4.1: whatever their fields say of a body, as with a coding, there is none. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

/** As much of an answer as is looked at; the rest is left and its connection closed. An answer in a coding that nobody asked for is decoded. */
export async function readAnswer(
  method: string,
  { status, headers, body }: AgentAnswer,
): Promise<{ bytes: Buffer; isPart: boolean }> {
  const isEmpty = method === 'HEAD' || WITHOUT_BODY.has(status) || headers['content-length'] === '0';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of isEmpty ? body : decoded(body, headers['content-encoding'])) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES), isPart: bytes > MAX_BYTES };
}

function decoded(body: AgentAnswer['body'], coding = 'identity'): AsyncIterable<Uint8Array> {
  const decoder = DECODERS[coding.trim().toLowerCase()]?.();
  if (decoder === undefined) return body;
  const source = Readable.from(body);
  source.once('error', (error) => decoder.destroy(error));
  decoder.once('close', () => source.destroy());
  return source.pipe(decoder);
}
