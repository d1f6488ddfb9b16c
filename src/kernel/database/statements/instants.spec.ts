import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { COLUMN_READERS } from './instants.js';

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
