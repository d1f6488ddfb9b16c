import pg from 'pg';

const ZERO = 48;
/** Where the parts of `2026-11-22 13:39:49.123456+00` stand. */
const AT = { month: 5, day: 8, hour: 11, minute: 14, second: 17, fraction: 20 } as const;
const SHORTEST = '2026-11-22 13:39:49+00'.length;
const UTC = '+00';

const general = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => unknown;

/**
 * A `timestamptz` as PostgreSQL writes it in UTC. Most columns of a list are instants, and the driver's own parser, three
 * expressions and a dozen strings for each, took more time and memory than the rest of a row. Every other spelling
 * (another zone, another era, infinity) is left to it.
 */
function readInstant(text: string): unknown {
  if (text.length < SHORTEST || text[4] !== '-' || text[AT.hour - 1] !== ' ' || !text.endsWith(UTC))
    return general(text);
  const end = text.length - UTC.length;
  const year = digits(text, 0, 4);
  // `Date.UTC` takes the first hundred years for the twentieth century.
  if (year < 100) return general(text);
  return new Date(
    Date.UTC(
      year,
      digits(text, AT.month, AT.month + 2) - 1,
      digits(text, AT.day, AT.day + 2),
      digits(text, AT.hour, AT.hour + 2),
      digits(text, AT.minute, AT.minute + 2),
      digits(text, AT.second, AT.second + 2),
      milliseconds(text, end),
    ),
  );
}

/** What is finer is cut off; PostgreSQL leaves zeros at the end out. */
function milliseconds(text: string, end: number): number {
  const last = Math.min(end, AT.fraction + 3);
  if (last <= AT.fraction) return 0;
  return digits(text, AT.fraction, last) * 10 ** (AT.fraction + 3 - last);
}

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}

const TIMESTAMPTZ: number = pg.types.builtins.TIMESTAMPTZ;

/** For the driver: how it reads columns. */
export const COLUMN_READERS: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ && format !== 'binary'
      ? readInstant
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};
