import { describe, expect, it } from '@jest/globals';
import { LogLines, type LogRecord, LogBatch } from './log-record.js';

const RECORD: LogRecord = {
  organizationId: 'o1',
  workspaceId: 'w1',
  agentId: 'a1',
  method: 'GET',
  host: 'api.u.test',
  path: '/v1',
  provider: 'api.u.test',
  status: 200,
  latencyMs: 12,
  injectionCount: 1,
  llmHost: false,
  matchedRuleLogicalId: null,
  extraData: null,
  createdAt: new Date(1_700_000_000_123),
  refusal: null,
  forwarded: true,
};

function read(line: string): unknown[] {
  return (JSON.parse(line) as unknown[]).slice(0, 13);
}

describe('a record as a line', () => {
  it('has its values in the order of the statement, and an id of its own', () => {
    const lines = new LogLines();
    const [first, second] = [lines.of(RECORD), lines.of(RECORD)];
    expect(read(first)).toEqual([
      ...[
        'w1',
        'a1',
        'GET',
        'api.u.test',
        '/v1',
        'api.u.test',
        200,
        12,
        1,
        false,
        null,
        null,
        1_700_000_000_123,
      ],
    ]);
    expect((JSON.parse(first) as unknown[])[13]).toMatch(/^[0-9a-f-]{36}$/);
    expect((JSON.parse(first) as unknown[])[13]).not.toBe((JSON.parse(second) as unknown[])[13]);
  });

  it.each(['"', '\\', '\u0001', 'é', 'Regel — „zu"', '\u{1f511}', '\u2028'])(
    'reads back %j, and is ASCII',
    (text) => {
      const extraData = { matched_rule_name: text, list: [text, null, 1] };
      const line = new LogLines().of({ ...RECORD, path: text, host: text, extraData });
      expect(line).toMatch(/^[\x20-\x7e]*$/);
      expect(read(line)).toEqual([
        ...[
          'w1',
          'a1',
          'GET',
          text,
          text,
          'api.u.test',
          200,
          12,
          1,
          false,
          null,
          extraData,
          1_700_000_000_123,
        ],
      ]);
    },
  );

  it('takes nothing from the record before that is not its own', () => {
    const lines = new LogLines();
    const others: Partial<LogRecord>[] = [
      { workspaceId: 'w2' },
      { agentId: 'a2' },
      { method: 'POST' },
      { host: 'other.u.test' },
      { provider: 'gmail' },
      { matchedRuleLogicalId: 'r1' },
      { extraData: { decision: 'blocked' } },
      { extraData: { decision: 'rate_limited' } },
    ];
    for (const other of others) {
      lines.of(RECORD);
      expect(read(lines.of({ ...RECORD, ...other }))).toEqual(
        read(new LogLines().of({ ...RECORD, ...other })),
      );
      expect(read(lines.of(RECORD))).toEqual(read(new LogLines().of(RECORD)));
    }
  });
});

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
