import { JsonScanner } from '../json/json-scanner.js';
import { mark, nameAt, numberAt, object, textBut } from '../json/json-selector.js';
import { told } from './token-usage.js';

/** What stands in messages and is no text for a model: names of parts and people. */
const NO_TEXT = Object.fromEntries(
  [
    'type',
    'role',
    'id',
    'tool_use_id',
    'tool_call_id',
    'call_id',
    'item_id',
    'status',
    'media_type',
    'cache_control',
    'signature',
    'encrypted_content',
  ].map((key) => [key, null]),
);

/** Images, sound and files, here or somewhere else, and earlier answers: input of which the text says nothing. */
const attached = mark({ url: mark(), id: mark() });
const ATTACHED = {
  data: attached,
  url: attached,
  image_url: attached,
  file_url: attached,
  file_id: attached,
  file_data: attached,
  vector_store_ids: attached,
  server_url: attached,
};

const spoken = textBut({ ...NO_TEXT, ...ATTACHED });

const MAX_TOKENS = 0;
const MAX_COMPLETION_TOKENS = 1;
const MAX_OUTPUT_TOKENS = 2;
const CHOICES = 3;
const BEST_OF = 4;

/** Of Messages, Chat Completions, Completions, Responses and Embeddings; their keys mean the same wherever they occur. */
const CALL = {
  model: nameAt(0),
  system: spoken,
  messages: spoken,
  prompt: textBut({ ...NO_TEXT, ...ATTACHED, id: attached }),
  input: spoken,
  instructions: spoken,
  tools: spoken,
  previous_response_id: attached,
  conversation: attached,
  max_tokens: numberAt(MAX_TOKENS),
  max_completion_tokens: numberAt(MAX_COMPLETION_TOKENS),
  max_output_tokens: numberAt(MAX_OUTPUT_TOKENS),
  n: numberAt(CHOICES),
  best_of: numberAt(BEST_OF),
};
const REQUEST = object({ ...CALL, requests: object({ params: object(CALL) }) });

const SLOTS = { numbers: 5, names: 1 } as const;
/** Bytes of a request that are kept unread. */
const SHORT = 4_096;
/** A text put together from more of them costs many times its bytes. */
const MAX_PIECES = 16;

/**
 * Finds in the body of a request what an answer may leave out: the model, and how much text was sent. Most answers leave
 * out nothing, so a short request is kept, and read when somebody asks.
 */
export class RequestReading {
  /** In latin1, so that each character is a byte. */
  private unread = '';
  private pieces = 0;
  private begun: JsonScanner | null = null;
  /** Of the whole body, text or not. */
  bytes = 0;

  read(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.mayWait(piece)) {
      this.unread += piece.toString('latin1');
      this.pieces += 1;
    } else this.json.read(piece);
  }

  get model(): string | null {
    return this.json.found.names[0]!;
  }

  get textBytes(): number {
    return this.json.found.textBytes;
  }

  /** Input that is not among the bytes, or that a few of them may stand for. */
  get hasAttachments(): boolean {
    return this.json.found.marks > 0;
  }

  /** What the call allows one answer to have; null where it does not say. */
  get mostOutput(): number | null {
    const { numbers } = this.json.found;
    const said = [MAX_TOKENS, MAX_COMPLETION_TOKENS, MAX_OUTPUT_TOKENS]
      .map((slot) => numbers[slot]!)
      .filter((value) => !Number.isNaN(value));
    return said.length === 0 ? null : Math.max(...said);
  }

  /** How many answers it asks for. */
  get choices(): number {
    const { numbers } = this.json.found;
    return Math.max(1, told(numbers[CHOICES]!), told(numbers[BEST_OF]!));
  }

  private mayWait({ length }: Buffer): boolean {
    return this.begun === null && this.pieces < MAX_PIECES && this.unread.length + length <= SHORT;
  }

  private get json(): JsonScanner {
    if (this.begun === null) {
      this.begun = new JsonScanner(REQUEST, SLOTS);
      this.begun.read(Buffer.from(this.unread, 'latin1'));
      this.unread = '';
    }
    return this.begun;
  }
}
