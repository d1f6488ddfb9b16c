import type { IncompleteReason, SummaryDetail } from './summary.js';

/** Longest value of a detail, of a message's text, of a body nobody knows, and of the preview (06 §15.2). */
export const VALUE_LENGTH = 240;
export const MESSAGE_LENGTH = 1_800;
export const BODY_LENGTH = 500;
export const PREVIEW_LENGTH = 3_000;
const NAME_LENGTH = 60;
const MAX_NAMES = 5;

/**
 * White space, control characters, what is invisible, and the marks that reorder text: a person must see what is there
 * (`gpj.exe` must not read `exe.jpg`), and nothing may push it out of sight.
 */
const BLANKS = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]+/gu;
const LINE_END = /[\n\r\u0085\u2028\u2029]/;

/** White space in runs is one blank, and one line feed where `lines` are kept; safe to store and to show. */
export function readableText(text: string, lines = false): string {
  const blank = lines ? (run: string): string => (LINE_END.test(run) ? '\n' : ' ') : ' ';
  return text
    .toWellFormed()
    .replace(BLANKS, blank as string)
    .trim();
}

/** In at most `length` UTF-16 units; what is cut ends with `…` and the number of characters left. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const longest = leftOut(text.length).length;
  const kept = text.slice(0, Math.max(0, length - longest)).replace(/[\ud800-\udbff]$/, '');
  return kept + leftOut(text.length - kept.length);
}

function leftOut(characters: number): string {
  return `… (${characters} more characters)`;
}

/** Readable text on one line, cut. */
export function shown(text: string, length: number): string {
  return cutText(readableText(text), length);
}

/**
 * Collects details; what is absent, blank or of another type than expected is left out. Whatever is cut or counted
 * instead of shown becomes a reason why the summary is incomplete.
 */
export class Details {
  readonly list: SummaryDetail[] = [];
  readonly reasons = new Set<IncompleteReason>();

  /** On one line, whatever the value decodes to. */
  add(label: string, value: unknown, length = VALUE_LENGTH): this {
    if (typeof value !== 'string' && typeof value !== 'number') return this;
    return this.addReadable(label, readableText(String(value)), length);
  }

  /** A text whose lines are its own. */
  addText(label: string, value: string | undefined, length: number): this {
    return value === undefined ? this : this.addReadable(label, readableText(value, true), length);
  }

  /** A few of them by name, the others by number. */
  addNames(label: string, values: readonly unknown[]): this {
    const names = textsIn(values);
    const few = names.slice(0, MAX_NAMES).map((name) => {
      if (name.length > NAME_LENGTH) this.incomplete('cut');
      return cutText(name, NAME_LENGTH);
    });
    return this.addCounted(label, few, names.length);
  }

  /** As many as fit whole, the others by number. */
  addList(label: string, values: readonly unknown[], length = VALUE_LENGTH): this {
    const names = textsIn(values);
    const fitting: string[] = [];
    const room = length - ` … and ${names.length} more`.length;
    let used = 0;
    for (const name of names) {
      const isLast = fitting.length === names.length - 1;
      if (used + name.length > (isLast ? length : room)) break;
      fitting.push(name);
      used += name.length + 2;
    }
    if (fitting.length === 0 && names.length > 0) {
      this.incomplete('cut');
      fitting.push(cutText(names[0]!, room));
    }
    return this.addCounted(label, fitting, names.length);
  }

  incomplete(...reasons: readonly IncompleteReason[]): this {
    for (const reason of reasons) this.reasons.add(reason);
    return this;
  }

  /** Everything of another list behind this one. */
  append({ list, reasons }: Details): this {
    this.list.push(...list);
    return this.incomplete(...reasons);
  }

  private addCounted(label: string, names: readonly string[], all: number): this {
    if (all === 0) return this;
    const more = all - names.length;
    if (more > 0) this.incomplete('more_than_listed');
    this.list.push({ label, value: names.join(', ') + (more > 0 ? ` … and ${more} more` : '') });
    return this;
  }

  private addReadable(label: string, text: string, length: number): this {
    if (text === '') return this;
    if (text.length > length) this.incomplete('cut');
    this.list.push({ label, value: cutText(text, length) });
    return this;
  }
}

function textsIn(values: readonly unknown[]): string[] {
  return values.flatMap((value) => (typeof value === 'string' ? readableText(value) || [] : []));
}

/** A segment of a path as the API reads it. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
