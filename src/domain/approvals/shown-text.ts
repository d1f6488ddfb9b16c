import type { SummaryDetail } from './summary.js';

/** Longest value of a detail, of a message's text, of a body nobody knows, and of the preview (06 §15.2). */
export const VALUE_LENGTH = 240;
export const MESSAGE_LENGTH = 1_800;
export const BODY_LENGTH = 500;
export const PREVIEW_LENGTH = 3_000;
const MOST_NAMES = 5;

/**
 * Control characters, and the marks that reorder text: a person must see what is there (`gpj.exe` must not read
 * `exe.jpg`). Line feeds are kept.
 */
// eslint-disable-next-line no-control-regex -- they are what this is about
const UNSHOWABLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/** The text in at most `length` UTF-16 units, with `…` where something was cut; safe to store and to show. */
export function shown(text: string, length: number): string {
  // Cut first: the cost must not grow with what nobody sees.
  const bounded = text.length > 4 * length ? text.slice(0, 4 * length) : text;
  const clean = bounded.replace(UNSHOWABLE, ' ').trim().toWellFormed();
  if (clean.length <= length && bounded.length === text.length) return clean;
  return `${clean.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Collects details; what is absent, blank or of another type than expected is left out. */
export class Details {
  readonly list: SummaryDetail[] = [];

  add(label: string, value: unknown, length = VALUE_LENGTH): this {
    if (typeof value !== 'string' && typeof value !== 'number') return this;
    const text = shown(String(value), length);
    if (text !== '') this.list.push({ label, value: text });
    return this;
  }

  /** A few of them by name, the others by number. */
  addNames(label: string, values: readonly unknown[]): this {
    const names = values.filter((value): value is string => typeof value === 'string' && value.trim() !== '');
    if (names.length === 0) return this;
    const few = names.slice(0, MOST_NAMES).map((name) => shown(name, 60));
    const more = names.length - few.length;
    return this.add(label, few.join(', ') + (more > 0 ? ` … and ${more} more` : ''));
  }

  /** Everybody, as far as it fits. */
  addList(label: string, values: readonly unknown[]): this {
    return this.add(label, values.filter((value) => typeof value === 'string' && value !== '').join(', '));
  }
}

/** A segment of a path as the API reads it. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
