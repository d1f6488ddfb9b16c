import type { CronExpression } from './cron-expression.js';
import { runDays } from './run-days.js';
import type { TimeZone } from './time-zone.js';

const MINUTE = 60_000;
/** After as many years the calendar begins again, so that what did not come by then never does. */
const CALENDAR_YEARS = 400;
const MONTHS = CALENDAR_YEARS * 12;

/**
 * The first match strictly after the instant, as milliseconds of the epoch; null for an expression that never matches
 * (04 §3.1.4). A local time that is skipped is at the end of the gap, one that comes twice is there once (04 §3.1.3).
 */
export function nextRun(expression: CronExpression, zone: TimeZone, after: number): number | null {
  for (const local of localTimes(expression, zone.localOf(after))) {
    const instant = zone.instantOf(local);
    // The second time round of an hour is over by its first.
    if (instant > after) return instant;
  }
  return null;
}

/** Matching local times from that minute on, in order. */
function* localTimes(expression: CronExpression, from: number): Generator<number> {
  const start = new Date(Math.floor(from / MINUTE) * MINUTE);
  for (let at = 0; at < MONTHS; at++) {
    const month = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + at));
    for (const day of runDays(expression, month.getUTCFullYear(), month.getUTCMonth())) {
      for (const hour of expression.hours) {
        for (const minute of expression.minutes) {
          const local = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), day, hour, minute);
          if (local >= start.getTime()) yield local;
        }
      }
    }
  }
}
