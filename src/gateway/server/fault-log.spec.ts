import { describe, expect, it } from '@jest/globals';
import { FaultLog } from './fault-log.js';

function faultLog(): { log: FaultLog; told: [string, number][]; pass: (milliseconds: number) => void } {
  const told: [string, number][] = [];
  let now = 0;
  const log = new FaultLog(
    ({ message }, { repeated }) => told.push([message, repeated]),
    () => now,
  );
  return { log, told, pass: (milliseconds) => (now += milliseconds) };
}

describe('faults of the gateway', () => {
  it('are told at once, and then every ten seconds with how often they came', () => {
    const { log, told, pass } = faultLog();
    for (let count = 0; count < 1_000; count++) log.note(new Error('no database'));
    log.note(new Error('another one'));
    log.note('no error at all');
    expect(told).toEqual([
      ['no database', 0],
      ['another one', 0],
      ['Gateway fault', 0],
    ]);
    pass(10_000);
    log.note(new Error('no database'));
    log.note(new Error('no database'));
    expect(told.slice(3)).toEqual([['no database', 999]]);
  });

  it('of very many kinds are all told, and few are remembered', () => {
    const { log, told } = faultLog();
    for (let count = 0; count < 500; count++) log.note(new Error(`kind ${count}`));
    expect(told).toHaveLength(500);
    log.note(new Error('kind 499'));
    expect(told).toHaveLength(500);
    log.note(new Error('kind 0'));
    expect(told).toHaveLength(501);
  });
});
