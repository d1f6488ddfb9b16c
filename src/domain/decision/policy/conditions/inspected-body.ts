import { isUtf8 } from 'node:buffer';
import { BodyText, readableMultipart } from '../../../protocols/bodies/body-text.js';
import { type Decodings, decoding } from '../../../protocols/bodies/charsets.js';
import { lookingForEvery, lookingForSome, type ValueTest } from '../../../protocols/bodies/found-values.js';
import type { BodyKey, KeyPaths } from '../../../protocols/bodies/key-paths.js';
import { type MediaClaims, mediaClaims } from '../../../protocols/bodies/media-claims.js';
import { Derived, Pace, PIECE } from '../../../text/reading.js';
import { Answers } from './body-answers.js';
import { everyFieldPasses, namedMethods, once, someFieldPasses } from './body-looks.js';
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
const MAX_WORK = 268_435_456;
const WORK_OF_VALUE = 64;

/** Everything made of the bytes, dropped together. */
interface Readings {
  readonly decodings: Derived<Decodings>;
  /** Of the bytes before each coding was undone. */
  readonly encoded: readonly Derived<Decodings>[];
  innermost: readonly BodyText[] | null;
  all: readonly BodyText[] | null;
  methods: Derived<readonly string[]> | null;
  readable: boolean | null;
}

/**
 * The content-decoded prefix of a request body as conditions see it (02 §6.8, R11, R26). It is everything that common
 * servers could read in it; what restricts asks whether one of them finds the value, what opens whether all do. Texts
 * and JSON are made on first use and kept, so that many conditions on one request read it once. A question may take
 * long: asked inside `within`, it stops when time is over, and goes on when it is asked again (ADR 122).
 */
export class InspectedBody {
  private readonly pace = new Pace();
  private readonly answers = new Answers(this.pace);
  private made: Readings | null = null;
  private claimed: MediaClaims | null = null;
  private work = MAX_WORK;

  /** `truncated`: the body goes on after `bytes`. */
  constructor(
    readonly bytes: Uint8Array,
    readonly truncated: boolean,
    private readonly claims: BodyClaims = {},
  ) {}

  /**
   * What `decide` makes of the body; null when time was over before. Asked again until it is not null, `decide` has to
   * ask the same questions in the same order: those that were answered are not looked into again.
   */
  within<Result>(isOver: () => boolean, decide: () => Result): { readonly result: Result } | null {
    return this.pace.within(isOver, decide);
  }

  /** Drops what was read, which is many times the bytes; it is read again when somebody asks. */
  forgetReadings(): void {
    this.made = null;
    this.answers.forget();
  }

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

  /** Some reading contains the needle, or it cannot be read as its type says. */
  someContains(needle: Needle, keys: KeyPaths): boolean {
    return this.answers.to('some', needle, null, () => {
      if (this.unreadable(keys)) return true;
      return this.allTexts.some((text) => this.saysSomewhere(text, needle));
    });
  }

  /** As some reading has it, a value at the key contains the needle; or that cannot be known. */
  someValueContains(key: BodyKey, needle: Needle, keys: KeyPaths): boolean {
    return this.answers.to('some', needle, key, () => {
      if (this.unreadable(keys) || this.mayGoOnAt(keys)) return true;
      const test = this.test(needle, 'some');
      for (const text of this.texts) {
        const { state, found } = text.jsonAt(keys);
        // Names mean nothing in what is no JSON: the whole prefix counts (02 §6.8.3).
        if (state !== 'whole') {
          if (this.saysSomewhere(text, needle)) return true;
        } else if (this.answers.part(() => lookingForSome(found, key, test))) return true;
      }
      return this.allTexts.some((text) => {
        const fields = text.fieldsAt(keys);
        return fields.length > 0 && this.answers.part(() => someFieldPasses(fields, key, test));
      });
    });
  }

  /** Every reading contains the needle. */
  everyContains(needle: Needle, keys: KeyPaths): boolean {
    return this.answers.to('every', needle, null, () => {
      // First what is cheap and fails most often.
      if (!this.texts.every(({ lowered }) => this.finds(lowered, needle))) return false;
      if (this.claims.ambiguous || this.unreadable(keys)) return false;
      return this.texts.every((text) => this.sayings(text, keys).every((said) => this.finds(said, needle)));
    });
  }

  /** As every reading has it, a value at the key contains the needle. */
  everyValueContains(key: BodyKey, needle: Needle, keys: KeyPaths): boolean {
    return this.answers.to('every', needle, key, () => {
      if (this.truncated || this.claims.ambiguous || this.unreadable(keys) || !this.onlyJson) return false;
      const test = this.test(needle, 'every');
      return this.texts.every((text) => {
        const { state, found } = text.jsonAt(keys);
        if (state !== 'whole' || !this.answers.part(() => lookingForEvery(found, key, test))) return false;
        const fields = text.fieldsAt(keys);
        return fields.length === 0 || this.answers.part(() => everyFieldPasses(fields, key, test));
      });
    });
  }

  /** The methods that parameters in some reading of it name, as `methodSet` takes them. */
  get namedMethods(): readonly string[] {
    const { readings } = this;
    if (readings.methods === null) {
      // Read first: a reading that stops inside another one could not go on.
      const said = this.allTexts.flatMap((text) => [text.lowered, ...text.undone]);
      readings.methods = new Derived(this.pace, () => namedMethods(said));
    }
    return readings.methods.get();
  }

  private get readings(): Readings {
    return (this.made ??= {
      decodings: new Derived(this.pace, () => decoding(this.bytes, this.types.charsets)),
      encoded: (this.claims.encoded ?? []).map((bytes) => new Derived(this.pace, () => decoding(bytes, []))),
      innermost: null,
      all: null,
      methods: null,
      readable: null,
    });
  }

  private get texts(): readonly BodyText[] {
    const { readings } = this;
    return (readings.innermost ??= this.decodings.texts.map((text) => new BodyText(text, this.pace)));
  }

  private get allTexts(): readonly BodyText[] {
    const { readings } = this;
    if (readings.encoded.length === 0) return this.texts;
    return (readings.all ??= [
      ...this.texts,
      ...readings.encoded.map((decoded) => new BodyText(decoded.get().texts[0]!, this.pace)),
    ]);
  }

  private get decodings(): Decodings {
    return this.readings.decodings.get();
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
      !(this.readings.readable ??= !this.claims.garbled && this.decodings.known && this.isAsSaid(keys))
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

  private test(needle: Needle, reach: 'some' | 'every'): ValueTest {
    return (texts) => {
      this.work -= WORK_OF_VALUE;
      if (this.work < 0) return reach === 'some';
      return texts[reach]((text) => this.contains(text, needle));
    };
  }

  private finds(text: string, needle: Needle): boolean {
    if (text.length < PIECE) return this.contains(text, needle);
    return this.answers.part(() => once(() => this.contains(text, needle)));
  }

  private contains(text: string, needle: Needle): boolean {
    this.work -= text.length;
    return this.work >= 0 && contains(text, needle);
  }
}
