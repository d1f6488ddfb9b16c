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

/** Finds in the body of a request what an answer may leave out: the model, and how much text was sent. */
export class RequestReading {
  private readonly json = new JsonScanner(REQUEST, { numbers: 0, names: 1 });

  read(piece: Buffer): void {
    this.json.read(piece);
  }

  get model(): string | null {
    return this.json.found.names[0]!;
  }

  get textOctets(): number {
    return this.json.found.textOctets;
  }
}
