import { foldName } from './key-paths.js';
import { finished, ITEMS, PIECE, type Reading } from '../../text/reading.js';
import { formDecoding } from './text-readings.js';

export interface FormField {
  /** As it stands, still encoded. */
  readonly raw: string;
  /** Decoded and folded, without what frameworks leave out of names: brackets, dots, indices. */
  readonly name: string;
  readonly value: string;
}

/** Fields as any form reader splits them: at `&` and at `;`. */
export const formFields = (text: string): FormField[] => finished(formFieldsNamed(text, null));

/** `items[0][Kind]`, `items.kind` and ` items[].kind` are one name: PHP, Rails and `qs` read them alike. */
export const plainName = (name: string): string => finished(plainNaming(name));

/** Those fields whose names are among `wanted`; all of them where that is null. */
export function* formFieldsNamed(text: string, wanted: ReadonlySet<string> | null): Reading<FormField[]> {
  const fields: FormField[] = [];
  for (const pacer = new FieldPacer(text); pacer.more;) {
    const raw = pacer.take();
    if (raw.length > PIECE || pacer.isLong) yield;
    const equals = raw.indexOf('=');
    const name = yield* nameOf(raw, equals);
    if (wanted !== null && !wanted.has(name)) continue;
    fields.push({ raw, name, value: equals < 0 ? '' : yield* formDecoding(raw.slice(equals + 1)) });
  }
  return fields;
}

/** The text as readers see it that keep the first, and the last, of several fields with a name. */
export function* withoutRepeats(text: string): Reading<{ readonly first: string; readonly last: string }> {
  const first = new Map<string, string>();
  const last = new Map<string, string>();
  for (const pacer = new FieldPacer(text); pacer.more;) {
    const raw = pacer.take();
    if (raw.length > PIECE || pacer.isLong) yield;
    const name = yield* nameOf(raw, raw.indexOf('='));
    if (!first.has(name)) first.set(name, raw);
    last.set(name, raw);
  }
  return { first: [...first.values()].join('&'), last: [...last.values()].join('&') };
}

function nameOf(raw: string, equals: number): Reading<string> {
  return naming(equals < 0 ? raw : raw.slice(0, equals));
}

function* naming(name: string): Reading<string> {
  return yield* plainNaming(yield* formDecoding(name));
}

const ORDINARY_NAME = /^[a-z]+$/;
/** A longer word comes in several pieces, one right behind the other. */
const WORD = new RegExp(`[\\p{L}\\p{N}]{1,${PIECE}}`, 'gu');
const INDEX = /^\d+$/;

function* plainNaming(name: string): Reading<string> {
  if (ORDINARY_NAME.test(name)) return name;
  const words: string[] = [];
  let end = -1;
  let count = 0;
  for (const { 0: piece, index } of foldName(name).matchAll(WORD)) {
    if (piece.length >= PIECE || ++count % ITEMS === 0) yield;
    if (index === end) words.push(words.pop()! + piece);
    else words.push(piece);
    end = index + piece.length;
  }
  const said = words.filter((word) => !INDEX.test(word));
  return said.length > 0 ? said.join('.') : name.trim();
}

/** Walks over the fields of a text, and says when it has walked far enough for one turn. */
class FieldPacer {
  private at = 0;
  private due = PIECE;
  private count = 0;

  constructor(private readonly text: string) {}

  get more(): boolean {
    return this.at <= this.text.length;
  }

  get isLong(): boolean {
    if (this.at < this.due && ++this.count < ITEMS) return false;
    this.due = this.at + PIECE;
    this.count = 0;
    return true;
  }

  take(): string {
    const from = this.at;
    let end = from;
    for (; end < this.text.length; end++) {
      const code = this.text.charCodeAt(end);
      if (code === AMPERSAND || code === SEMICOLON) break;
    }
    this.at = end + 1;
    return this.text.slice(from, end);
  }
}

const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
