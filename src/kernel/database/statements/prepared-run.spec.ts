import { expect, it, describe } from '@jest/globals';
import pg, { type Connection } from 'pg';
import fc from 'fast-check';
import { Prepared, PreparedRun, COLUMN_READERS } from './prepared-run.js';

const JSON_TYPE = 114;
const COLUMNS = { fields: [{ name: 'told', dataTypeID: JSON_TYPE, format: 'text' }] } as const;

/** What is said to PostgreSQL, message by message. */
function connection(said: string[]): Connection {
  const say = (what: string) => () => void said.push(what);
  return {
    stream: { cork: () => undefined, uncork: () => undefined },
    parsedStatements: {},
    ...Object.fromEntries(['parse', 'bind', 'describe', 'execute', 'sync'].map((what) => [what, say(what)])),
  } as unknown as Connection;
}

function run(on: Connection): { run: PreparedRun<unknown>; outcome: unknown[] } {
  const outcome: unknown[] = [];
  const started = new PreparedRun<unknown>(new Prepared('SELECT told FROM tales WHERE id = $1'), [1]);
  started.callback = (error, result) => void outcome.push(error ?? result?.rows);
  started.submit(on);
  return { run: started, outcome };
}

it('asks each connection once which columns the rows have', () => {
  const said: string[] = [];
  const one = connection(said);
  run(one).run.handleRowDescription(COLUMNS);
  const { run: second, outcome } = run(one);
  second.handleDataRow({ fields: ['{"a":1}'] });
  second.handleDataRow({ fields: [null] });
  second.handleReadyForQuery();
  expect(outcome).toEqual([[{ told: { a: 1 } }, { told: null }]]);
  expect(said.filter((what) => what === 'describe')).toHaveLength(1);
  run(connection(said));
  expect(said.filter((what) => what === 'describe')).toHaveLength(2);
});

it('fails when a row cannot be read, after PostgreSQL has said all', () => {
  const { run: unlucky, outcome } = run(connection([]));
  unlucky.handleRowDescription(COLUMNS);
  unlucky.handleDataRow({ fields: ['{'] });
  unlucky.handleDataRow({ fields: ['{}'] });
  expect(outcome).toEqual([]);
  unlucky.handleReadyForQuery();
  expect(outcome).toEqual([expect.any(SyntaxError)]);
});

const TIMESTAMPTZ = pg.types.builtins.TIMESTAMPTZ;
const read = COLUMN_READERS.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;
const asTheDriverReads = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;

describe('reading instants from PostgreSQL', () => {
  it.each([
    ['2026-11-22 13:39:49+00', '2026-11-22T13:39:49.000Z'],
    ['2026-11-22 13:39:49.5+00', '2026-11-22T13:39:49.500Z'],
    ['2026-01-02 03:04:05.07+00', '2026-01-02T03:04:05.070Z'],
    ['2026-11-22 13:39:49.123456+00', '2026-11-22T13:39:49.123Z'],
    ['2024-02-29 23:59:59.999999+00', '2024-02-29T23:59:59.999Z'],
  ])('reads %s to the millisecond', (text, instant) => {
    expect((read(text) as Date).toISOString()).toBe(instant);
  });

  it.each([
    '2026-11-22 13:39:49.123+02',
    '2026-11-22 13:39:49.123+05:30',
    '2026-11-22 13:39:49-08',
    '0044-03-15 12:00:00+00 BC',
    '0079-08-24 12:00:00+00',
    '12026-11-22 13:39:49+00',
    'infinity',
    '-infinity',
  ])('leaves %s to the driver', (text) => {
    expect(read(text)).toEqual(asTheDriverReads(text));
  });

  it('reads every instant that has been written', () => {
    const instants = fc.date({
      min: new Date('0100-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (instant) => {
        const text = instant.toISOString().replace('T', ' ').replace('Z', '+00');
        expect(read(text)).toEqual(instant);
      }),
    );
  });

  it('leaves every other column to the driver', () => {
    const { INT8, JSONB } = pg.types.builtins;
    for (const oid of [INT8, JSONB]) {
      expect(COLUMN_READERS.getTypeParser(oid)).toBe(pg.types.getTypeParser(oid));
    }
  });
});
