import { type CronField, FIELDS, readField } from './cron-field.js';

/** What an expression asks for; every list is in ascending order. */
export interface CronExpression {
  minutes: readonly number[];
  hours: readonly number[];
  months: readonly number[];
  /** Null where the field is `*`. */
  days: DaysOfMonth | null;
  weekdays: Weekdays | null;
}

export interface DaysOfMonth {
  days: readonly number[];
  /** `L`. */
  last: boolean;
}

/** 0 is Sunday. */
export interface Weekdays {
  weekdays: readonly number[];
  /** `<dow>#<n>`: the nth of the month; 0 for `<dow>#L`, the last one. */
  nth: readonly { weekday: number; n: number }[];
}

const NICKNAMES: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};
const LAST = 'l';
const NTH = /^([^#]+)#([1-5l])$/;

/** Reads five fields or a nickname (04 §3.1); null for anything else. Whether it ever matches is for `nextRun`. */
export function parseCron(text: string): CronExpression | null {
  const lower = text.trim().toLowerCase();
  const fields = (NICKNAMES[lower] ?? lower).split(/\s+/);
  if (fields.length !== 5) return null;
  const [minute, hour, day, month, weekday] = fields as [string, string, string, string, string];
  const minutes = readField(minute, FIELDS.minute);
  const hours = readField(hour, FIELDS.hour);
  const months = readField(month, FIELDS.month);
  const days = readDays(day);
  const weekdays = readWeekdays(weekday);
  if (!minutes || !hours || !months || days === undefined || weekdays === undefined) return null;
  return { minutes, hours, months, days, weekdays };
}

/** A field is restricted when it is anything but `*`, so `*\/2` is (04 §3.1.2). Undefined: not readable. */
function readDays(text: string): DaysOfMonth | null | undefined {
  if (text === '*') return null;
  const { special, rest } = sorted(text, (item) => item === LAST);
  const days = valuesOf(rest, FIELDS.day);
  return days && { days, last: special.length > 0 };
}

function readWeekdays(text: string): Weekdays | null | undefined {
  if (text === '*') return null;
  const { special, rest } = sorted(text, (item) => item.includes('#'));
  const found = valuesOf(rest, FIELDS.weekday);
  const nth = special.map(readNth);
  if (found === undefined || !nth.every((item) => item !== null)) return undefined;
  return { weekdays: found, nth };
}

function readNth(item: string): { weekday: number; n: number } | null {
  const [, day = '', which = ''] = NTH.exec(item) ?? [];
  const values = /[-/*]/.test(day) ? null : readField(day, FIELDS.weekday);
  const [weekday] = values ?? [];
  return weekday === undefined ? null : { weekday, n: which === LAST ? 0 : Number(which) };
}

function sorted(text: string, isSpecial: (item: string) => boolean): { special: string[]; rest: string[] } {
  const { special = [], rest = [] } = Object.groupBy(text.split(','), (item) =>
    isSpecial(item) ? 'special' : 'rest',
  );
  return { special, rest };
}

function valuesOf(items: readonly string[], field: CronField): readonly number[] | undefined {
  return items.length === 0 ? [] : (readField(items.join(','), field) ?? undefined);
}
