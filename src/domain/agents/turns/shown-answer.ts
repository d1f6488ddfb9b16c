/** What of an answer a model is told (04 §11.4.1). */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Decoded, as far as it was read. */
  readonly bytes: Uint8Array;
  /** There was more of it. */
  readonly isPart: boolean;
}

export interface ShownAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly truncated: boolean;
  readonly contentType: string | null;
  readonly sizeBytes: number;
  readonly connections?: unknown;
  readonly retryable?: boolean;
  readonly retryAfter?: string;
}

const MAX_CHARS = 48_000;
const SHOWN_FIELDS = new Set([
  'content-type',
  'content-length',
  'location',
  'link',
  'retry-after',
  'etag',
  'last-modified',
  'date',
]);
const RATE_LIMIT = /^(?:x-)?rate-?limit(?:-|$)/;
const TEXT_TYPE =
  /^(?:text\/.+|application\/(?:.+\+)?(?:json|xml|yaml)|application\/(?:x-ndjson|jsonl|csv|x-www-form-urlencoded|javascript|graphql|sql|x-yaml|toml)|message\/.+)$/;
const CONNECTIONS = 'x-onecli-connections';
const TOO_MANY = 429;
const SERVER_FAULT = 500;

export function shownAnswer(answer: ReceivedAnswer): ShownAnswer {
  const { status, bytes, isPart } = answer;
  const headers = shownFields(answer.headers);
  const contentType = headers['content-type'] ?? null;
  const text = textOf(bytes, contentType);
  const body = text === null ? `[${contentType ?? 'binary data'}, ${bytes.length} bytes]` : text;
  const connections = parsed(single(answer.headers[CONNECTIONS]));
  const mayHelpLater = status === TOO_MANY || status >= SERVER_FAULT;
  const retryAfter = headers['retry-after'];
  return {
    status,
    headers,
    body: body.slice(0, MAX_CHARS).toWellFormed(),
    truncated: isPart || body.length > MAX_CHARS || (text === null && bytes.length > 0),
    contentType,
    sizeBytes: bytes.length,
    ...(connections !== undefined && { connections }),
    ...(mayHelpLater && { retryable: single(answer.headers['x-should-retry']) !== 'false' }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

function shownFields(headers: ReceivedAnswer['headers']): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = single(value);
    if (text !== undefined && (SHOWN_FIELDS.has(name) || RATE_LIMIT.test(name))) shown[name] = text;
  }
  return shown;
}

/** Null for what is no text, by its type or by its bytes. */
function textOf(bytes: Uint8Array, contentType: string | null): string | null {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (type.trim() !== '' && !TEXT_TYPE.test(type.trim())) return null;
  const charset = parameters.map((parameter) => /^\s*charset="?([^"\s]+)"?\s*$/.exec(parameter)?.[1]);
  const text = decoded(
    bytes,
    charset.find((name) => name !== undefined),
  );
  return text.includes('\0') ? null : text;
}

/** A charset that nobody knows is read as UTF-8. */
function decoded(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function parsed(json: string | undefined): unknown {
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}
