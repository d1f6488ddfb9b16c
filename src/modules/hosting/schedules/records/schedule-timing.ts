import { parseCron } from '../../../../domain/protocols/cron/cron-expression.js';
import { nextRun } from '../../../../domain/protocols/cron/next-run.js';
import { timeZone } from '../../../../domain/protocols/cron/time-zone.js';

interface Timing {
  schedule: string;
  timezone: string;
}

/** When it comes next after that instant; of what was judged to come, as everything stored was. */
export function nextFireAfter({ schedule, timezone }: Timing, instant: number): Date {
  const [expression, zone] = [parseCron(schedule), timeZone(timezone)];
  const next = expression && zone && nextRun(expression, zone, instant);
  if (next === null) throw new Error('A schedule that never comes was stored');
  return new Date(next);
}

/** What is wrong with what is given of a timing, in words; null when nothing is. */
export function timingProblem({ schedule, timezone }: Partial<Timing>): string | null {
  if (timezone !== undefined && timeZone(timezone) === null) return 'timezone is not a known time zone';
  if (schedule === undefined) return null;
  const expression = parseCron(schedule);
  if (expression === null) return 'schedule is not a cron expression of five fields';
  // Every local time stands for an instant in every zone, so any zone tells.
  return nextRun(expression, timeZone('UTC')!, 0) === null ? 'schedule never comes' : null;
}
