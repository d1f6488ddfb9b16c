import { RequestRefused, ServerUnreachable } from './failure.js';
import type { Input, Operation, OperationId, Output } from './operation.js';

export interface Connection {
  /** Of the management API, without `/v1`. */
  readonly origin: string;
  readonly apiKey?: string;
  /** For keys that are not of one workspace. */
  readonly workspaceId?: string;
  readonly organizationId?: string;
  /** Until the answer is there, whole. 30 s unless told. */
  readonly timeoutMs?: number;
  /** In place of the platform's, for instance with certificates of one's own. */
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal;
}

interface Parts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const TIMEOUT_MS = 30_000;

/**
 * Sends one operation. Redirects are not followed: where one is the answer, its `Location` is.
 * Throws `RequestRefused` for an answer that is no success, `ServerUnreachable` where none came.
 */
export async function send<Id extends OperationId>(
  connection: Connection,
  operation: Operation<Id>,
  input: Input<Id>,
): Promise<Output<Id>> {
  const { path, query, body } = input as Parts;
  const origin = connection.origin.replace(/\/+$/, '').replace(/\/v1$/, '');
  const url = `${origin}${filled(operation.path, path)}${asked(query)}`;
  const [response, text] = await answered(connection, url, {
    method: operation.method,
    headers: headers(connection, operation, body),
    redirect: 'manual',
    ...(body !== undefined && { body: encoded(operation, body) }),
  });
  if (response.status >= 300 && response.status < 400)
    return { location: response.headers.get('location') } as unknown as Output<Id>;
  const answer = parsed(response, text);
  if (!response.ok) throw new RequestRefused(response.status, answer, response.statusText);
  return (text === '' ? undefined : answer) as Output<Id>;
}

async function answered(connection: Connection, url: string, init: RequestInit): Promise<[Response, string]> {
  const timeout = AbortSignal.timeout(connection.timeoutMs ?? TIMEOUT_MS);
  const signal = connection.signal === undefined ? timeout : AbortSignal.any([timeout, connection.signal]);
  try {
    const response = await (connection.fetch ?? fetch)(url, { ...init, signal });
    return [response, await response.text()];
  } catch (error) {
    if (connection.signal?.aborted === true) throw error;
    throw new ServerUnreachable(new URL(url).origin, error);
  }
}

function headers(connection: Connection, { mediaType }: Operation, body: unknown): Record<string, string> {
  return {
    accept: 'application/json, text/*;q=0.9, */*;q=0.1',
    ...(body !== undefined && { 'content-type': mediaType ?? 'application/json' }),
    ...(connection.apiKey !== undefined && { authorization: `Bearer ${connection.apiKey}` }),
    ...(connection.workspaceId !== undefined && { 'x-workspace-id': connection.workspaceId }),
    ...(connection.organizationId !== undefined && { 'x-organization-id': connection.organizationId }),
  };
}

/** Raw uploads go as they are. */
function encoded({ mediaType }: Operation, body: unknown): NonNullable<RequestInit['body']> {
  return mediaType === undefined || mediaType === 'application/json'
    ? JSON.stringify(body)
    : (body as Uint8Array<ArrayBuffer>);
}

function parsed(response: Response, text: string): unknown {
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A value is one segment: what would lead elsewhere is refused before anything is sent (contract 07 B9.4). */
export function filled(template: string, values: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    // eslint-disable-next-line no-control-regex -- they are what is looked for
    if (value === '' || value === '.' || value.includes('..') || /[\s\u0000-\u001f\u007f?#%/\\]/.test(value))
      throw new TypeError(`${name} is not a value for a path: ${JSON.stringify(value)}`);
    return encodeURIComponent(value);
  });
}

function asked(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}
