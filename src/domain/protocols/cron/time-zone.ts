/**
 * Local times of an IANA zone by the tables that Node.js brings along (ICU). A local time is written as the milliseconds
 * that the same figures would be in UTC, so that it can be compared and counted on.
 */
const DAY = 86_400_000;
const SECOND = 1_000;

export interface TimeZone {
  localOf(instant: number): number;
  /** When the local time comes: the first time of two; the end of the gap it falls into (04 §3.1.3). */
  instantOf(local: number): number;
}

/** Null for what names no zone; offsets such as `+01:00` do not. */
export function timeZone(name: string): TimeZone | null {
  const format = /^[a-z]/i.test(name) ? formatOf(name) : null;
  if (format === null) return null;
  const localOf = (instant: number): number => localBy(format, instant);
  const offsetAt = (instant: number): number => localOf(instant) - instant;
  const instantOf = (local: number): number => {
    // No zone changes its offset twice within two days, and none is a day away from UTC.
    const before = offsetAt(local - DAY);
    const after = offsetAt(local + DAY);
    const found = [local - before, local - after].filter((instant) => localOf(instant) === local);
    return found.length > 0 ? Math.min(...found) : changeBetween(local - after, local - before, offsetAt);
  };
  return { localOf, instantOf };
}

/** The first whole second with the later offset. */
function changeBetween(from: number, to: number, offsetAt: (instant: number) => number): number {
  const offset = offsetAt(to);
  let [old, changed] = [from / SECOND, to / SECOND];
  while (changed - old > 1) {
    const middle = Math.floor((old + changed) / 2);
    if (offsetAt(middle * SECOND) === offset) changed = middle;
    else old = middle;
  }
  return changed * SECOND;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function localBy(format: Intl.DateTimeFormat, instant: number): number {
  const figures: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format.formatToParts(instant)) figures[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = figures;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
