const PREFIX_DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
/** Drops a byte order mark, as JSON readers do. */
const JSON_DECODER = new TextDecoder();

/**
 * The already content-decoded prefix of a request body as conditions see it (02 §6.8, R11). Text and JSON are made
 * on first use and kept, so that many conditions on one request decode it once.
 */
export class InspectedBody {
  private loweredText: string | null = null;
  private parsed: { readonly value: unknown } | null | undefined;

  /** `truncated`: the body goes on after `bytes`. */
  constructor(
    readonly bytes: Uint8Array,
    readonly truncated: boolean,
  ) {}

  get empty(): boolean {
    return this.bytes.length === 0;
  }

  /** UTF-8 with replacement, A-Z lowered. Lowered as bytes: ASCII bytes never occur inside a longer sequence. */
  get lowered(): string {
    this.loweredText ??= PREFIX_DECODER.decode(lowerBytes(this.bytes));
    return this.loweredText;
  }

  /** The whole body as JSON; null when it was cut or is not JSON. */
  get json(): { readonly value: unknown } | null {
    if (this.parsed === undefined) this.parsed = this.truncated ? null : parse(this.bytes);
    return this.parsed;
  }
}

function lowerBytes(bytes: Uint8Array): Uint8Array {
  const lowered = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    lowered[index] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
  }
  return lowered;
}

function parse(bytes: Uint8Array): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(JSON_DECODER.decode(bytes)) as unknown };
  } catch {
    return null;
  }
}
