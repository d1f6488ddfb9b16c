import { isHeaderName, isHeaderValue } from '../../domain/decision/injection/request-edits/header-fields.js';
import {
  canonicalPath,
  resolveDotSegments,
  splitTarget,
} from '../../domain/decision/matching/canonical-path.js';
import { parseAuthority } from '../../domain/decision/matching/host.js';
import { invalidRequest } from '../../kernel/errors/app-error.js';
import { CONNECTION_HEADER } from '../refusals/connection-refusals.js';
import { defaultPort, type EvaluatedRequest } from '../exchange/exchange.js';
import { asksForWebSocket, HeaderList } from '../exchange/headers/headers.js';
import { classifyTarget } from '../listener/dispatch.js';
import { MAX_HEADERS, type SimulateRequest } from './dto/simulate-request.dto.js';

const MAX_HEADER_BYTES = 16_384;
/** What no client can put into a request line; the host may be a Unicode name. */
const UNSENDABLE_TARGET = /[^\u0021-\u007e]/;

/** A request as the stages see it, made of what somebody says about it; throws the flat `400` of 02 §8.6. */
export function readSimulatedRequest(said: SimulateRequest): EvaluatedRequest {
  const method = said.method.toUpperCase();
  const { scheme, host, port, target } = readUrl(said.url);
  const { path, query } = splitTarget(target);
  const headers = readHeaders(said.headers);
  if (said.connectionId !== undefined) headers.set(CONNECTION_HEADER, said.connectionId);
  return {
    method,
    scheme,
    host,
    port: port ?? defaultPort(scheme),
    target,
    path,
    query,
    canonicalPath: canonicalPath(path),
    headers,
    body: bodyOf(said.body),
    isWebSocket: asksForWebSocket(method, headers.get('upgrade'), headers.all('connection')),
    responseHeaders: [],
  };
}

function readUrl(url: string) {
  const route = classifyTarget(url);
  const authority = route.kind === 'absolute' ? parseAuthority(route.authority) : null;
  if (route.kind !== 'absolute' || authority === null) {
    throw invalidRequest('url must be an absolute http or https URL without user information');
  }
  if (UNSENDABLE_TARGET.test(route.target) || resolveDotSegments(route.target) === null) {
    throw invalidRequest('url must have a path that can be sent');
  }
  return { scheme: route.scheme, ...authority, target: route.target };
}

function readHeaders(said: unknown): HeaderList {
  if (said === undefined) return new HeaderList();
  if (typeof said !== 'object' || said === null || Array.isArray(said)) {
    throw invalidRequest('headers must be an object of strings');
  }
  const entries = Object.entries(said as Record<string, unknown>);
  if (entries.length > MAX_HEADERS) throw invalidRequest(`headers must have at most ${MAX_HEADERS} entries`);
  const headers = new HeaderList();
  let bytes = 0;
  for (const [name, value] of entries) {
    if (typeof value !== 'string') throw invalidRequest('headers must be an object of strings');
    if (!isHeaderName(name)) throw invalidRequest('headers must have valid names');
    if (!isHeaderValue(value)) throw invalidRequest('headers must have valid values');
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    headers.append(name, value);
  }
  if (bytes > MAX_HEADER_BYTES) throw invalidRequest(`headers must have at most ${MAX_HEADER_BYTES} bytes`);
  return headers;
}

function bodyOf(text = ''): EvaluatedRequest['body'] {
  const bytes = Buffer.from(text);
  return {
    present: bytes.length > 0,
    declaredLength: bytes.length,
    peek: (maxBytes) =>
      Promise.resolve({ bytes: bytes.subarray(0, maxBytes), complete: bytes.length <= maxBytes }),
    holdDerived: () => undefined,
  };
}
