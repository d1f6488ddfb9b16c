import { expect, it } from '@jest/globals';
import { LogBatch } from './log-batch.js';

it('is a JSON array of its lines behind the version, however long they are', () => {
  const batch = new LogBatch();
  const rows = [0, 1, 10, 65_530, 65_535, 2, 200_000].map((length) => ['x'.repeat(length), length]);
  for (const [index, row] of rows.entries()) {
    batch.add(JSON.stringify(row));
    const octets = batch.toJsonb();
    expect(octets[0]).toBe(1);
    expect(JSON.parse(octets.toString('latin1', 1))).toEqual(rows.slice(0, index + 1));
  }
  expect(batch.count).toBe(rows.length);
});
