import { type FormField, formFieldsNamed, plainName, withoutRepeats } from './form-fields.js';
import { type JsonReading, readingJson } from './json-reader.js';
import { foldName, type KeyPaths } from './key-paths.js';
import { Derived, finished, type Pace, type Reading } from '../../text/reading.js';
import { formDecoding, lowering, markupDecoding, percentDecoding, unescaping } from './text-readings.js';

/** Encodings of a part that leave its bytes as they are. */
const PLAIN = new Set(['7bit', '8bit', 'binary']);
const TRANSFER_ENCODING = /content-transfer-encoding[ \t]{0,8}:[ \t]{0,8}"?([\w-]{0,32})/g;

/** Charsets in which text does not stand as ASCII. */
const HIDING_CHARSET =
  /charset[*\d]{0,4}[ \t]{0,8}=[ \t]{0,8}["']?(?:utf-?(?:7|16|32)|ucs|ibm|cp0|cp1026|iso-2022|hz)/;

const NO_KEYS = { depth: 0, asked: false, next: new Map<string, never>() };

/** What is read for the keys of a rule set, as many as there were then. */
interface ForKeys {
  readonly asked: number;
  readonly json: Derived<JsonReading>;
  readonly fields: Derived<readonly FormField[]>;
}

/**
 * One text that the bytes of a body are decoded to, and what can be read in it; everything is made on first use, in
 * the turns that `pace` allows. Every property may throw `Paused`.
 */
export class BodyText {
  private readonly made: Record<'lowered' | 'unescaped' | 'withoutMarkup', Derived<string>>;
  private readonly decoded: Derived<readonly string[]>;
  private readonly forms: Derived<readonly string[]>;
  private readonly repeats: Derived<boolean>;
  private readonly sequence: Derived<boolean>;
  private readonly keyed = new Map<KeyPaths, ForKeys>();

  constructor(
    readonly text: string,
    private readonly pace: Pace,
  ) {
    this.made = {
      lowered: new Derived(pace, () => lowering(text)),
      unescaped: new Derived(pace, () => loweredOf(unescaping(text))),
      withoutMarkup: new Derived(pace, () => loweredOf(markupDecoding(text))),
    };
    this.decoded = new Derived(pace, () => undoing(text));
    this.forms = new Derived(pace, () => formsOf(text));
    this.repeats = new Derived(pace, () => repeating(text));
    this.sequence = new Derived(pace, () => isSequence(text));
  }

  /** A-Z lowered and nothing else, as conditions compare (02 §6.8.1). */
  get lowered(): string {
    return this.made.lowered.get();
  }

  /** What the text says with escapes of one or two notations undone, in lower case; empty for most texts. */
  get undone(): readonly string[] {
    return this.decoded.get();
  }

  /** Reads the whole text as JSON, once for all keys of a rule set, and again when one was added to them. */
  jsonAt(keys: KeyPaths): JsonReading {
    return this.readFor(keys).json.get();
  }

  get isSequence(): boolean {
    return this.sequence.get();
  }

  /** The fields at some key as a form reader sees them, also in what was meant as something else; values lowered. */
  fieldsAt(keys: KeyPaths): readonly FormField[] {
    return this.text.includes('=') ? this.readFor(keys).fields.get() : [];
  }

  get unescaped(): string {
    return this.made.unescaped.get();
  }

  get withoutMarkup(): string {
    return this.made.withoutMarkup.get();
  }

  /** What is left for readers of forms that keep the first, and the last, of several fields with one name. */
  get formsWithoutRepeats(): readonly string[] {
    return this.forms.get();
  }

  get repeatsNames(): boolean {
    return this.repeats.get();
  }

  private readFor(keys: KeyPaths): ForKeys {
    const { asked } = keys;
    const known = this.keyed.get(keys);
    if (known?.asked === asked) return known;
    const read: ForKeys = {
      asked,
      json: new Derived(this.pace, () => readingJson(this.text, keys.root)),
      fields: new Derived(this.pace, () => fieldsOf(this.text, namesOf(keys))),
    };
    this.keyed.set(keys, read);
    return read;
  }
}

/** The names that fields at a key have; a rule set asks about the same keys in every body. */
function namesOf(keys: KeyPaths): ReadonlySet<string> {
  const known = KNOWN_NAMES.get(keys);
  if (known?.asked === keys.asked) return known.names;
  const names = new Set(keys.dotted.map(plainName));
  KNOWN_NAMES.set(keys, { asked: keys.asked, names });
  return names;
}

const KNOWN_NAMES = new WeakMap<KeyPaths, { readonly asked: number; readonly names: ReadonlySet<string> }>();

function* loweredOf(reading: Reading<string>): Reading<string> {
  return yield* lowering(yield* reading);
}

function* undoing(text: string): Reading<readonly string[]> {
  const percent = yield* percentDecoding(text);
  const form = yield* formDecoding(text);
  const undone = new Set([percent, form]);
  for (const each of [text, percent, form]) undone.add(yield* unescaping(each));
  if (text.trimStart().startsWith('<')) undone.add(yield* markupDecoding(text));
  undone.delete(text);
  const lowered: string[] = [];
  for (const each of undone) lowered.push(yield* lowering(each));
  return lowered;
}

function* isSequence(text: string): Reading<boolean> {
  return (yield* readingJson(text, NO_KEYS, { sequence: true })).state !== 'broken';
}

function* fieldsOf(text: string, wanted: ReadonlySet<string>): Reading<readonly FormField[]> {
  const fields: FormField[] = [];
  for (const field of yield* formFieldsNamed(text, wanted))
    fields.push({ ...field, value: yield* lowering(field.value) });
  return fields;
}

function* formsOf(text: string): Reading<readonly string[]> {
  const { first, last } = yield* withoutRepeats(text);
  const forms: string[] = [];
  for (const left of [first, last])
    forms.push(yield* lowering(left), yield* lowering(yield* formDecoding(left)));
  return forms;
}

function* repeating(text: string): Reading<boolean> {
  const names = new SeenNames();
  yield* readingJson(text, NO_KEYS, { onName: (name, object) => names.add(name, object) });
  return names.repeated.size > 0;
}

/** Names that stand more than once in one object, in any letter case, as far as the text is JSON. */
export function repeatedNames(text: string): string[] {
  const names = new SeenNames();
  finished(readingJson(text, NO_KEYS, { onName: (name, object) => names.add(name, object) }));
  return [...names.repeated];
}

class SeenNames {
  readonly repeated = new Set<string>();
  private readonly seen = new Map<number, Set<string>>();

  add(name: string, object: number): void {
    const names = this.seen.get(object) ?? new Set();
    const folded = foldName(name);
    if (names.has(folded)) this.repeated.add(name);
    this.seen.set(object, names.add(folded));
  }
}

/**
 * Whether the parts can be looked for in the text as it is. `lowered` is the same text in lower case. Parts in
 * another transfer encoding or charset are read by some servers and not by others, and not here.
 */
export function readableMultipart(text: string, lowered: string, boundary: string): boolean {
  if (boundary === '') return false;
  const delimiter = `--${boundary}`;
  if (!text.startsWith(delimiter) && !text.includes(`\n${delimiter}`)) return false;
  if (HIDING_CHARSET.test(lowered)) return false;
  for (const [, encoding] of lowered.matchAll(TRANSFER_ENCODING)) if (!PLAIN.has(encoding!)) return false;
  return true;
}
