import { expect, it } from '@jest/globals';
import { LogBatch } from './log-batch.js';

it('is a JSON array of its lines behind the version, however long they are', () => {
  const batch = new LogBatch();
  const rows = [0, 1, 10, 65_530, 65_535, 2, 200_000].map((length) => ['x'.repeat(length), length]);
  for (const [index, row] of rows.entries()) {
    batch.add(JSON.stringify(row), 'o');
    expect(readBack(batch)).toEqual(rows.slice(0, index + 1));
  }
  expect(batch.count).toBe(rows.length);
});

it('holds nothing of what it held before once it is used again', () => {
  const batch = new LogBatch();
  for (const text of ['first', 'x'.repeat(100_000)]) batch.add(JSON.stringify([text]), 'o');
  batch.sealed = true;
  const again = batch.reuse();
  expect({ count: again.count, sealed: again.sealed }).toEqual({ count: 0, sealed: false });
  expect(readBack(again)).toEqual([]);
  again.add('["second"]', 'o');
  again.add('["third"]', 'o');
  expect(readBack(again)).toEqual([['second'], ['third']]);
});

function readBack(batch: LogBatch): unknown {
  const bytes = batch.toJsonb();
  expect(bytes[0]).toBe(1);
  return JSON.parse(bytes.toString('latin1', 1));
}
