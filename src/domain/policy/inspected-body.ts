import { isAscii, isUtf8 } from 'node:buffer';
import { BodyText } from '../bodies/body-text.js';
import { type Decodings, decodings } from '../bodies/charsets.js';
import { plainName } from '../bodies/form-fields.js';
import { everyValue, someValue, type ValueTest } from '../bodies/found-values.js';
import type { BodyKey, KeyPaths } from '../bodies/key-paths.js';
import { type MediaClaims, mediaClaims } from '../bodies/media-claims.js';
import { readableMultipart } from '../bodies/multipart.js';
import { contains, type Needle } from './needle.js';

/** What is known of a body besides its bytes; nothing when left out. */
export interface BodyClaims {
  /** Values of every field that some server takes for `Content-Type`. */
  readonly contentTypes?: readonly string[];
  /** What the bytes were before each coding was undone; some servers undo none of them. */
  readonly encoded?: readonly Uint8Array[];
  /** A content coding is unknown, broken, unfinished, or one of too many. */
  readonly garbled?: boolean;
  /** The codings can be undone in more than one way, all of which are in `bytes` and `encoded`. */
  readonly ambiguous?: boolean;
}

/**
 * Characters searched and values visited for one request. Rules and bodies can be of one and the same tenant, so their
 * product is bounded: 250 conditions on a body of 1 MiB, which cost 10 ms as a rule and 2 s where they are made to. What is beyond counts as unreadable.
 */
const MOST_WORK = 268_435_456;
const WORK_OF_VALUE = 64;

/**
 * The content-decoded prefix of a request body as conditions see it (02 §6.8, R11, R26). It is everything that common
 * servers could read in it; what restricts asks whether one of them finds the value, what opens whether all do. Texts
 * and JSON are made on first use and kept, so that many conditions on one request read it once.
 */
export class InspectedBody {
  private decoded: Decodings | null = null;
  private innermost: readonly BodyText[] | null = null;
  private all: readonly BodyText[] | null = null;
  private claimed: MediaClaims | null = null;
  private readable: boolean | null = null;
  private work = MOST_WORK;

  /** `truncated`: the body goes on after `bytes`. */
  constructor(
    readonly bytes: Uint8Array,
    readonly truncated: boolean,
    private readonly claims: BodyClaims = {},
  ) {}

  /** Bytes that are held for it. */
  get size(): number {
    const { encoded = [] } = this.claims;
    return encoded.reduce((sum, layer) => sum + layer.length, this.bytes.length);
  }

  /** No body was sent, or one of no bytes. */
  get empty(): boolean {
    return this.bytes.length === 0 && !this.claims.encoded?.length;
  }

  /** Its codings are wrong, unknown, or can be undone in more than one way. */
  get unsure(): boolean {
    return (this.claims.garbled ?? false) || (this.claims.ambiguous ?? false);
  }

  /** UTF-8 with replacement, A-Z lowered. */
  get lowered(): string {
    return this.texts[0]!.lowered;
  }

  /** Some reading contains the needle, or it cannot be read as its type says. */
  someContains(needle: Needle, keys: KeyPaths): boolean {
    if (this.unreadable(keys)) return true;
    return this.allTexts.some((text) => this.saysSomewhere(text, needle));
  }

  /** As some reading has it, a value at the key contains the needle; or that cannot be known. */
  someValueContains(key: BodyKey, needle: Needle, keys: KeyPaths): boolean {
    if (this.unreadable(keys) || this.mayGoOnAt(keys)) return true;
    const test = this.test(needle, 'some');
    for (const text of this.texts) {
      const { state, found } = text.jsonAt(keys);
      // Names mean nothing in what is no JSON: the whole prefix counts (02 §6.8.3).
      if (state === 'whole' ? someValue(found, key, test) : this.saysSomewhere(text, needle)) return true;
    }
    return this.allTexts.some((text) => this.fieldsOf(text, key).some(test));
  }

  /** Every reading contains the needle. */
  everyContains(needle: Needle, keys: KeyPaths): boolean {
    // First what is cheap and fails most often.
    if (!this.texts.every(({ lowered }) => this.finds(lowered, needle))) return false;
    if (this.claims.ambiguous || this.unreadable(keys)) return false;
    return this.texts.every((text) => this.sayings(text, keys).every((said) => this.finds(said, needle)));
  }

  /** As every reading has it, a value at the key contains the needle. */
  everyValueContains(key: BodyKey, needle: Needle, keys: KeyPaths): boolean {
    if (this.truncated || this.claims.ambiguous || this.unreadable(keys) || !this.onlyJson) return false;
    const test = this.test(needle, 'every');
    return this.texts.every((text) => {
      const { state, found } = text.jsonAt(keys);
      return state === 'whole' && everyValue(found, key, test) && this.fieldsOf(text, key).every(test);
    });
  }

  /** Every text that some reader makes of the body. */
  *readings(): IterableIterator<string> {
    for (const text of this.allTexts) {
      yield text.lowered;
      yield* text.undone;
    }
  }

  private get texts(): readonly BodyText[] {
    return (this.innermost ??= this.textsOf(this.decodings));
  }

  private textsOf({ texts }: Decodings): readonly BodyText[] {
    const ascii = isAscii(this.bytes);
    return texts.map((text) => new BodyText(text, ascii && text.length === this.bytes.length));
  }

  private get allTexts(): readonly BodyText[] {
    const { encoded = [] } = this.claims;
    if (encoded.length === 0) return this.texts;
    return (this.all ??= [
      ...this.texts,
      ...encoded.map((bytes) => new BodyText(decodings(bytes, []).texts[0]!)),
    ]);
  }

  private get decodings(): Decodings {
    return (this.decoded ??= decodings(this.bytes, this.types.charsets));
  }

  private get types(): MediaClaims {
    return (this.claimed ??= mediaClaims(this.claims.contentTypes ?? []));
  }

  private get onlyJson(): boolean {
    const { kinds } = this.types;
    return !kinds.has('form') && !kinds.has('multipart') && !kinds.has('markup') && !kinds.has('sequence');
  }

  private unreadable(keys: KeyPaths): boolean {
    return (
      this.work < 0 ||
      !(this.readable ??= !this.claims.garbled && this.decodings.known && this.isAsSaid(keys))
    );
  }

  /** The body is what every one of its types says (R26). */
  private isAsSaid(keys: KeyPaths): boolean {
    const { kinds, boundaries } = this.types;
    if (kinds.has('json') && !this.isJson(keys)) return false;
    if (kinds.has('sequence') && !this.texts.some((text) => text.isSequence)) return false;
    if (kinds.has('markup') && this.texts.some(({ lowered }) => lowered.includes('<!entity'))) return false;
    const [first] = this.texts;
    return boundaries.every((boundary) => readableMultipart(first!.text, first!.lowered, boundary));
  }

  private isJson(keys: KeyPaths): boolean {
    // RFC 8259 §8.1; what comes out of other bytes differs from reader to reader.
    if (this.texts.length === 1 && !this.isUtf8) return false;
    return this.texts.some((text) => {
      const { state } = text.jsonAt(keys);
      return state === 'whole' || (state === 'cut' && this.truncated);
    });
  }

  /** A character cut at the end of the prefix is none that is wrong. */
  private get isUtf8(): boolean {
    if (isUtf8(this.bytes)) return true;
    return this.truncated && [1, 2, 3].some((missing) => isUtf8(this.bytes.subarray(0, -missing)));
  }

  /** The prefix ends before the values do: what a body with names in it says at a key is not known then. */
  private mayGoOnAt(keys: KeyPaths): boolean {
    if (!this.truncated) return false;
    const { kinds } = this.types;
    if (kinds.size === 0 || [...kinds].some((kind) => kind !== 'other' && kind !== 'markup')) return true;
    return this.texts.some((text) => text.jsonAt(keys).state === 'cut');
  }

  private saysSomewhere(text: BodyText, needle: Needle): boolean {
    return (
      this.finds(text.lowered, needle) ||
      text.undone.some((said) => this.finds(said, needle)) ||
      this.work < 0
    );
  }

  /** What readers of its types make of a text besides; of several equal names some readers see only one. */
  private sayings(text: BodyText, keys: KeyPaths): readonly string[] {
    const { kinds } = this.types;
    const said: string[] = [];
    const json = kinds.has('json') || text.jsonAt(keys).state === 'whole';
    if (json && text.repeatsNames) return [''];
    if (json || kinds.has('sequence')) said.push(text.unescaped);
    if (kinds.has('form')) said.push(...text.formsWithoutRepeats);
    if (kinds.has('markup')) said.push(text.withoutMarkup);
    return said;
  }

  private fieldsOf(text: BodyText, key: BodyKey): readonly (readonly string[])[] {
    const wanted = plainName(key.names.join('.'));
    return text.fields.filter(({ name }) => name === wanted).map(({ value }) => [value]);
  }

  private test(needle: Needle, reach: 'some' | 'every'): ValueTest {
    return (texts) => {
      this.work -= WORK_OF_VALUE;
      if (this.work < 0) return reach === 'some';
      return texts[reach]((text) => this.finds(text, needle));
    };
  }

  private finds(text: string, needle: Needle): boolean {
    this.work -= text.length;
    return this.work >= 0 && contains(text, needle);
  }
}
