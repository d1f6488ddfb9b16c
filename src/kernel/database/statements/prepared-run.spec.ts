import { expect, it } from '@jest/globals';
import type { Connection } from 'pg';
import { Prepared } from './prepared.js';
import { PreparedRun } from './prepared-run.js';

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
