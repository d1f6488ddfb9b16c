import { JsonScanner } from './json-scanner.js';
import { nameAt, object, textBelow } from './shape.js';

/** What stands in messages and is no text for a model: names of parts and people, and files. */
const NO_TEXT = [
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
  'data',
  'url',
  'image_url',
  'file_id',
  'file_data',
  'signature',
  'encrypted_content',
] as const;

const spoken = textBelow(...NO_TEXT);
/** Of Messages, Chat Completions, Completions, Responses and Embeddings; their keys mean the same wherever they occur. */
const CALL = {
  model: nameAt(0),
  system: spoken,
  messages: spoken,
  prompt: spoken,
  input: spoken,
  instructions: spoken,
  tools: spoken,
};
const REQUEST = object({ ...CALL, requests: object({ params: object(CALL) }) });

const SLOTS = { numbers: 0, names: 1 } as const;
/** Octets of a request that are kept unread. */
const SHORT = 4_096;
/** A text put together from more of them costs many times its octets. */
const MOST_PIECES = 16;

/**
 * Finds in the body of a request what an answer may leave out: the model, and how much text was sent. Most answers leave
 * out nothing, so a short request is kept, and read when somebody asks.
 */
export class RequestReading {
  /** In latin1, so that each character is an octet. */
  private unread = '';
  private pieces = 0;
  private begun: JsonScanner | null = null;

  read(piece: Buffer): void {
    if (this.mayWait(piece)) {
      this.unread += piece.toString('latin1');
      this.pieces += 1;
    } else this.json.read(piece);
  }

  get model(): string | null {
    return this.json.found.names[0]!;
  }

  get textOctets(): number {
    return this.json.found.textOctets;
  }

  private mayWait({ length }: Buffer): boolean {
    return this.begun === null && this.pieces < MOST_PIECES && this.unread.length + length <= SHORT;
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
