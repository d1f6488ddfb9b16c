import { asciiLower } from '../matching/ascii.js';
import { type FormField, formFields, withoutRepeats } from './form-fields.js';
import { type JsonReading, readJson } from './json-reader.js';
import { foldName, type KeyPaths } from './key-paths.js';
import { formDecoded, markupDecoded, percentDecoded, unescaped } from './text-readings.js';

const NO_KEYS = { depth: 0, asked: false, next: new Map<string, never>() };

/** One text that the bytes of a body are decoded to, and what can be read in it; everything is made on first use. */
export class BodyText {
  private loweredText: string | null = null;
  private decoded: readonly string[] | null = null;
  private readonly json = new Map<KeyPaths, { asked: number; reading: JsonReading }>();
  private formFields: FormField[] | null = null;
  private plain: string | null = null;
  private unmarked: string | null = null;
  private forms: readonly string[] | null = null;
  private repeats: boolean | null = null;
  private inSequence: boolean | null = null;

  /** `ascii`: known to have nothing else in it, which most bodies have not; lowering is then one native pass. */
  constructor(
    readonly text: string,
    private readonly ascii = false,
  ) {}

  /** A-Z lowered and nothing else, as conditions compare (02 §6.8.1). */
  get lowered(): string {
    return (this.loweredText ??= this.ascii ? this.text.toLowerCase() : asciiLower(this.text));
  }

  /** What the text says with escapes of one or two notations undone, in lower case; empty for most texts. */
  get undone(): readonly string[] {
    return (this.decoded ??= undo(this.text).map(asciiLower));
  }

  /** Reads the whole text as JSON, once for all keys of a rule set, and anew when one was added to them. */
  jsonAt(keys: KeyPaths): JsonReading {
    const { asked } = keys;
    const known = this.json.get(keys);
    if (known?.asked === asked) return known.reading;
    const reading = readJson(this.text, keys.root);
    this.json.set(keys, { asked, reading });
    return reading;
  }

  get isSequence(): boolean {
    return (this.inSequence ??= readJson(this.text, NO_KEYS, { sequence: true }).state !== 'broken');
  }

  /** Fields as a form reader sees them, also in what was meant as something else; names folded, values lowered. */
  get fields(): readonly FormField[] {
    return (this.formFields ??= this.text.includes('=')
      ? formFields(this.text).map((field) => ({ ...field, value: asciiLower(field.value) }))
      : []);
  }

  get unescaped(): string {
    return (this.plain ??= asciiLower(unescaped(this.text)));
  }

  get withoutMarkup(): string {
    return (this.unmarked ??= asciiLower(markupDecoded(this.text)));
  }

  /** What is left for readers of forms that keep the first, and the last, of several fields with one name. */
  get formsWithoutRepeats(): readonly string[] {
    return (this.forms ??= (['first', 'last'] as const).flatMap((keep) => {
      const left = withoutRepeats(this.text, keep);
      return [asciiLower(left), asciiLower(formDecoded(left))];
    }));
  }

  get repeatsNames(): boolean {
    return (this.repeats ??= repeatedNames(this.text).length > 0);
  }
}

function undo(text: string): string[] {
  const percent = percentDecoded(text);
  const form = formDecoded(text);
  const undone = new Set([percent, form, unescaped(text), unescaped(percent), unescaped(form)]);
  if (text.trimStart().startsWith('<')) undone.add(markupDecoded(text));
  undone.delete(text);
  return [...undone];
}

/** Names that stand more than once in one object, in any letter case, as far as the text is JSON. */
export function repeatedNames(text: string): string[] {
  const seen = new Map<number, Set<string>>();
  const repeated = new Set<string>();
  const onName = (name: string, object: number): void => {
    const names = seen.get(object) ?? new Set();
    const folded = foldName(name);
    if (names.has(folded)) repeated.add(name);
    seen.set(object, names.add(folded));
  };
  readJson(text, NO_KEYS, { onName });
  return [...repeated];
}
