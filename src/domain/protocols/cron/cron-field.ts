/** One field of a cron expression: `*`, values, ranges and steps, by comma (04 §3.1.1). */
export interface CronField {
  min: number;
  max: number;
  /** Names by their value from `min` on. */
  names?: readonly string[];
  /** A value that is read as another: 7 is Sunday too. */
  alias?: { from: number; to: number };
}

export const FIELDS = {
  minute: { min: 0, max: 59 },
  hour: { min: 0, max: 23 },
  day: { min: 1, max: 31 },
  month: { min: 1, max: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  weekday: {
    min: 0,
    max: 6,
    names: 'sun mon tue wed thu fri sat'.split(' '),
    alias: { from: 7, to: 0 },
  },
} as const satisfies Record<string, CronField>;

const ITEM = /^([^-/]+)(?:-([^-/]+))?(?:\/(\d{1,3}))?$/;

/** The values in ascending order; null for a text that is no such field. The text is in small letters. */
export function readField(text: string, field: CronField): readonly number[] | null {
  const values = new Set<number>();
  for (const item of text.split(',')) {
    const range = readItem(item, field);
    if (range === null) return null;
    for (let value = range.from; value <= range.to; value += range.step) {
      values.add(value === field.alias?.from ? field.alias.to : value);
    }
  }
  return [...values].sort((one, other) => one - other);
}

function readItem(item: string, field: CronField): { from: number; to: number; step: number } | null {
  const [, first, last, stepText] = ITEM.exec(item) ?? [];
  if (first === undefined) return null;
  const step = stepText === undefined ? 1 : Number(stepText);
  // A step over the whole field would look like a period and be none.
  if (step < 1 || step > field.max - field.min + 1) return null;
  if (first === '*') return last === undefined ? { from: field.min, to: field.max, step } : null;
  const from = readValue(first, field);
  if (from === null) return null;
  if (last === undefined) return { from, to: stepText === undefined ? from : field.max, step };
  const end = readValue(last, field);
  if (end === null) return null;
  // `fri-sun` ends with the Sunday after, not with the one before.
  const to = end === field.alias?.to && end < from ? field.alias.from : end;
  return to < from ? null : { from, to, step };
}

function readValue(text: string, { min, max, names, alias }: CronField): number | null {
  const named = names?.indexOf(text) ?? -1;
  if (named >= 0) return min + named;
  if (!/^\d{1,2}$/.test(text)) return null;
  const value = Number(text);
  return (value >= min && value <= max) || value === alias?.from ? value : null;
}
