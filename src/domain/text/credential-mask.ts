import { maskKeys, REDACTED } from './redact-text.js';

/** Shorter ones stand in ordinary text as well. */
const MIN_VALUE = 8;
/** As much of a spelling as no ordinary text ends with. */
const MIN_CUT = 12;
/** Of values and their spellings; what an agent may receive is a few dozen. */
const MAX_SPELLINGS = 20_000;
/** How much of a spelling it is found by. */
const BEGINNING = 6;
/** In base64 a value begins at one of three places of a group. */
const ALIGNMENTS = [0, 1, 2];
const BITS_OF_BASE64 = 6;
const BITS_OF_BYTE = 8;
const MAX_DEPTH = 20;

/**
 * Replaces in texts the credentials that it was made of, as they are, in base64 (alone or within something longer),
 * percent-encoded and as JSON writes them, and what looks like a key (R44). The time follows the length of the text,
 * whatever the number of credentials.
 */
export class CredentialMask {
  /** By how they begin; longest first. */
  private readonly spellings = new Map<string, string[]>();

  constructor(values: Iterable<string>) {
    const all = new Set<string>();
    for (const value of values) {
      for (const part of partsOf(value)) {
        for (const spelling of spellingsOf(part)) if (all.size < MAX_SPELLINGS) all.add(spelling);
      }
    }
    for (const spelling of [...all].sort((a, b) => b.length - a.length)) {
      const beginning = spelling.slice(0, BEGINNING);
      const known = this.spellings.get(beginning);
      if (known === undefined) this.spellings.set(beginning, [spelling]);
      else known.push(spelling);
    }
  }

  text(text: string): string {
    return maskKeys(this.withoutValues(text));
  }

  /** Every text in a value of JSON, names included; what lies deeper than anything is shown is left out. */
  value(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === MAX_DEPTH) return REDACTED;
    if (Array.isArray(value)) return value.map((item) => this.value(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [this.text(name), this.value(item, depth + 1)]),
    );
  }

  private withoutValues(text: string): string {
    if (this.spellings.size === 0) return text;
    let masked = '';
    let from = 0;
    for (let at = 0; at + BEGINNING <= text.length; at += 1) {
      const found = this.spellings
        .get(text.slice(at, at + BEGINNING))
        ?.find((spelling) => text.startsWith(spelling, at) || isCut(text, at, spelling));
      if (found === undefined) continue;
      masked += text.slice(from, at) + REDACTED;
      from = Math.min(at + found.length, text.length);
      at = from - 1;
    }
    return from === 0 ? text : masked + text.slice(from);
  }
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
  const everyByte = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
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
