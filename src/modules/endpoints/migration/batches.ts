import { MAX_ITEMS } from './dto/migrate-import.dto.js';

/** Below the limit of a JSON body (01 §1.7), with room for what stands around the items. */
const MAX_BYTES = 900 * 1024;

/** Items in lists that fit into one request each, in the order they come; no list is empty. */
export async function* batches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for await (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (batch.length === MAX_ITEMS || (batch.length > 0 && bytes + size > MAX_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
