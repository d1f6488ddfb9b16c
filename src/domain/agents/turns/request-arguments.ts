/** What a model may ask `http_request` for (04 §11.4), read from the JSON it wrote. */
export interface ToolRequest {
  readonly method: string;
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutSeconds: number;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const MAX_URL = 8_192;
const MAX_HEADERS = 50;
const MAX_HEADER_BYTES = 16_384;
const MAX_BODY = 262_144;
const MAX_CONNECTION_ID = 200;
const DEFAULT_TIMEOUT = 60;
const LONGEST_TIMEOUT = 120;
const JSON_TYPE = 'application/json';

/** Of the connection, of the gateway, or written here; silently left out when a model sends them (04 §11.4.1). */
const NOT_THE_MODELS =
  /^(?:connection|keep-alive|te|trailers?|transfer-encoding|upgrade|host|content-length|expect|accept-encoding|proxy-.*|x-onecli-.*)$/;
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110 §5.5, in what one character of a string can carry on the wire. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const CONNECTION_ID = 'x-onecli-connection-id';

export const HTTP_REQUEST_PARAMETERS = {
  type: 'object',
  required: ['method', 'url'],
  properties: {
    method: { type: 'string', enum: [...METHODS] },
    url: { type: 'string', maxLength: MAX_URL, description: 'http or https; without credentials.' },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    query: { type: 'object', description: 'Added to the query of the URL.' },
    body: { description: 'Text, sent as it is, or a value that is sent as JSON.' },
    connectionId: {
      type: 'string',
      description: 'Which account to use, where a 409 says that there are several.',
    },
    timeoutSeconds: { type: 'integer', minimum: 1, maximum: LONGEST_TIMEOUT, default: DEFAULT_TIMEOUT },
  },
} as const;

type Given = Readonly<Record<string, unknown>>;

/** What is wrong, in words a model can act on. */
export class BadArguments extends Error {}

/** @throws BadArguments */
export function readRequest(given: unknown): ToolRequest {
  if (!isObject(given)) throw new BadArguments('the arguments must be an object');
  const method = methodOf(given.method);
  const { body, type } = bodyOf(given.body, method);
  const headers = headersOf(given.headers);
  if (type !== null) headers['content-type'] ??= type;
  const { connectionId } = given;
  if (connectionId !== undefined && connectionId !== null) {
    if (!isText(connectionId, MAX_CONNECTION_ID) || !FIELD_VALUE.test(connectionId))
      throw new BadArguments(`connectionId must be a text of at most ${MAX_CONNECTION_ID} characters`);
    headers[CONNECTION_ID] = connectionId;
  }
  return {
    method,
    url: urlOf(given.url, given.query),
    headers,
    body,
    timeoutSeconds: timeoutOf(given.timeoutSeconds),
  };
}

function methodOf(given: unknown): string {
  const method = typeof given === 'string' ? given.toUpperCase() : '';
  if (METHODS.some((known) => known === method)) return method;
  throw new BadArguments(`method must be one of ${METHODS.join(', ')}`);
}

function urlOf(given: unknown, query: unknown): URL {
  const url = isText(given, MAX_URL) ? URL.parse(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new BadArguments(`url must be an http or https URL of at most ${MAX_URL} characters`);
  if (url.username !== '' || url.password !== '')
    throw new BadArguments('url must hold no credentials; the gateway adds them');
  url.hash = '';
  if (query !== undefined && query !== null) {
    if (!isObject(query)) throw new BadArguments('query must be an object');
    for (const [name, value] of Object.entries(query)) appendTo(url, name, value);
  }
  if (url.href.length > MAX_URL) throw new BadArguments(`url and query have more than ${MAX_URL} characters`);
  return url;
}

function appendTo(url: URL, name: string, value: unknown): void {
  for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
    if (typeof each !== 'string' && typeof each !== 'number' && typeof each !== 'boolean')
      throw new BadArguments(`query.${name} must be a text, a number, true or false, or a list of them`);
    url.searchParams.append(name, String(each));
  }
}

function headersOf(given: unknown): Record<string, string> {
  if (given === undefined || given === null) return {};
  if (!isObject(given)) throw new BadArguments('headers must be an object');
  const entries = Object.entries(given);
  if (entries.length > MAX_HEADERS) throw new BadArguments(`at most ${MAX_HEADERS} headers`);
  const headers: Record<string, string> = {};
  let bytes = 0;
  for (const [spelled, value] of entries) {
    if (!FIELD_NAME.test(spelled)) throw new BadArguments('a header has a name that cannot be sent');
    if (typeof value !== 'string' || !FIELD_VALUE.test(value))
      throw new BadArguments(`the header ${spelled} has a value that cannot be sent`);
    bytes += spelled.length + value.length;
    const name = spelled.toLowerCase();
    if (!NOT_THE_MODELS.test(name)) headers[name] = value.trim();
  }
  if (bytes > MAX_HEADER_BYTES) throw new BadArguments(`headers have more than ${MAX_HEADER_BYTES} bytes`);
  return headers;
}

function bodyOf(given: unknown, method: string): { body: string | undefined; type: string | null } {
  if (given === undefined || given === null) return { body: undefined, type: null };
  if (WITHOUT_BODY.has(method)) throw new BadArguments(`${method} takes no body`);
  const isJson = typeof given !== 'string';
  const body = isJson ? JSON.stringify(given) : given;
  if (body.length > MAX_BODY) throw new BadArguments(`body has more than ${MAX_BODY} characters`);
  return { body, type: isJson ? JSON_TYPE : null };
}

function timeoutOf(given: unknown): number {
  if (given === undefined || given === null) return DEFAULT_TIMEOUT;
  if (typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= LONGEST_TIMEOUT)
    return given;
  throw new BadArguments(`timeoutSeconds must be an integer from 1 to ${LONGEST_TIMEOUT}`);
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= most;
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
