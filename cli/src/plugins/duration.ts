import { misused } from '../terminal/failure.js';
import type { Argument } from '../terminal/line.js';

const SECONDS = { '': 1, s: 1, m: 60, h: 3600 } as const;
const LONGEST_S = 24 * 3600;

export function timeoutArgument(about: string): Argument {
  return { name: '--timeout', about: `${about}: seconds, or with a unit as in 10m` };
}

/** In milliseconds. */
export function durationOf(given: string, command: readonly string[]): number {
  const [, digits = '', unit = ''] = /^(\d{1,6})([smh]?)$/.exec(given) ?? [];
  const seconds = Number(digits) * SECONDS[unit as keyof typeof SECONDS];
  if (digits === '' || seconds < 1 || seconds > LONGEST_S)
    throw misused('--timeout must be a number of seconds or a duration such as 10m, at most a day.', command);
  return seconds * 1000;
}
