import { finished, ITEMS, PIECE, type Reading } from './reading.js';
import { maskKeys, REDACTED } from './redact-text.js';

/** Shorter ones stand in ordinary text as well. */
const MIN_VALUE = 8;
/** As much of a spelling as no ordinary text ends with. */
const MIN_CUT = 12;
/** Of values and their spellings; what an agent may receive is a few dozen. */
const MAX_SPELLINGS = 20_000;
/** How much of a spelling it is found by. */
const BEGINNING = 6;
/** Of how spellings begin, so that most places of a text are passed over without a look-up. */
const HASHES = 65_536;
/** In base64 a value begins at one of three places of a group. */
const ALIGNMENTS = [0, 1, 2];
const BITS_OF_BASE64 = 6;
const BITS_OF_BYTE = 8;
const MAX_DEPTH = 20;

/**
 * Replaces in texts the credentials that it was made of, as they are, in base64 (alone or within something longer),
 * percent-encoded and as JSON writes them, and what looks like a key (R44). The time follows the length of the text,
 * whatever the number of credentials. Texts and credentials can be long: both are read in pieces (ADR 122).
 */
export class CredentialMask {
  /** By how they begin; longest first. */
  private readonly spellings = new Map<string, string[]>();
  private readonly begins = new Uint8Array(HASHES);

  private constructor() {}

  static *making(values: Iterable<string>): Reading<CredentialMask> {
    const mask = new CredentialMask();
    const all = new Set<string>();
    for (const value of values) {
      for (const part of partsOf(value)) {
        yield;
        if (all.size >= MAX_SPELLINGS) break;
        for (const spelling of spellingsOf(part)) all.add(spelling);
      }
    }
    for (const spelling of [...all].sort((a, b) => b.length - a.length)) mask.add(spelling);
    return mask;
  }

  /** Of a few. */
  static of(values: Iterable<string>): CredentialMask {
    return finished(CredentialMask.making(values));
  }

  text(text: string): string {
    return finished(this.masking(text));
  }

  *masking(text: string): Reading<string> {
    const masked = yield* this.withoutValues(text);
    yield;
    return maskKeys(masked);
  }

  /** Every text in a value of JSON, names included; what lies deeper than anything is shown is left out. */
  *maskingValue(value: unknown, depth = 0): Reading<unknown> {
    if (typeof value === 'string') return yield* this.masking(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === MAX_DEPTH) return REDACTED;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(yield* this.maskingValue(item, depth + 1));
      return items;
    }
    const fields: [name: string, value: unknown][] = [];
    for (const [name, item] of Object.entries(value))
      fields.push([yield* this.masking(name), yield* this.maskingValue(item, depth + 1)]);
    return Object.fromEntries(fields);
  }

  private add(spelling: string): void {
    const beginning = spelling.slice(0, BEGINNING);
    const known = this.spellings.get(beginning);
    if (known !== undefined) return void known.push(spelling);
    this.spellings.set(beginning, [spelling]);
    this.begins[hashAt(beginning, 0)] = 1;
  }

  private *withoutValues(text: string): Reading<string> {
    if (this.spellings.size === 0) return text;
    let masked = '';
    let from = 0;
    let due = PIECE;
    let compared = 0;
    for (let at = 0; at + BEGINNING <= text.length; at += 1) {
      if (at >= due || compared >= ITEMS) {
        due = at + PIECE;
        compared = 0;
        yield;
      }
      if (this.begins[hashAt(text, at)] === 0) continue;
      const alike = this.spellings.get(text.slice(at, at + BEGINNING));
      if (alike === undefined) continue;
      compared += alike.length;
      const found = alike.find((spelling) => text.startsWith(spelling, at) || isCut(text, at, spelling));
      if (found === undefined) continue;
      masked += text.slice(from, at) + REDACTED;
      from = Math.min(at + found.length, text.length);
      at = from - 1;
    }
    return from === 0 ? text : masked + text.slice(from);
  }
}

/** Of four characters; those that are there. */
function hashAt(text: string, at: number): number {
  const hash =
    text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 4) ^
    (text.charCodeAt(at + 2) << 8) ^
    (text.charCodeAt(at + 3) << 12);
  return hash & (HASHES - 1);
}

/** Whether the text ends within the spelling, as where it was cut. */
function isCut(text: string, at: number, spelling: string): boolean {
  const left = text.length - at;
  return left >= MIN_CUT && left < spelling.length && spelling.startsWith(text.slice(at));
}

/** A credential of several lines or fields is repeated in part as well. */
function* partsOf(value: string): Generator<string> {
  if (value.length >= MIN_VALUE) yield value;
  if (value.includes('\n')) for (const line of value.split(/\r?\n/)) if (isPart(line)) yield line.trim();
  if (!value.startsWith('{')) return;
  const leaves: unknown[] = [parsed(value)];
  for (let leaf = leaves.pop(); leaf !== undefined; leaf = leaves.pop()) {
    if (typeof leaf === 'string' && isPart(leaf)) yield leaf;
    else if (typeof leaf === 'object' && leaf !== null) leaves.push(...Object.values(leaf));
  }
}

/** Of parts only what no ordinary word is. */
function isPart(text: string): boolean {
  return text.trim().length >= 2 * MIN_VALUE;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function* spellingsOf(value: string): Generator<string> {
  yield value;
  yield JSON.stringify(value).slice(1, -1);
  const percent = encodeURIComponent(value.toWellFormed());
  yield percent;
  yield percent.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
  yield percent.replaceAll('%20', '+');
  const bytes = Buffer.from(value);
  const everyByte = bytes.toString('hex').replace(/../g, '%$&');
  yield everyByte;
  yield everyByte.toUpperCase();
  for (const before of ALIGNMENTS) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    // What stands in a group with neighbours is left out: it depends on them.
    const begins = Math.ceil((before * BITS_OF_BYTE) / BITS_OF_BASE64);
    const ends = Math.floor(((before + bytes.length) * BITS_OF_BYTE) / BITS_OF_BASE64);
    const inside = encoded.slice(begins, ends);
    if (inside.length < MIN_VALUE) continue;
    yield inside;
    yield inside.replaceAll('-', '+').replaceAll('_', '/');
  }
}
