/** The answer is longer than what is read of it. */
export class AnswerTooLong extends Error {}

/** Collects a body; throws `AnswerTooLong` when it is longer than `limit` bytes, and gives up reading it. */
export async function readBounded(body: AsyncIterable<Uint8Array> | null, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > limit) throw new AnswerTooLong(`the response is longer than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
