import type { CronExpression } from './cron-expression.js';

const WEEK = 7;

/** The days of a month on which the expression matches, ascending; `month` from 0. */
export function runDays({ months, days, weekdays }: CronExpression, year: number, month: number): number[] {
  if (!months.includes(month + 1)) return [];
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  const byDate = (day: number): boolean =>
    days !== null && (days.days.includes(day) || (days.last && day === length));
  const byWeekday = (day: number): boolean => {
    const weekday = (first + day - 1) % WEEK;
    const n = Math.ceil(day / WEEK);
    const isLast = day + WEEK > length;
    return (
      weekdays !== null &&
      (weekdays.weekdays.includes(weekday) ||
        weekdays.nth.some((nth) => nth.weekday === weekday && (nth.n === 0 ? isLast : nth.n === n)))
    );
  };
  const unrestricted = days === null && weekdays === null;
  return Array.from({ length }, (_, at) => at + 1).filter(
    (day) => unrestricted || byDate(day) || byWeekday(day),
  );
}
